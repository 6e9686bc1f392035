import AppStore
import AppStoreSimulator
import Tollgate
import TollgateClient
import TollgatePages

/// From the paywall to the welcome.
extension World {
  /// Shows a paywall by its own name, or the one a feature leads to, with that feature's pitch.
  func showPaywall(named name: String, with client: TollgateClient) async {
    let feature = blueprint.feature(Feature.ID(name))
    phone.pitched = feature?.id
    let paywall = feature.flatMap(paywall(of:))
    let outcome = await client.showPaywall(paywall ?? Paywall.ID(name))
    if outcome == .skipped(.unknown) { phone.toast = "One moment, please." }
  }

  /// Whether the paywall that a feature leads to sells anything the customer does not have.
  func isForSale(_ feature: Feature.ID) -> Bool {
    guard let paywall = blueprint.feature(feature).flatMap(paywall(of:)) else { return false }
    return membership?.sells(paywall) ?? false
  }

  private func paywall(of feature: Feature) -> Paywall.ID? {
    feature.paywall ?? feature.rules.compactMap(\.paywall).first
  }

  func closePaywall(with client: TollgateClient) async {
    phone.pitched = nil
    await client.paywallClosed()
  }

  /// Closes what lies in front: the app's own sheet, else what the purchase has to say.
  func closeSheet(with client: TollgateClient) async {
    if phone.isManaging || phone.alert != nil {
      phone.isManaging = false
      phone.alert = nil
      return
    }
    switch client.presentation?.stage {
    case .failed: client.problemClosed()
    case .welcome:
      client.acknowledgeSubscription()
      await closePaywall(with: client)
    case .pending: await closePaywall(with: client)
    case .offering, .purchasing, nil: break
    }
  }

  /// Starts a purchase; over when the store's sheet is up, or the purchase ended without one.
  func buy(_ product: Product.ID, with client: TollgateClient) async {
    guard purchase == nil else { return }
    phone.lastProduct = product
    var isOver = false
    purchase = Task {
      await client.purchase(product)
      self.purchase = nil
      isOver = true
      desk.notify()
    }
    while desk.product == nil && !isOver { await desk.change() }
  }

  /// Answers the store's sheet, shows that the purchase is under way, and waits for its end.
  func finishBuying(_ answer: VisitorAction.SheetAnswer) async {
    guard desk.product != nil else { return }
    desk.answer(answer)
    if answer != .cancel { await onChange(self) }
    await purchase?.value
    await settle()
  }

  func restore(with client: TollgateClient) async {
    let outcome = await client.restorePurchases()
    phone.toast = client.line(for: outcome)
    await settle()
  }

  func answerParent(_ approves: Bool) async {
    for pending in simulator.pendingPurchases where pending.account == account {
      if approves {
        simulator.approve(pending.id)
      } else {
        simulator.decline(pending.id)
      }
    }
    await settle()
    guard let client, !transport.isOffline else { return }
    await client.deliverPending()
    if approves {
      if client.presentation == nil { phone.toast = "Your purchase was approved." }
    } else {
      if case .pending = client.presentation?.stage { await closePaywall(with: client) }
      phone.alert = AlertSheet(
        title: "Not this time", text: "Your request was not approved. Nothing was bought.",
        cancel: PageButton(label: "OK", action: .closeSheet))
    }
  }
}
