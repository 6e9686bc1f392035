import Tollgate
import TollgateLedger
import TollgateWire

/// What the server knew of a customer at an instant, or expects at a later one.
struct CustomerKnowledge {
  /// A phase of a customer's life.
  struct Span: Equatable {
    let phase: Phase
    let from: Instant
  }

  let app: ServedApp
  let record: CustomerRecord
  /// The customer, with what others count in a shared trial.
  let customer: Customer
  let at: Instant
  /// What was recorded until then, in order; for a customer who was merged later, nothing.
  let facts: [RecordedFact]
  /// The customers who were merged into this one by then, as far as the ledger knows when.
  let merges: [Customer.ID: CustomerMerge]
  /// Every customer who may have been merged into this one by then.
  let merged: Set<Customer.ID>
  /// The changes of the served blueprint, the oldest first.
  let revisions: [PublishedRevision]

  var membership: Membership { Membership(of: customer, in: app.blueprint, at: at) }

  /// The history and the membership for an operator.
  func life(for reader: Operator) -> CustomerLife {
    let shown = facts.suffix(CustomerLife.factLimit)
    let membership = MembershipSummary(membership)
    return CustomerLife(
      id: record.id, app: app.id, account: customer.account,
      merged: merged.sorted(), at: at,
      membership: reader.seesRevenue ? membership : membership.withoutRevenue,
      facts: shown.map { summary(of: $0, for: reader) },
      omitted: facts.count - shown.count, blueprintRevision: app.revision,
      version: record.version)
  }

  /// Why a feature answers as it does; nil if the blueprint has no such feature.
  func reason(for feature: Feature.ID, for reader: Operator) -> FeatureReason? {
    guard let explanation = app.blueprint.explain(feature, for: customer, at: at),
      let rules = app.blueprint.definition.features.first(where: { $0.id == feature })?.rules
    else { return nil }
    let decisive = app.blueprint.decisiveFacts(for: explanation, of: customer, at: at)
    let unnamed =
      app.blueprint.feature(feature)?.parentKind.map { " where a use names no \($0)" } ?? ""
    let number = explanation.rule.map { "rule \($0 + 1)" } ?? "no rule"
    return FeatureReason(
      customer: record.id, feature: feature, at: at,
      access: AccessSummary(explanation.access),
      sentence:
        "\(feature) is \(explanation.access.sentence)\(unnamed), by \(number) of \(rules.count).",
      rule: explanation.rule.map {
        FeatureReason.Rule(number: $0 + 1, when: rules[$0].when.sentence)
      },
      skipped: explanation.skipped.map {
        FeatureReason.SkippedRule(
          number: $0.position + 1, unmet: $0.unmet.map(\.sentence))
      },
      because: facts.filter { decisive.contains($0.fact) }
        .map { summary(of: $0, for: reader) },
      variants: explanation.variants.isEmpty
        ? nil : PaywallEvent.names(of: explanation.variants), nextChange: explanation.nextChange,
      blueprintRevision: app.revision)
  }

  /// Since when the server knew a fact of the customer: since it was recorded, or since the one it was recorded for was
  /// merged.
  func knownAt(_ at: Instant, of recorded: Customer.ID) -> Instant {
    max(at, merges[recorded]?.at ?? at)
  }

  private func summary(of recorded: RecordedFact, for reader: Operator) -> RecordedFactSummary {
    RecordedFactSummary(
      at: recorded.at, customer: recorded.customer,
      revision: revisions.last { $0.at <= recorded.at }?.number,
      sentence: recorded.fact.sentence, notes: recorded.fact.notes.map(GrantNoteSummary.init),
      fact: reader.seesRevenue ? recorded.fact : recorded.fact.withoutRevenue)
  }

  /// The phases until ``at``, by what was known at each instant and today's blueprint: the newest `limit`.
  func phases(limit: Int) -> [Span] {
    // The facts of one instant belong to one write, which no customer was between.
    var shown = facts.filter { isAllowed($0.fact) }
      .map { (at: knownAt($0.at, of: $0.customer), fact: $0.fact) }
    if !merges.isEmpty { shown.sort { $0.at < $1.at } }
    let later = shown.suffix(CustomerLife.factLimit)
    var known = Customer(shown.dropLast(later.count).map { $0.fact })
    var spans: [Span] = []
    func note(_ instant: Instant) {
      let phase = Membership(of: known, in: app.blueprint, at: instant).phase
      if spans.last?.phase != phase { spans.append(Span(phase: phase, from: instant)) }
    }
    /// Notes the phases that follow by themselves.
    func follow(from start: Instant, until end: Instant) {
      var instant = start
      for _ in 0..<Self.changeLimit {
        let next = Membership(of: known, in: app.blueprint, at: instant).nextChange
        guard let next, next > instant, next < end else { return }
        note(next)
        instant = next
      }
    }
    var last: Instant?
    var rest = later[...]
    while let at = rest.first?.at {
      if let last { follow(from: last, until: at) }
      while let fact = rest.first, fact.at == at {
        known.join(fact.fact)
        rest = rest.dropFirst()
      }
      note(at)
      last = at
    }
    if let last { follow(from: last, until: at) }
    return spans.suffix(limit)
  }

  /// The maximum number of changes that are followed between two facts.
  private static let changeLimit = 64

  /// Whether the app's policy for the sandbox leaves a fact to the customer.
  private func isAllowed(_ fact: Fact) -> Bool {
    fact.relatedPurchase?.environment != .sandbox
      || customer.storeTransactions.contains { $0.environment == .sandbox }
  }
}

extension Fact {
  /// What operators wrote about it.
  fileprivate var notes: [GrantNote] {
    if case .grant(let grant) = self { grant.notes } else { [] }
  }
}
