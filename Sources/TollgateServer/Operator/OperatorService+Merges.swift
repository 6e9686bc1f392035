public import Tollgate
import TollgateLedger
public import TollgateWire

extension OperatorService {
  /// Merges an anonymous customer into another one, or previews that; a repeated request changes nothing more.
  ///
  /// - Parameters:
  ///   - request: The anonymous customer, and why.
  ///   - customer: The customer who stays; one who was merged stands for the one they were merged into.
  /// - Returns: The memberships of both customers, before and after.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value` or `busy`.
  public func merge(
    _ request: CustomerMergeRequest, into customer: Customer.ID, by merger: Operator
  ) async throws(Problem) -> CustomerChangeResponse {
    try Self.check(request.reason)
    let app = merger.app
    let isPreview = request.isPreview ?? false
    let done: ChangePreview?
    if isPreview {
      let record = try await requiredCustomer(customer, in: app)
      done = try await mergePreview(of: request.customer, into: record, in: app)
    } else {
      done = try await merge(request.customer, into: customer, reason: request.reason, by: merger)
    }
    return CustomerChangeResponse(
      isPreview: isPreview, customers: done?.sides.map(\.comparison) ?? [],
      serverTime: done?.at ?? records.clock())
  }

  /// Merges an anonymous customer into another one, as a sign-in does.
  ///
  /// - Parameters:
  ///   - other: The anonymous customer.
  ///   - customer: The customer who stays; one who was merged stands for the one they were merged into.
  ///   - reason: Why, in 3 to 500 characters.
  /// - Returns: The memberships of both customers, before and after; nil if the merge was made before.
  /// - Throws: `Problem` with code `unknown_customer`, `invalid_value` or `busy`.
  @discardableResult
  func merge(
    _ other: Customer.ID, into customer: Customer.ID, reason: String, by merger: Operator
  ) async throws(Problem) -> ChangePreview? {
    try Self.check(reason)
    let app = merger.app
    var before: [(record: CustomerRecord, membership: Membership)] = []
    let result = try await write(to: customer, by: merger) {
      (record, _) async throws(Problem) -> WriteDecision in
      before = []
      guard let other = try await mergeable(other, into: record, in: app) else { return .nothing }
      var change = try await merging(other, into: record, in: app)
      for record in [record, other] {
        let membership = try await membership(of: record, in: app, at: change.at)
        before.append((record, membership))
      }
      change.audit = LedgerAuditEntry(
        .customerMerged, by: merger.name, at: change.at, customer: record.id,
        subject: other.id.rawValue, reason: reason)
      return .append(change)
    }
    guard !before.isEmpty else { return nil }
    let after = try await membership(of: result.record, in: app, at: result.at)
    return ChangePreview(
      at: result.at,
      sides: before.map {
        ChangePreview.Side($0.record, before: $0.membership, after: after)
      })
  }

  /// What a merge would do to both customers; nil if it was made before.
  ///
  /// - Parameters:
  ///   - other: The anonymous customer.
  ///   - record: The customer who stays.
  /// - Returns: The memberships of both, before and after; afterwards they have the same.
  /// - Throws: `Problem` with the code that the merge would be refused with.
  func mergePreview(
    of other: Customer.ID, into record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> ChangePreview? {
    guard let other = try await mergeable(other, into: record, in: app) else { return nil }
    let change = try await merging(other, into: record, in: app)
    var merged = record.customer
    merged.join(other.customer)
    for fact in change.facts { merged.join(fact) }
    let after = try await membership(
      of: CustomerRecord(id: record.id, version: record.version, customer: merged), in: app,
      at: change.at)
    var sides: [ChangePreview.Side] = []
    for side in [record, other] {
      let before = try await membership(of: side, in: app, at: change.at)
      sides.append(ChangePreview.Side(side, before: before, after: after))
    }
    return ChangePreview(at: change.at, sides: sides)
  }

  private func merging(
    _ other: CustomerRecord, into record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerWrite {
    try await writer.change(
      seeing: nil, on: record, absorbing: other, in: app,
      at: try records.instant(for: record, other))
  }

  /// The anonymous customer of a merge; nil if they are part of the other one already.
  private func mergeable(
    _ customer: Customer.ID, into record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard customer != record.id else {
      throw Problem(
        .invalidValue, "A customer cannot be merged into themselves; give another customer's id.")
    }
    try Self.requirePerson(record.id)
    try Self.requirePerson(customer)
    let other = try await requiredCustomer(customer, as: "customer to merge", in: app)
    guard other.id == customer || other.id == record.id else { throw Self.merged(into: other.id) }
    guard other.id != record.id else { return nil }
    guard other.customer.account == nil else {
      throw Problem(
        .invalidValue, "Only an anonymous customer can be merged; this one has an account.")
    }
    return other
  }

  /// Returns who was merged into a customer, and when.
  ///
  /// - Parameter facts: What was recorded for all of them.
  /// - Returns: The merges by the customer who was merged, without those who have neither facts nor an entry.
  func merges(
    into record: CustomerRecord, _ facts: [RecordedFact], in app: ServedApp
  ) async throws(Problem) -> [Customer.ID: CustomerMerge] {
    guard !record.absorbed.isEmpty else { return [:] }
    var merges: [Customer.ID: CustomerMerge] = [:]
    for fact in facts where record.absorbed.contains(fact.customer) {
      let latest = max(fact.at, merges[fact.customer]?.at ?? fact.at)
      merges[fact.customer] = CustomerMerge(customer: fact.customer, at: latest)
    }
    // The newest first: a customer who was merged into one of them before became part of this customer with that one.
    for entry in try await mergeEntries(of: record, in: app).sorted(by: { $1.at < $0.at }) {
      guard let receiver = entry.customer, let subject = entry.subject.map({ Customer.ID($0) }),
        record.absorbed.contains(subject)
      else { continue }
      var at = entry.at
      if receiver != record.id {
        at = max(at, merges[receiver]?.at ?? at)
        if merges[receiver]?.entry == nil {
          merges[receiver] = CustomerMerge(customer: receiver, at: at)
        }
      }
      merges[subject] = CustomerMerge(
        customer: subject, at: at, through: receiver == record.id ? nil : receiver, entry: entry)
    }
    return merges
  }

  /// What the audit list says of merges into a customer, or into anyone who is part of them now.
  private func mergeEntries(
    of record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> [LedgerAuditEntry] {
    var entries: [LedgerAuditEntry] = []
    for customer in record.absorbed.union([record.id]) where !customer.isPlaceholder {
      entries += try await Problem.catching(
        await records.ledger.administration.audit(
          LedgerAuditFilter(
            action: .customerMerged, customer: customer, limit: LedgerAuditFilter.greatestLimit),
          in: app.id))
    }
    return entries
  }
}
