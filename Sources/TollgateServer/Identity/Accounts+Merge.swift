import Tollgate
import TollgateLedger
import TollgateWire

extension Accounts {
  /// The change that makes a customer an account, with everything of the visitor's anonymous customer.
  ///
  /// - Parameters:
  ///   - account: The identifier of the new account.
  ///   - visitor: The visitor who signs up; a customer who is shared with other devices is merged, not converted.
  ///   - record: The customer who gets the account.
  ///   - device: The device; nil if the request names none.
  /// - Returns: The change, with the trial if signing up starts one, and without the claim of the address or identity.
  /// - Throws: `Problem` with code `clock_behind`, or if the ledger cannot be read.
  func creating(
    _ account: Account.ID, of visitor: Visitor, on record: CustomerRecord, device: Device.ID?
  ) async throws(Problem) -> CustomerWrite {
    let app = visitor.app
    let other = try await mergeable(visitor, into: record)
    let now = try records.instant(for: record, other)
    return try await writer.change(
      on: record, adding: Fact.seen(device, with: record.id, at: now), absorbing: other, in: app,
      at: now
    ) { customer, history in
      app.blueprint.signUp(customer, account: account, at: now, history: history)
    }
  }

  /// The change that merges the visitor's anonymous customer into an account's.
  ///
  /// - Parameter device: The device; nil if the request names none.
  /// - Returns: The change; empty if there is nobody to merge and nothing new about the device.
  /// - Throws: `Problem` with code `clock_behind`, or if the ledger cannot be read.
  func merging(
    _ visitor: Visitor, into record: CustomerRecord, device: Device.ID?
  ) async throws(Problem) -> CustomerWrite {
    let other = try await mergeable(visitor, into: record)
    return try await writer.change(
      seeing: device, on: record, absorbing: other, in: visitor.app,
      at: try records.instant(for: record, other))
  }

  /// Rejects a customer who became an account, or part of one, since the request began.
  func requireAnonymous(_ record: CustomerRecord) throws(Problem) {
    guard record.mergedInto == nil, record.customer.account == nil else {
      throw Problem(.busy, "The customer got an account at the same time.")
    }
  }

  /// The visitor's customer if it can be merged: anonymous, not merged yet and not the same customer.
  ///
  /// One who has bought nothing stays apart if both together reported more than the server keeps of one customer:
  /// otherwise, signing in again and again as another anonymous customer would make an account grow without bounds.
  private func mergeable(
    _ visitor: Visitor, into survivor: CustomerRecord
  ) async throws(Problem) -> CustomerRecord? {
    guard let anonymous = visitor.anonymous, anonymous != survivor.id,
      let record = try await records.record(of: anonymous, in: visitor.app),
      record.mergedInto == nil, !record.isErased, record.customer.account == nil,
      record.customer.hasTransactions
        || survivor.customer.reportedBytes + record.customer.reportedBytes
          <= RecordLimits.bytesOfPayer
    else { return nil }
    return record
  }
}
