import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateLedger
import TollgateSimulation

/// The life so far, as a scenario.
extension World {
  /// The life so far as a scenario file that plays to the same end.
  ///
  /// - Parameter file: The name of the blueprint's file.
  func scenario(of file: String) -> LifeScenario {
    LifeScenario(
      life, of: blueprint, file: file, from: origin.start, to: clock.now,
      gracePeriod: Self.gracePeriod,
      variants: known.map { blueprint.variants(for: $0) } ?? [:],
      membership: known.map { Membership(of: $0, in: blueprint, at: clock.now) })
  }

  /// Records what happened in the background since the last action.
  func recordLife() async {
    await recordLife(nil, from: lifeState(withPurchases: false))
  }

  /// Records what an action does.
  func recordLife(
    of action: VisitorAction, _ body: @MainActor () async -> Void
  ) async {
    await recordLife()
    let before = lifeState(withPurchases: action.mayBuy)
    await body()
    await recordLife(action, from: before)
  }

  private func recordLife(_ action: VisitorAction?, from before: LifeRecord.State) async {
    let facts = await server.entries(after: life.seen)
    let after = lifeState(withPurchases: action?.mayBuy ?? false)
    life.record(action, from: before, to: after, facts: facts)
  }

  private func lifeState(withPurchases: Bool) -> LifeRecord.State {
    let account = phone.account
    let subscribed = subscription?.transaction.payload.productId
    let purchases = withPurchases ? simulator.transactions(of: account) : []
    return LifeRecord.State(
      at: clock.now, device: phone.device, person: account, isRunning: phone.isRunning,
      customer: phone.client?.customer, account: phone.client?.account,
      email: phone.client?.email, asked: phone.confirmation.product,
      store: LifeRecord.State.Store(
        purchases: Set(
          purchases.map {
            LifeRecord.State.Store.Purchase(
              transaction: $0.payload.transactionId,
              product: CatalogProduct.ID($0.payload.productId), offer: $0.payload.offerIdentifier,
              isIntroductory: $0.payload.offerType == .introductory)
          }),
        pending: simulator.pendingPurchases.count,
        notifications: simulator.notifications(after: life.sent).last?.sequence ?? life.sent,
        isBillingFailing: simulator.isBillingFailing(account),
        family: simulator.family(of: account), storefront: simulator.storefront(of: account),
        subscribed: subscribed.map { CatalogProduct.ID($0) },
        price: subscribed.flatMap { simulator.price(of: $0) },
        givesIntroductoryOffer: withPurchases
          && phone.confirmation.product.map {
            simulator.givesIntroductoryOffer($0.rawValue, to: account)
          } ?? false))
  }
}

extension VisitorAction {
  /// Whether the store may have a new purchase afterwards that a step has to name.
  fileprivate var mayBuy: Bool {
    switch self {
    case .answerSheet, .redeem, .world(.changePlan): true
    default: false
    }
  }
}
