import Foundation
import Observation

#if canImport(StoreKit)
  import StoreKit
#else
  import OpenStoreKit
#endif

/// What a subscriber's screen shows: the plan, what comes next, and what can be bought.
@MainActor
@Observable
final class PlanScreen {
  /// Signs a promotional offer on the developer's server.
  typealias OfferSigner = @Sendable (_ productID: String, _ offerID: String) async throws -> String

  private(set) var plans: [Product] = []
  private(set) var status: Product.SubscriptionInfo.Status?
  private(set) var headline = ""
  private(set) var footnote = ""
  private(set) var trialPlans: Set<Product.ID> = []
  private(set) var winBackOffer: Product.SubscriptionOffer?

  private let productIDs: [String]
  private let groupID: String
  private let signOffer: OfferSigner
  private let dateStyle: Date.ISO8601FormatStyle = .iso8601.year().month().day()
  @ObservationIgnored private var listeners: [Task<Void, Never>] = []

  init(productIDs: [String], groupID: String, signOffer: @escaping OfferSigner) {
    self.productIDs = productIDs
    self.groupID = groupID
    self.signOffer = signOffer
  }

  func appear() async throws {
    listeners = [
      Task { [weak self] in
        for await _ in Product.SubscriptionInfo.Status.updates {
          try? await self?.refresh()
        }
      },
      Task { [weak self] in
        for await result in Transaction.updates {
          if let transaction = try? result.payloadValue { await transaction.finish() }
          try? await self?.refresh()
        }
      },
    ]
    plans = try await Product.products(for: productIDs).sorted {
      ($0.subscription?.groupLevel ?? 0) < ($1.subscription?.groupLevel ?? 0)
    }
    try await refresh()
  }

  func disappear() {
    for listener in listeners { listener.cancel() }
    listeners = []
  }

  func choose(_ plan: Product) async throws {
    try await take(plan.purchase())
  }

  /// The loyalty offer of the current plan.
  func takePromotionalOffer(_ offer: Product.SubscriptionOffer, of plan: Product) async throws {
    guard let id = offer.id else { return }
    let jws = try await signOffer(plan.id, id)
    let options = Product.PurchaseOption.promotionalOffer(id, compactJWS: jws)
    try await take(plan.purchase(options: Set(options)))
  }

  func comeBack(to plan: Product) async throws {
    guard let winBackOffer else { return }
    try await take(plan.purchase(options: [.winBackOffer(winBackOffer)]))
  }

  private func take(_ result: Product.PurchaseResult) async throws {
    if case .success(let verification) = result {
      let transaction = try verification.payloadValue
      await transaction.finish()
    }
    try await refresh()
  }

  private func refresh() async throws {
    let statuses = try await Product.SubscriptionInfo.status(for: groupID)
    status = statuses.max { $0.state.rank < $1.state.rank }
    trialPlans = []
    for plan in plans where plan.subscription?.introductoryOffer != nil {
      if await plan.subscription?.isEligibleForIntroOffer == true { trialPlans.insert(plan.id) }
    }
    describe()
  }

  private func describe() {
    winBackOffer = nil
    guard let status, case .verified(let renewal) = status.renewalInfo,
      case .verified(let transaction) = status.transaction
    else {
      (headline, footnote) = ("No plan yet", "")
      return
    }
    let name = name(of: transaction.productID)
    let end = (transaction.expirationDate ?? .distantPast).formatted(dateStyle)
    switch status.state {
    case .subscribed:
      headline = name
      footnote = line(renewal, current: transaction.productID, end: end)
    case .inGracePeriod:
      let until = renewal.gracePeriodExpirationDate?.formatted(dateStyle) ?? end
      (headline, footnote) = (name, "Update your payment method before \(until)")
    case .inBillingRetryPeriod:
      (headline, footnote) = ("\(name) is paused", "Update your payment method")
    case .expired:
      (headline, footnote) = ("\(name) ended", end)
      let best = renewal.eligibleWinBackOfferIDs.first
      winBackOffer = plans.compactMap(\.subscription).flatMap(\.winBackOffers)
        .first { $0.id != nil && $0.id == best }
    case .revoked:
      (headline, footnote) = ("\(name) was refunded", "")
    default:
      (headline, footnote) = ("", "")
    }
  }

  private func line(
    _ renewal: Product.SubscriptionInfo.RenewalInfo, current: String, end: String
  ) -> String {
    guard renewal.willAutoRenew else { return "Ends on \(end)" }
    guard let next = renewal.autoRenewPreference, next != current else { return "Renews on \(end)" }
    return "Changes to \(name(of: next)) on \(end)"
  }

  private func name(of productID: String) -> String {
    plans.first { $0.id == productID }?.displayName ?? productID
  }
}

extension Product.SubscriptionInfo.RenewalState {
  fileprivate var rank: Int {
    switch self {
    case .subscribed: 4
    case .inGracePeriod: 3
    case .inBillingRetryPeriod: 2
    case .expired: 1
    default: 0
    }
  }
}
