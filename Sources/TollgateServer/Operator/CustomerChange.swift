import Tollgate
import TollgateLedger
import TollgateWire

/// A change of a customer that an operator makes, or previews.
enum CustomerChange: Hashable, Sendable {
  /// Grants an entitlement, or gives a grant that the blueprint lists.
  case grant(GrantRequest)
  /// Continues a grant.
  case extend(Grant.ID, GrantExtensionRequest)
  case revoke(Grant.ID, GrantRevocationRequest)
  /// Extends, pauses, resumes or resets a trial.
  case changeTrial(Trial.ID, TrialChangeRequest)
  /// Gives a purchase to another customer.
  case transfer(PurchaseID, to: Customer.ID, reason: String)
  /// Merges an anonymous customer into this one.
  case merge(Customer.ID, reason: String)
  /// Erases this customer, for good.
  case erase(reason: String)

  /// Whether there is no customer afterwards.
  var erases: Bool { if case .erase = self { true } else { false } }
}

/// What a change would do to a customer's membership, or did.
struct ChangePreview {
  struct Side {
    let customer: Customer.ID
    /// The number of writes to the customer before the change.
    let version: Int
    /// How many customers and purchases were merged into the customer before the change.
    let mergedCount: Int
    let before: Membership
    let after: Membership

    init(_ record: CustomerRecord, before: Membership, after: Membership) {
      customer = record.id
      version = record.version
      mergedCount = record.absorbed.count
      self.before = before
      self.after = after
    }

    /// Its form on the wire.
    var comparison: MembershipComparison {
      MembershipComparison(
        customer: customer, before: MembershipSummary(before), after: MembershipSummary(after))
    }
  }

  let at: Instant
  /// The customer, and for a transfer or a merge the other one.
  let sides: [Side]
  /// What the memberships do not show, as sentences.
  var notes: [String] = []
}

extension OperatorService {
  /// The greatest number of new facts that are listed for a customer.
  private static let namedFacts = 10

  /// Returns what a change would do now, without doing it.
  ///
  /// - Parameter customer: The customer; one who was merged stands for the one they were merged into.
  /// - Returns: The memberships before and after.
  /// - Throws: `Problem` with the code that the change itself would be refused with.
  func preview(
    _ change: CustomerChange, of customer: Customer.ID, by changer: Operator
  ) async throws(Problem) -> ChangePreview {
    let known = try await knowledge(of: customer, at: nil, in: changer.app)
    let now = known.at
    let facts: [Fact]
    switch change {
    case .grant(let request):
      facts = [
        .grant(
          try granted(request, to: known.customer, id: "preview", at: now, by: changer))
      ]
    case .extend(let grant, let request):
      facts = [
        .grant(
          try extended(grant, request, of: known.customer, id: "preview", at: now, by: changer))
      ]
    case .revoke(let grant, let request):
      facts =
        try revoked(grant, request, of: known.customer, at: now, by: changer).map { [.grant($0)] }
        ?? []
    case .changeTrial(let trial, let request):
      facts = try changed(trial, request, of: known.customer, key: "preview", at: now)
    case .transfer(let purchase, let receiver, let reason):
      try Self.check(reason)
      return try await transferPreview(
        of: purchase, from: known.record, to: receiver, in: changer.app)
    case .merge(let other, let reason):
      try Self.check(reason)
      return try await mergePreview(of: other, into: known.record, in: changer.app)
        ?? ChangePreview(at: now, sides: [])
    case .erase(let reason):
      try Self.check(reason)
      try Self.requireErasable(customer, known.record)
      return Self.erasure(of: known.record, known.membership, in: changer.app, at: now)
    }
    let notes: [String]
    if case .revoke(let grant, _) = change {
      notes = Self.remaining(
        besides: grant, of: known.customer, in: changer.app.blueprint, at: now)
    } else {
      notes = Self.terms(of: facts)
    }
    let at = facts.instant(notBefore: now)
    try RecordLimits.check(facts, for: known.record.customer, at: at)
    var after = known.customer
    for fact in facts { after.join(fact) }
    return ChangePreview(
      at: at,
      sides: [
        ChangePreview.Side(
          known.record, before: known.membership,
          after: Membership(of: after, in: changer.app.blueprint, at: at))
      ],
      notes: notes)
  }

