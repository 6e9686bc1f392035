import Tollgate
import TollgateLedger
public import TollgateWire

/// Reads and completes the profiles of accounts.
public struct Profiles: Sendable {
  let writer: CustomerWriter

  /// Creates the rows that the caller's profile lacks, in one commit; each row is created once, however often it is
  /// requested.
  ///
  /// - Parameter request: The customer and email address that the caller expects, checked if given.
  /// - Throws: `Problem` with code `account_needed` or `another_customer`.
  public func makeProfile(
    _ request: ProfileRequest = ProfileRequest(), by caller: Caller
  ) async throws(Problem) -> ProfileResponse {
    guard request.customer ?? caller.customer == caller.customer else { throw Self.another }
    if let email = request.email {
      guard try EmailAddress(email).text == caller.email else { throw Self.another }
    }
    let app = caller.app
    let result = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      guard record.customer.account != nil else { throw Self.accountNeeded }
      return .appending(
        CustomerWrite(at: now, facts: app.blueprint.makeProfile(of: record.customer, at: now).facts)
      )
    }
    return try response(result.record, result.facts, for: caller, at: result.at)
  }

  /// The caller's profile.
  ///
  /// - Returns: The profile, with daily rows only if today's were created.
  /// - Throws: `Problem` with code `account_needed` or `profile_not_found`.
  public func profile(of caller: Caller) async throws(Problem) -> ProfileResponse {
    let record = try await writer.records.record(of: caller)
    return try response(
      record, [], for: caller, at: try writer.records.instant(for: record))
  }

  private func response(
    _ record: CustomerRecord, _ facts: [Fact], for caller: Caller, at now: Instant
  ) throws(Problem) -> ProfileResponse {
    guard let account = record.customer.account else { throw Self.accountNeeded }
    guard let rows = caller.app.blueprint.profile(of: record.customer, at: now) else {
      throw Problem(.profileNotFound, "The profile was not made yet.")
    }
    let tables = caller.app.blueprint.definition.profile.map { table in
      ProfileResponse.Table(name: table.name, rows: rows.filter { $0.table == table.name })
    }
    return ProfileResponse(
      id: record.id, account: account, email: caller.email, tables: tables, facts: facts,
      version: record.version, serverTime: now)
  }

  private static let another = Problem(
    .anotherCustomer, "The session is another customer's than the one expected.")

  private static let accountNeeded = Problem(
    .accountNeeded, "Only an account has a profile: sign up or in.")
}
