public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Everything known of the caller, and what holds now.
  ///
  /// - Parameter caller: Who asks.
  /// - Returns: The caller's snapshot.
  /// - Throws: `Problem` where the ledger cannot be read.
  public func snapshot(of caller: Caller) async throws(Problem) -> CustomerSnapshot {
    let record = try await record(of: caller)
    return snapshot(of: record, in: caller.app, email: caller.email, at: caller.now)
  }

  /// Everything known of a customer, who must be the caller.
  ///
  /// - Parameters:
  ///   - customer: The customer asked for.
  ///   - caller: Who asks.
  /// - Returns: The caller's snapshot.
  /// - Throws: `Problem` with code `another_customer`, whether or not there is such a customer.
  public func snapshot(
    of customer: Customer.ID, for caller: Caller
  ) async throws(Problem) -> CustomerSnapshot {
    guard customer == caller.customer else {
      throw Problem(.anotherCustomer, "A customer reads only their own data.")
    }
    return try await snapshot(of: caller)
  }

  /// What holds for the caller now, as the engine's value.
  ///
  /// - Parameter caller: Who asks.
  /// - Returns: The caller's membership.
  /// - Throws: `Problem` where the ledger cannot be read.
  public func membership(of caller: Caller) async throws(Problem) -> Membership {
    Membership(
      of: try await record(of: caller).customer, in: caller.app.blueprint, at: caller.now)
  }

  /// What holds for the caller now, as JSON, kept until it changes.
  func membershipBody(of caller: Caller) async throws(Problem) -> [UInt8] {
    let record = try await record(of: caller)
    if let written = cache.membership(caller.key, version: record.version),
      written.holds(at: caller.now)
    {
      return written.body
    }
    let membership = Membership(of: record.customer, in: caller.app.blueprint, at: caller.now)
    let body = try JSON.bytes(MembershipSummary(membership))
    cache.keep(
      RecordCache.WrittenMembership(
        from: caller.now, until: membership.nextChange, body: body),
      caller.key, version: record.version)
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
  ) -> CustomerSnapshot {
    CustomerSnapshot(
      id: record.id, app: app.id, account: record.customer.account, email: email,
      facts: record.customer, version: record.version, serverTime: now,
      blueprintRevision: app.revision,
      membership: MembershipSummary(Membership(of: record.customer, in: app.blueprint, at: now)))
  }
}
