import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient

/// From the paywall to the welcome.
extension World {
  /// Shows a paywall by name, or the one that a feature leads to, with that feature's pitch.
  ///
  /// While the store retries a payment it opens the subscription instead, which nobody should buy twice.
  func showPaywall(named name: String, with client: TollgateClient) async {
    guard !isPaymentDue else {
      phone.session.isManaging = true
      return
    }
    let outcome =
      if let feature = blueprint.feature(Feature.ID(name)) {
        await client.showPaywall(for: feature.id)
      } else {
        await client.showPaywall(Paywall.ID(name))
      }
    if outcome == .skipped(.unknown) { phone.session.toast = client.line(.planUnknown) }
  }

  /// Shows the plans, or the subscription while the store retries its payment.
  func upgrade() async {
    guard !isPaymentDue else {
      phone.session.isManaging = true
      return
    }
    await phone.models?.settings.upgrade()
  }

  /// Performs what a prompt suggests, or shows the subscription while the store retries its payment.
  func act(on id: Prompt.ID) async {
    guard !isPaymentDue else {
      phone.session.isManaging = true
      return
    }
    await prompt(id)?.act()
  }

  private var isPaymentDue: Bool {
    phone.client?.membership?.subscription?.condition == .billingRetry
  }

  /// The model of the placement where a prompt is shown.
  func prompt(_ id: Prompt.ID) -> PromptModel? {
    blueprint.prompt(id).flatMap { phone.models?.prompt(at: $0.placement) }
  }

  /// Closes what is in front: the app's own sheet, or else the purchase's message.
  func closeSheet(with client: TollgateClient) async {
    let session = phone.session
    if session.isManaging || session.redemption != nil || session.plantToDelete != nil {
      phone.session.isManaging = false
      phone.session.redemption = nil
      phone.session.plantToDelete = nil
      return
    }
    if let deletion = phone.models?.deletion, deletion.isConfirming {
      deletion.isConfirming = false
      return
    }
    guard let paywall = phone.models?.paywall else { return }
    if case .welcome = paywall.state {
      client.acknowledgeSubscription()
      await paywall.welcomeShown()
    } else {
      await paywall.messageRead()
    }
  }

  /// Starts a purchase; returns when the store's sheet is shown, or when the purchase ends without one.
  func buy(_ buying: @escaping @MainActor (PaywallModel) async -> Void) async {
    guard purchase == nil, let paywall = phone.models?.paywall else { return }
    var isOver = false
    purchase = Task {
      await buying(paywall)
      self.purchase = nil
      isOver = true
      phone.confirmation.notify()
    }
    while phone.confirmation.product == nil && !isOver { await phone.confirmation.change() }
  }

  /// Answers the store's sheet, shows that the purchase is in progress, and waits until it ends.
  func finishBuying(_ answer: VisitorAction.SheetAnswer) async {
    guard phone.confirmation.product != nil else { return }
    phone.confirmation.answer(answer)
    if answer != .cancel { await onChange(self) }
    await purchase?.value
    await settle()
  }

  func restore() async {
    guard let models = phone.models else { return }
    if models.paywall.isPresented {
      await models.paywall.restore()
      phone.session.toast = models.paywall.restoreOutcome.flatMap { models.client.line(for: $0) }
    } else {
      await models.settings.restore()
      phone.session.toast = models.settings.restoreLine
    }
    await settle()
  }

  /// Opens a stand-in for the store's sheet, if the store has none here.
  func manage() async {
    guard let settings = phone.models?.settings else { return }
    await settings.manage()
    phone.session.isManaging = settings.pageToOpen != nil
    settings.pageToOpen = nil
  }

  /// Opens a stand-in for the store's page for codes, if a plan is sold with one.
  func openRedemption(of product: CatalogProduct.ID) {
    guard let paywall = phone.models?.paywall, paywall.pageToOpen != nil else { return }
    paywall.pageToOpen = nil
    guard let package = paywall.packages.first(where: { $0.id == product }),
      let code = package.code
    else { return }
    let sold = package.productID
    phone.session.redemption = Redemption(
      product: sold, name: blueprint.product(sold)?.name ?? sold.rawValue, code: code,
      isBilledMonthly: package.billing == .monthly)
  }

  /// Redeems the code on the store's page; what it gives arrives like any other purchase.
  func redeem(with client: TollgateClient) async {
    guard let redemption = phone.session.redemption else { return }
    phone.session.redemption = nil
    let result = simulator.purchase(
      redemption.product.rawValue, by: phone.account,
      options: PurchaseOptions(
        offer: .code(redemption.code), billingPlan: redemption.isBilledMonthly ? .monthly : nil))
    guard case .success = result else {
      phone.session.toast = PhoneWords.words(in: client.language)[.codeRefused]
      return
    }
    await settle()
    await client.deliverPending()
  }

  func answerParent(_ approves: Bool) async {
    for pending in simulator.pendingPurchases where pending.account == phone.account {
      simulator.perform(approves ? .approve(pending.id) : .decline(pending.id))
    }
    await settle()
    guard let client = phone.client, !phone.network.isOffline else { return }
    await client.deliverPending()
    let words = PhoneWords.words(in: client.language)
    if approves {
      if client.presentation == nil { phone.session.toast = words[.approved] }
    } else {
      if case .pending = client.presentation?.stage { await phone.models?.paywall.messageRead() }
      phone.session.toast = words[.notApproved]
    }
  }
}
