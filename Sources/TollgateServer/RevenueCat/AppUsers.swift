import Tollgate
import TollgateLedger
import TollgateWire

/// The customers behind the names of RevenueCat's SDK.
///
/// A customer's identifier follows from the name, so that a name needs no entry of its own; only another name of a
/// customer has one, which an import or a login claims. A customer is created when their name is first seen.
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

  /// Finds the customer of a name, as ``CustomerRecords/find(_:in:)``.
  func find(_ user: AppUserID, in app: ServedApp) async throws(Problem) -> Found {
    try await records.find(user, in: app)
  }

  /// Finds the customer of a name, or creates it: with an account, unless the SDK made the name up.
  ///
  /// - Parameter seen: When another system first saw a new customer; nil means now.
  /// - Returns: A caller on behalf of the customer, who is not merged.
  /// - Throws: `Problem` with code `busy`, or if the ledger fails.
  func open(
    _ user: AppUserID, seen: Instant? = nil, in app: ServedApp
  ) async throws(Problem) -> Caller {
    for _ in 0..<CustomerWriter.attempts {
      let found = try await find(user, in: app)
      if found.record != nil { return caller(found.id, in: app) }
      _ = try await writer.write(to: found.id, in: app) {
        (record, now) async throws(Problem) -> WriteDecision in
        guard record.version == 0 else { return .nothing }
        return .append(
          try await opening(user, on: record, absorbing: nil, seen: seen, in: app, at: now))
      }
    }
    throw CustomerWriter.busy
  }

  /// Continues as a named person: what an anonymous customer has is merged into the person's customer, who is created if
  /// nothing was known of the name.
  ///
  /// Only the anonymous customer gives something up, and the caller knows its random name. Between two named people
  /// nothing moves.
  ///
  /// - Parameters:
  ///   - old: The name that the device had.
  ///   - new: The name that it gets.
  /// - Returns: Whether nothing was known of the new name before.
  /// - Throws: `Problem` with code `busy` or `clock_behind`, or if the ledger fails.
  func identify(
    _ old: AppUserID, as new: AppUserID, in app: ServedApp
  ) async throws(Problem) -> Bool {
    let isNew = try await find(new, in: app).record == nil
    if old.isAnonymous, !new.isAnonymous {
      try await absorb(old, into: new, in: app)
    }
    _ = try await open(new, in: app)
    return isNew
  }

  /// Lets another name stand for a person's customer, with everything that is recorded under it.
  ///
  /// Two names that each have an account stay apart, and a name without a customer stands for nobody yet.
  ///
  /// - Parameter alias: The other name, which the caller must know to be the same person's.
  /// - Throws: `Problem` with code `busy` or `clock_behind`, or if the ledger fails.
  func link(_ alias: AppUserID, to user: AppUserID, in app: ServedApp) async throws(Problem) {
    guard try await find(alias, in: app).record == nil else {
      return try await absorb(alias, into: user, in: app)
    }
    guard let customer = try await find(user, in: app).record else { return }
    _ = try await writer.write(to: customer.id, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw CustomerWriter.busy }
      let claim = LedgerClaim.alias(alias.text)
      guard try await records.owner(of: claim, in: app) == nil else { return .nothing }
      var change = try await writer.change(seeing: nil, on: record, in: app, at: now)
      change.claims.append(claim)
      return .append(change)
    }
  }

  /// Merges the anonymous customer of a name into that of another; does nothing if there isn't one.
  private func absorb(
    _ old: AppUserID, into new: AppUserID, in app: ServedApp
  ) async throws(Problem) {
    for _ in 0..<CustomerWriter.attempts {
      let target = try await find(new, in: app)
      guard try await mergeable(old, besides: target.id, in: app) != nil else { return }
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
      if !isMerged { return }
    }
    throw CustomerWriter.busy
  }

  func caller(_ customer: Customer.ID, in app: ServedApp) -> Caller {
    Caller(customer: customer, email: nil, now: records.clock(), mergedInto: nil, app: app)
  }

  /// The change that creates the customer of a name.
  ///
  /// A trial that starts on sign-up starts when another system first saw the customer, and one that starts with the
  /// first launch does not start for somebody who was seen before: a customer who moves gets no second one.
  private func opening(
    _ user: AppUserID, on record: CustomerRecord, absorbing other: CustomerRecord?,
    seen: Instant? = nil, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> CustomerWrite {
    let first = min(seen ?? now, now)
    let seen = Fact.milestone(MilestoneReached(milestone: Milestone.firstSeen, at: first))
    return try await writer.change(
      on: record, adding: user.isAnonymous || first < now ? [seen] : [], absorbing: other, in: app,
      at: now
    ) { customer, history in
      guard let account = user.account else {
        return app.blueprint.record([], for: customer, at: now, history: history)
      }
      return app.blueprint.signUp(customer, account: account, at: first, history: history)
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

extension CustomerRecords {
  /// Finds the customer of a name, following a merge; one who was deleted has a successor.
  ///
  /// - Returns: The customer, whether or not anything is recorded.
  /// - Throws: `Problem` with code `customer_deleted` if all successors were deleted, or if the ledger cannot be read.
  func find(_ user: AppUserID, in app: ServedApp) async throws(Problem) -> AppUsers.Found {
    for generation in 0..<AppUserID.generations {
      let id = user.customer(generation)
      guard let record = try await record(of: id, in: app) else {
        let known = try await owner(of: .alias(user.text), in: app)
        if let known, let record = try await self.record(of: known, in: app),
          case let survivor = try await survivor(of: record, in: app), !survivor.isErased
        {
          return AppUsers.Found(id: survivor.id, record: survivor)
        }
        return AppUsers.Found(id: id, record: nil)
      }
      let survivor = try await survivor(of: record, in: app)
      // The identifier of a UUID may be that of a customer who never had the name.
      let isOther =
        generation == 0 && user.signedCustomer != nil && !user.isAccount(survivor.customer)
      guard !isOther, !survivor.isErased else { continue }
      return AppUsers.Found(id: survivor.id, record: survivor)
    }
    throw Problem(.customerDeleted, "The customers with this name were deleted too often.")
  }

  /// The customer that a text names: the customer's id, or an app user id; nil if there isn't one.
  ///
  /// - Returns: The record, also of a customer who was merged or erased.
  func record(named name: Customer.ID, in app: ServedApp) async throws(Problem) -> CustomerRecord? {
    if let record = try await record(of: name, in: app) { return record }
    let user: AppUserID
    do { user = try AppUserID(name.rawValue) } catch { return nil }
    return try await find(user, in: app).record
  }
}
