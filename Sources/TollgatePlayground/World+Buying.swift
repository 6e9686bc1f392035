import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient

/// From the paywall to the welcome.
extension World {
  /// Shows a paywall by its own name, or the one a feature leads to, with that feature's pitch.
  func showPaywall(named name: String, with client: TollgateClient) async {
    let outcome =
      if let feature = blueprint.feature(Feature.ID(name)) {
        await client.showPaywall(for: feature.id)
      } else {
        await client.showPaywall(Paywall.ID(name))
      }
    if outcome == .skipped(.unknown) { phone.toast = client.line(.planUnknown) }
  }

  /// The model of the placement that a prompt is at.
  func prompt(_ id: Prompt.ID) -> PromptModel? {
    blueprint.prompt(id).flatMap { models?.prompt(at: $0.placement) }
  }

  /// Closes what lies in front: the app's own sheet, else what the purchase has to say.
  func closeSheet(with client: TollgateClient) async {
    if phone.isManaging || phone.alert != nil {
      phone.isManaging = false
      phone.alert = nil
      return
    }
    guard let paywall = models?.paywall else { return }
    if case .welcome = paywall.state {
      client.acknowledgeSubscription()
      await paywall.welcomeShown()
    } else {
      await paywall.messageRead()
    }
  }

  /// Starts a purchase; over when the store's sheet is up, or the purchase ended without one.
  func buy(_ buying: @escaping @MainActor (PaywallModel) async -> Void) async {
    guard purchase == nil, let paywall = models?.paywall else { return }
    var isOver = false
    purchase = Task {
      await buying(paywall)
      self.purchase = nil
      isOver = true
      confirmation.notify()
    }
    while confirmation.product == nil && !isOver { await confirmation.change() }
  }

  /// Answers the store's sheet, shows that the purchase is under way, and waits for its end.
  func finishBuying(_ answer: VisitorAction.SheetAnswer) async {
    guard confirmation.product != nil else { return }
    confirmation.answer(answer)
    if answer != .cancel { await onChange(self) }
    await purchase?.value
    await settle()
  }

  func restore() async {
    guard let models else { return }
    if models.paywall.isPresented {
      await models.paywall.restore()
      phone.toast = models.paywall.restoreOutcome.flatMap { models.client.line(for: $0) }
    } else {
      await models.settings.restore()
      phone.toast = models.settings.restoreLine
    }
    await settle()
  }

  /// Opens what stands for the store's sheet, where the store has none here.
  func manage() async {
    guard let settings = models?.settings else { return }
    await settings.manage()
    phone.isManaging = settings.pageToOpen != nil
    settings.pageToOpen = nil
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
      if case .pending = client.presentation?.stage { await models?.paywall.messageRead() }
      phone.alert = AlertSheet(
        title: "Not this time", text: "Your request was not approved. Nothing was bought.",
        cancel: PageButton(label: "OK", action: .closeSheet))
    }
  }
}