  /// Makes a change, once for each key.
  ///
  /// - Parameter customer: The customer; one who was merged stands for the one they were merged into.
  /// - Throws: `Problem` with the codes of ``grant(_:to:key:by:)``, ``extend(_:_:of:key:by:)``, ``revoke(_:_:of:by:)``
  ///   and ``change(_:_:of:key:by:)``; `owned_by_another_customer` for a purchase that is not the customer's.
  func make(
    _ change: CustomerChange, of customer: Customer.ID, key: Idempotency.Key, by changer: Operator
  ) async throws(Problem) {
    switch change {
    case .grant(let request): _ = try await grant(request, to: customer, key: key, by: changer)
    case .extend(let grant, let request):
      _ = try await extend(grant, request, of: customer, key: key, by: changer)
    case .revoke(let grant, let request):
      _ = try await revoke(grant, request, of: customer, by: changer)
    case .changeTrial(let trial, let request):
      _ = try await self.change(trial, request, of: customer, key: key, by: changer)
    case .transfer(let purchase, let receiver, let reason):
      try await transfer(
        purchase, from: customer, to: receiver, reason: reason, by: changer)
    case .merge(let other, let reason):
      try await merge(other, into: customer, reason: reason, by: changer)
    case .erase(let reason): try await erase(customer, reason: reason, by: changer)
    }
  }

  /// Makes a change that a preview showed, unless the customer has changed since then other than by using the app.
  ///
  /// - Parameters:
  ///   - basis: What the preview was made from.
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  /// - Returns: Nil if the change was made; otherwise a new preview, and what has changed, as sentences.
  /// - Throws: `Problem` with the code that the change is refused with; `busy` if the customer uses the app all the time.
  func confirm(
    _ change: CustomerChange, _ basis: PreviewBasis, of customer: Customer.ID,
    key: Idempotency.Key, by confirmer: Operator
  ) async throws(Problem) -> (ChangePreview, changes: [String])? {
    var person = confirmer
    person.basis = basis
    for _ in 0..<CustomerWriter.attempts {
      do throws(Problem) {
        try await make(change, of: customer, key: key, by: person)
        return nil
      } catch {
        guard error.code == .outdatedPreview else { throw error }
      }
      // Another server may have written what this one has not read yet.
      for id in basis.versions.keys { records.forget(Customer.ID(id), in: confirmer.app) }
      let preview = try await self.preview(change, of: customer, by: confirmer)
      let changes = try await changes(since: basis, in: preview, of: confirmer.app)
      guard changes.isEmpty else { return (preview, changes) }
      person.basis = PreviewBasis(preview, in: confirmer.app)
    }
    throw CustomerWriter.busy
  }

  /// What the grants among new facts give, and for how long, as sentences.
  private static func terms(of facts: [Fact]) -> [String] {
    facts.compactMap { fact in
      guard case .grant(let grant) = fact else { return nil }
      if let lasts = grant.lasts {
        return "This grants \(grant.gift) for \(lasts), while nothing else gives it."
      }
      let end = grant.endsAt.map { " to \($0.minute) UTC." } ?? " UTC, with no end."
      return "This grants \(grant.gift) from \(grant.startsAt.minute)\(end)"
    }
  }

  /// Returns what has changed since a preview, as sentences.
  ///
  /// - Parameter basis: What the preview was made from.
  private func changes(
    since basis: PreviewBasis, in preview: ChangePreview, of app: ServedApp
  ) async throws(Problem) -> [String] {
    var sentences: [String] = []
    for id in basis.versions.keys.sorted() {
      let customer = Customer.ID(id)
      guard !preview.sides.contains(where: { $0.customer == customer }),
        let owner = try await records.record(of: customer, in: app)?.mergedInto
      else { continue }
      sentences.append("\(customer) was merged into \(owner).")
    }
    for side in preview.sides where basis.versions[side.customer.rawValue] != side.version {
      guard let merged = basis.mergedCounts[side.customer.rawValue] else {
        sentences.append("The preview did not show \(side.customer).")
        continue
      }
      if merged != side.mergedCount {
        sentences.append("Another customer, or a purchase, was merged into \(side.customer).")
      }
      let known = try await knowledge(of: side.customer, at: nil, in: app)
      let facts = known.facts.filter { $0.at >= basis.at }
      let changes = facts.filter { !$0.fact.kind.traits.contains(.activity) }.suffix(
        Self.namedFacts)
      sentences += changes.map { "\(side.customer): \($0.fact.sentence)" }
      if facts.isEmpty && merged == side.mergedCount {
        sentences.append("\(side.customer) changed, but no fact was recorded.")
      }
    }
    if basis.blueprint != app.revision {
      sentences.append("The server now serves another revision of the blueprint.")
    }
    if let until = basis.until, until <= preview.at {
      sentences.append(
        "A scheduled change took effect at \(until.minute) UTC.")
    }
    return sentences
  }
}
