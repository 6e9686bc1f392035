public import Tollgate
import TollgateLedger
public import TollgateWire

/// Answers what is known about a customer: snapshots and memberships.
///
/// It reads and never writes, so a `GET` costs no commit. If a customer shares the trial of another customer's
/// purchase, or the features of a team, everyone's uses of it are counted together.
public struct CustomerReader: Sendable {
  let records: CustomerRecords
  /// The customers whose long snapshots are being encoded.
  private let encoding = TurnQueue<CustomerKey>()

  init(records: CustomerRecords) { self.records = records }

  /// Returns everything known about the caller, with the current membership.
  ///
  /// - Throws: `Problem` if the ledger cannot be read, or with code `clock_behind`.
  public func snapshot(of caller: Caller) async throws(Problem) -> CustomerSnapshot {
    let record = try await records.record(of: caller)
    return try await snapshot(
      of: record, in: caller.app, email: caller.email, at: try records.instant(for: record))
  }

  /// Returns everything known about a customer, who must be the caller.
  ///
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
  /// - Throws: `Problem` if the ledger cannot be read, or with code `clock_behind`.
  public func membership(of caller: Caller) async throws(Problem) -> Membership {
    let record = try await records.record(of: caller)
    return try await current(record, in: caller.app, at: try records.instant(for: record))
      .membership
  }

  /// Returns the caller's current access to a feature.
  ///
  /// - Parameters:
  ///   - parent: What a use would belong to, if a limit counts for each parent; nil for one that names none.
  ///   - cost: The size of the use, if a limit counts sizes; nil means 1.
  ///   - item: The item that the use would name. One that is held already can be used unless it is blocked; with a parent
  ///     or a cost, the answer is about moving or resizing it.
  /// - Returns: The access, with the instant of its next change.
  /// - Throws: `Problem` with code `unknown_feature`, `invalid_value` or `clock_behind`, or if the ledger cannot be read.
  public func access(
    to feature: Feature.ID, in parent: Parent.ID? = nil, asking cost: Int? = nil,
    item: Item.ID? = nil, of caller: Caller
  ) async throws(Problem) -> AccessResponse {
    let handle = try caller.app.handle(of: feature)
    try NameLength.check(parent)
    try NameLength.check(item)
    try caller.app.check(cost: cost, of: feature)
    let record = try await records.record(of: caller)
    let known = try await current(record, in: caller.app, at: try records.instant(for: record))
    var membership = known.membership
    if let parent {
      membership = Membership(
        of: known.customer, in: caller.app.blueprint, parent: parent, at: membership.instant)
    }
    var access =
      cost.map { membership.access(to: feature, asking: $0) } ?? membership.access(to: feature)
    if let item, parent == nil, cost == nil, membership.phase != .unknown {
      access = caller.app.blueprint.access(
        to: handle, item: item, of: known.customer, at: membership.instant)
    }
    return AccessResponse(
      feature: feature, access: AccessSummary(access), customer: record.id,
      nextChange: membership.nextChange, version: record.version, serverTime: membership.instant)
  }

  /// The caller's current membership as JSON, cached until it changes.
  func membershipBody(of caller: Caller) async throws(Problem) -> [UInt8] {
    let record = try await records.record(of: caller)
    let now = try records.instant(for: record)
    let key = CustomerKey(app: caller.app.id, customer: caller.customer)
    if let encoded = records.cache.membership(key, version: record.version),
      encoded.isValid(at: now, under: caller.app.revision)
    {
      return encoded.body
    }
    let current = try await current(record, in: caller.app, at: now)
    let body = try JSON.bytes(MembershipSummary(current.membership))
    // What is shared with another customer changes without a write to this one.
    if !current.isShared {
      records.cache.insert(
        RecordCache.EncodedMembership(
          from: now, until: current.membership.nextChange, revision: caller.app.revision, body: body
        ),
        key, version: record.version)
    }
    return body
  }

