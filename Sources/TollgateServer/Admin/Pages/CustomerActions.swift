import Tollgate
import TollgateLedger
import TollgateWire

/// What can be done for a customer.
struct CustomerActions: Sendable {
  /// A grant that stands.
  struct StandingGrant: Sendable {
    let id: String
    let title: String
    let from: String
    let until: String
    let hasEnd: Bool
  }

  /// A trial that can be extended and paused.
  struct ChangeableTrial: Sendable {
    let id: String
    let isPaused: Bool
  }

  /// A purchase that can be given to another customer.
  struct Purchase: Sendable {
    let id: String
    /// What was bought and when, for a person to choose by.
    let title: String
  }

  let path: String
  let formToken: String
  /// The entitlements that can be granted.
  let entitlements: [String]
  /// The grants that the blueprint lists, by name.
  let listedGrants: [String]
  let hasListedGrants: Bool
  /// The grants that run or begin later.
  let grants: [StandingGrant]
  /// The trials that can be changed.
  let trials: [ChangeableTrial]
  /// The purchases that can be given to another customer.
  let purchases: [Purchase]
  let hasPurchases: Bool
  /// Whether it is a customer, who can be merged and erased, and not a purchase that nobody has posted.
  let isPerson: Bool

  init(
    _ known: CustomerKnowledge, _ membership: MembershipSummary, path: String,
    for visit: AdminVisit
  ) {
    self.path = path
    formToken = visit.formToken
    entitlements = visit.app.blueprint.definition.entitlements.map(\.rawValue).sorted()
    listedGrants = visit.app.blueprint.grants(by: .support).map(\.id.rawValue)
    hasListedGrants = !listedGrants.isEmpty
    let ids = Set(
      known.facts.compactMap { recorded in
        if case .grant(let grant) = recorded.fact { grant.id } else { nil }
      })
    grants = known.customer.remainingGrants(in: visit.app.blueprint, at: known.at)
      .filter { ids.contains($0.id) }
      .sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
      .map { grant in
        StandingGrant(
          id: grant.id.rawValue,
          title: title(of: grant),
          from: grant.startsAt.minute,
          until: grant.lasts.map { "the end of its \($0)" } ?? grant.endsAt?.minute ?? "no end",
          hasEnd: grant.endsAt != nil && grant.credits == nil && grant.willRenew == nil)
      }
    trials = ([membership.trial].compactMap { $0 } + (membership.addOnTrials ?? []))
      .filter { $0.purchase == nil && $0.activatedAt != nil }
      .map { ChangeableTrial(id: $0.id.rawValue, isPaused: $0.pausedAt != nil) }
    let bought = known.customer.storeTransactions
    purchases = Set(bought.map(\.purchase))
      .filter { known.customer.transfer(of: $0)?.isHeld != false }
      .sorted { $0.description < $1.description }
      .map { purchase in
        let all = bought.filter { $0.purchase == purchase }
        let name = all.last.map { visit.app.blueprint.spokenName(of: $0.product) } ?? ""
        let day = all.map(\.purchasedAt).min()?.day ?? ""
        return Purchase(id: "\(purchase)", title: "\(name), bought \(day) (\(purchase))")
      }
    hasPurchases = !purchases.isEmpty
    isPerson = !known.record.id.isPlaceholder
  }
}

/// What a grant is, such as `Grant of premium (referral)` or `Bought elsewhere: premium (web), renews`.
private func title(of grant: Grant) -> String {
  let name = grant.name.map { " (\($0))" } ?? ""
  guard let willRenew = grant.willRenew else { return "Grant of \(grant.gift)\(name)" }
  let renewal = willRenew ? "renews" : "does not renew"
  return "Bought elsewhere: \(grant.gift)\(name)\(grant.seatsStated), \(renewal)"
}
