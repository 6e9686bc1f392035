package import Tollgate
import TollgateLedger
package import TollgateWire

extension DeviceReports {
  /// Extends, pauses, resumes or resets a customer's trial, for support or the app's own backend.
  ///
  /// The caller is not checked here: only code that acts for an operator may call this.
  ///
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `invalid_value` if the customer has no such trial that no purchase started and
  ///   whose time can run out.
  package func changeTrial(
    _ change: TrialChange, of caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    let app = caller.app
    let result = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      guard let facts = record.customer.facts(of: change, at: now) else {
        throw Problem(
          .invalidValue,
          "The customer has no trial `\(change.trial)` that ends by time and was not started by a purchase."
        )
      }
      return .appending(
        try await writer.change(
          seeing: nil, on: record, adding: facts, in: app, at: facts.instant(notBefore: now)))
    }
    return ChangeResponse(
      facts: result.facts, version: result.record.version, serverTime: result.at)
  }
}