  /// The caller's snapshot as JSON, encoded again only when it changes; its time is the response's.
  func snapshotBody(of caller: Caller) async throws(Problem) -> [UInt8] {
    let key = CustomerKey(app: caller.app.id, customer: caller.customer)
    let record = try await records.record(of: caller)
    let now = try records.instant(for: record)
    if let body = cachedBody(of: record, key, for: caller, at: now) { return body }
    guard record.customer.reportedBytes > LongWork.bytes else {
      return try await encodedBody(of: record, key, for: caller, at: now)
    }
    // A caller that waits for its turn finds what the first one has encoded.
    return try await encoding.run(key) { () async throws(Problem) -> [UInt8] in
      if let body = cachedBody(of: record, key, for: caller, at: now) { return body }
      return try await encodedBody(of: record, key, for: caller, at: now)
    }
  }

  private func cachedBody(
    of record: CustomerRecord, _ key: CustomerKey, for caller: Caller, at now: Instant
  ) -> [UInt8]? {
    guard let (cached, snapshot) = records.cache.encoded(key), cached.version == record.version
    else { return nil }
    return snapshot?.body(at: now, email: caller.email, under: caller.app.revision)
  }

  private func encodedBody(
    of record: CustomerRecord, _ key: CustomerKey, for caller: Caller, at now: Instant
  ) async throws(Problem) -> [UInt8] {
    let current = try await current(record, in: caller.app, at: now)
    let snapshot = Self.snapshot(current, of: record, in: caller.app, email: caller.email)
    let body = try await snapshot.body()
    // What is shared with another customer changes without a write to this one.
    if !current.isShared, let encoded = EncodedSnapshot(body, of: snapshot) {
      records.cache.insert(encoded, key, version: record.version)
    }
    return body
  }

  /// Builds the snapshot of a record, after a write or a read.
  ///
  /// - Parameters:
  ///   - record: The customer's record; the snapshot carries its version.
  ///   - app: The app, whose blueprint decides the membership.
  ///   - email: The email address that the caller's token carries; nil for an anonymous customer.
  ///   - now: The instant of the decision, not earlier than any instant stamped for the customer.
  /// - Returns: The snapshot; its `serverTime` is `now`, raised to the clock of the owner of what is shared.
  /// - Throws: `Problem` if the owner of what is shared cannot be read, or with code `clock_behind`.
  func snapshot(
    of record: CustomerRecord, in app: ServedApp, email: String?, at now: Instant
  ) async throws(Problem) -> CustomerSnapshot {
    Self.snapshot(
      try await current(record, in: app, at: now), of: record, in: app, email: email)
  }
}

extension CustomerReader {
  /// What a customer's responses are based on: everything known, plus what is counted for all elsewhere.
  private struct Current {
    let customer: Customer
    let membership: Membership
    /// Whether uses of other customers are part of the membership.
    let isShared: Bool
  }

  private static func snapshot(
    _ current: Current, of record: CustomerRecord, in app: ServedApp, email: String?
  ) -> CustomerSnapshot {
    CustomerSnapshot(
      id: record.id, app: app.id, account: record.customer.account, email: email,
      facts: current.customer, version: record.version, serverTime: current.membership.instant,
      blueprintRevision: app.revision, membership: MembershipSummary(current.membership))
  }

  /// What to answer from: the record itself, or the record joined with what others used of what it shares.
  private func current(
    _ record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Current {
    let membership = Membership(of: record.customer, in: app.blueprint, at: now)
    let shared = try await records.sharedUses(of: record, membership, in: app)
    guard !shared.isEmpty else {
      return Current(customer: record.customer, membership: membership, isShared: false)
    }
    let customer = shared.joined(into: record)
    let later = max(now, try records.instant(for: shared.map(\.owner.customer)))
    return Current(
      customer: customer, membership: Membership(of: customer, in: app.blueprint, at: later),
      isShared: true)
  }
}

extension CustomerSnapshot {
  /// The snapshot as JSON, encoded off the event loop if it is long.
  func body() async throws(Problem) -> [UInt8] {
    try await LongWork.run(about: facts.reportedBytes) { () throws(Problem) in
      try JSON.bytes(self)
    }
  }
}
