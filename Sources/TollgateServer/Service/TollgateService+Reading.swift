public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Returns everything known about the caller, with the current membership.
  ///
  /// - Parameter caller: The caller.
  /// - Returns: The caller's snapshot.
  /// - Throws: `Problem` if the ledger cannot be read, or with code `clock_behind`.
  public func snapshot(of caller: Caller) async throws(Problem) -> CustomerSnapshot {
    let record = try await record(of: caller)
    return try await snapshot(
      of: record, in: caller.app, email: caller.email, at: try instant(for: record))
  }

  /// Returns everything known about a customer, who must be the caller.
  ///
  /// - Parameters:
  ///   - customer: The requested customer.
  ///   - caller: The caller.
  /// - Returns: The caller's snapshot.
  /// - Throws: `Problem` with code `another_customer`, whether or not such a customer exists.
  public func snapshot(
    of customer: Customer.ID, for caller: Caller
  ) async throws(Problem) -> CustomerSnapshot {
    guard customer == caller.customer else {
      throw Problem(.anotherCustomer, "A customer reads only their own data.")
    }
    return try await snapshot(of: caller)
  }

  /// Returns the caller's current membership, as the engine's value.
  ///
  /// - Parameter caller: The caller.
  /// - Returns: The caller's membership.
  /// - Throws: `Problem` if the ledger cannot be read, or with code `clock_behind`.
  public func membership(of caller: Caller) async throws(Problem) -> Membership {
    let record = try await record(of: caller)
    return try await reading(record, in: caller.app, at: try instant(for: record)).membership
  }

  /// The caller's current membership as JSON, cached until it changes.
  func membershipBody(of caller: Caller) async throws(Problem) -> [UInt8] {
    let record = try await record(of: caller)
    let now = try instant(for: record)
    if let written = cache.membership(caller.key, version: record.version), written.holds(at: now) {
      return written.body
    }
    let reading = try await reading(record, in: caller.app, at: now)
    let body = try JSON.bytes(MembershipSummary(reading.membership))
    // A trial shared with another customer changes without a write to this one.
    if !reading.isShared {
      cache.keep(
        RecordCache.WrittenMembership(
          from: now, until: reading.membership.nextChange, body: body),
        caller.key, version: record.version)
    }
    return body
  }

  func record(of caller: Caller) async throws(Problem) -> CustomerRecord {
    guard let record = try await load(caller.key) else {
      throw Problem(.invalidToken, "The token names nobody this server knows.")
    }
    return record
  }

  func snapshot(
    of record: CustomerRecord, in app: ServedApp, email: String?, at now: Instant
  ) async throws(Problem) -> CustomerSnapshot {
    let reading = try await reading(record, in: app, at: now)
    return CustomerSnapshot(
      id: record.id, app: app.id, account: record.customer.account, email: email,
      facts: reading.customer, version: record.version, serverTime: reading.membership.instant,
      blueprintRevision: app.revision, membership: MembershipSummary(reading.membership))
  }

  func snapshot(
    of written: Written, for caller: Caller
  ) async throws(Problem) -> CustomerSnapshot {
    try await snapshot(
      of: written.record, in: caller.app, email: caller.email, at: written.at)
  }
}
