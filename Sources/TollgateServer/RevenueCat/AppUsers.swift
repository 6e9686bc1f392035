import Tollgate
import TollgateLedger
import TollgateWire

/// The customers behind the names of RevenueCat's SDK.
///
/// A customer's identifier follows from the name, so that a name needs no entry of its own. Reading writes nothing: a
/// customer is created by the first purchase or attribute.
struct AppUsers: Sendable {
  /// The customer of a name.
  struct Found: Sendable {
    /// The customer's identifier, or that of the customer they were merged into.
    let id: Customer.ID
    /// What is recorded; nil if nothing is.
    let record: CustomerRecord?
  }

  let writer: CustomerWriter

  private var records: CustomerRecords { writer.records }

  /// Finds the customer of a name, following a merge; one who was deleted has a successor.
  ///
  /// - Parameters:
  ///   - user: The name.
  ///   - app: The app.
  /// - Returns: The customer, whether or not anything is recorded.
  /// - Throws: `Problem` with code `customer_deleted` if all successors were deleted, or if the ledger cannot be read.
  func find(_ user: AppUserID, in app: ServedApp) async throws(Problem) -> Found {
    for generation in 0..<AppUserID.generations {
      let id = user.customer(generation)
      guard let record = try await records.record(of: id, in: app) else {
        return Found(id: id, record: nil)
      }
      let survivor = try await records.survivor(of: record, in: app)
      // The identifier of a UUID may be that of a customer who never had the name.
      let isOther =
        generation == 0 && user.signedCustomer != nil && !user.isAccount(survivor.customer)
      guard !isOther, !survivor.isErased else { continue }
      return Found(id: survivor.id, record: survivor)
    }
    throw Problem(.customerDeleted, "The customers with this name were deleted too often.")
  }

  /// Finds the customer of a name, or creates it: with an account, unless the SDK made the name up.
  ///
  /// - Parameters:
  ///   - user: The name.
  ///   - app: The app.
  /// - Returns: A caller on behalf of the customer, who is not merged.
  /// - Throws: `Problem` with code `busy`, or if the ledger fails.
  func open(_ user: AppUserID, in app: ServedApp) async throws(Problem) -> Caller {
    for _ in 0..<CustomerWriter.attempts {
      let found = try await find(user, in: app)
      if found.record != nil { return caller(found.id, in: app) }
      _ = try await writer.write(to: found.id, in: app) {
        (record, now) async throws(Problem) -> WriteDecision in
        guard record.version == 0 else { return .nothing }
        return .append(try await opening(user, on: record, absorbing: nil, in: app, at: now))
      }
    }
    throw CustomerWriter.busy
  }

  /// Continues as a named person: what an anonymous customer has is merged into the person's customer.
  ///
  /// Only the anonymous customer gives something up, and whoever calls knows its random name. Between two named people
  /// nothing moves.
  ///
  /// - Parameters:
  ///   - old: The name that the device had.
  ///   - new: The name that it gets.
  ///   - app: The app.
  /// - Returns: Whether nothing was known of the new name before.
  /// - Throws: `Problem` with code `busy` or `clock_behind`, or if the ledger fails.
  func identify(
    _ old: AppUserID, as new: AppUserID, in app: ServedApp
  ) async throws(Problem) -> Bool {
    for _ in 0..<CustomerWriter.attempts {
      let target = try await find(new, in: app)
      guard old.isAnonymous, !new.isAnonymous,
        try await mergeable(old, besides: target.id, in: app) != nil
      else { return target.record == nil }
      var isMerged = false
      _ = try await writer.write(to: target.id, in: app) {
        (record, _) async throws(Problem) -> WriteDecision in
        isMerged = record.mergedInto != nil
        guard !isMerged, let other = try await mergeable(old, besides: record.id, in: app) else {
          return .nothing
        }
        let now = try records.instant(for: record, other)
        let change =
          record.version == 0
          ? try await opening(new, on: record, absorbing: other, in: app, at: now)
          : try await writer.change(seeing: nil, on: record, absorbing: other, in: app, at: now)
        return .append(change)
      }
      if !isMerged { return target.record == nil }
    }
    throw CustomerWriter.busy
  }

  /// A caller on behalf of a customer.
  func caller(_ customer: Customer.ID, in app: ServedApp) -> Caller {
    Caller(customer: customer, email: nil, now: records.clock(), mergedInto: nil, app: app)
  }

  /// The change that creates the customer of a name.
  private func opening(
    _ user: AppUserID, on record: CustomerRecord, absorbing other: CustomerRecord?,
    in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Change {
    try await writer.change(on: record, absorbing: other, in: app, at: now) { customer, history in
      guard let account = user.account else {
        return app.blueprint.record([], for: customer, at: now, history: history)
      }
      return app.blueprint.signUp(customer, account: account, at: now, history: history)
    }
  }

  /// The customer of an anonymous name if it can be merged: recorded, not merged yet, and not another account's.
  private func mergeable(
    _ user: AppUserID, besides customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    let found = try await find(user, in: app)
    guard found.id != customer, let record = found.record, record.customer.account == nil
    else { return nil }
    return record
  }
}
