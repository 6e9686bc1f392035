public import Foundation
public import Observation
public import Tollgate
public import TollgateWords

/// The model of the paywall on screen: its exact texts, and the actions of its buttons.
///
/// An app creates one at its root. A paywall shows while ``state`` is anything but `closed`.
@MainActor
@Observable
public final class PaywallModel {
  public let client: TollgateClient
  public private(set) var isRestoring = false
  /// How the last restore ended, even if the paywall closed with it; nil before the first one.
  public private(set) var restoreOutcome: TollgateClient.RestoreOutcome?
  /// The page on which the customer redeems a code, if the store has no sheet for it here; the app opens it.
  public var pageToOpen: URL?
  private var chosen: (showing: Int, product: CatalogProduct.ID)?
  private var chosenSeats: (showing: Int, count: Int)?
  private var attempt: (showing: Int, offer: PaywallContent.Offer)?
  private var restoreMessage: (showing: Int, line: String)?

  public init(_ client: TollgateClient) { self.client = client }

  public var state: PaywallState {
    guard let presentation = client.presentation else {
      return client.isLoadingPaywall ? .loading(client.line(.loading)) : .closed
    }
    switch presentation.stage {
    case .offering:
      return isBought
        ? .owned(client.line(.notConfirmed))
        : PaywallState(selling: presentation.content, for: client)
    case .purchasing: return .purchasing(client.line(.purchasing))
    case .pending(let problem):
      return .pending(PaywallState.Message(problem, titled: .purchasePending, for: client))
    case .failed(let problem):
      return .failed(PaywallState.Message(problem, titled: .purchaseFailed, for: client))
    case .welcome: return .welcome(PaywallState.Welcome(presentation.content.welcome, for: client))
    }
  }

  /// Whether a paywall is on screen.
  public var isPresented: Bool { client.presentation != nil }

  /// The server whose page shows in place of the native paywall on screen; nil unless the blueprint asks for the page
  /// and the transport has an address.
  public var pageServer: URL? {
    guard let shown = client.presentation?.paywall,
      let paywall = client.membership?.paywall(shown) ?? client.blueprint?.paywall(shown),
      paywall.showsWebPage
    else { return nil }
    return client.configuration.transport.pageServer
  }

  /// Its texts and products; nil if none is on screen.
  public var page: PaywallPage? {
    client.presentation.flatMap {
      client.page(of: $0.content, pitching: $0.feature, selection: choice, seats: seats)
    }
  }

  /// What can be bought, best first, with the products as the store sells them; empty if none is on screen.
  public var packages: [PaywallContent.Offer] { client.presentation?.content.offers ?? [] }

  /// The terms of use and the privacy policy, which App Review requires on every paywall that sells subscriptions.
  public var links: [PaywallPage.Link] { page?.links ?? [] }

  /// The title of the button that closes the paywall; nil if it may not be closed at all.
  public var closeLabel: String? { page?.closeLabel }

  /// The selected plan.
  public var selection: CatalogProduct.ID? { page?.selection }

  /// Whether the selected plan can be bought now.
  public var canPurchase: Bool { state.sells && selection != nil && !isRestoring }

  /// Whether purchases can be restored now.
  public var canRestore: Bool { isPresented && !client.isPurchasing && !isRestoring }

  /// Whether it can be closed now.
  public var canClose: Bool {
    guard let presentation = client.presentation else { return false }
    return presentation.stage == .welcome
      || presentation.content.isDismissible && !client.isPurchasing
  }

  /// The text of a restore in progress or its result, or nil if there isn't one.
  public var restoreLine: String? {
    if isRestoring { return client.line(.restoring) }
    return restoreMessage?.showing == client.presentation?.id ? restoreMessage?.line : nil
  }

  public func select(_ product: CatalogProduct.ID) {
    chosen = client.presentation.map { ($0.id, product) }
  }

  /// Chooses how many people the selected plan is for; of a number out of range, the nearest counts.
  public func chooseSeats(_ count: Int) {
    chosenSeats = client.presentation.map { ($0.id, count) }
  }

  /// Buys the selected plan; one that is sold with a code sets ``pageToOpen`` to the store's page with the code filled in.
  public func purchase() async {
    guard canPurchase, let selection else { return }
    restoreMessage = nil
    await buy(selection)
  }

  /// Selects a plan and buys it, for a paywall with a button for each plan.
  public func purchase(_ product: CatalogProduct.ID) async {
    select(product)
    if selection == product { await purchase() }
  }

  /// Retries what failed: the purchase, or loading the prices.
  ///
  /// If the plan is no longer sold as it was, nothing is bought, and the paywall offers what is for sale now.
  public func tryAgain() async {
    switch state {
    case .offline, .empty: await client.reloadPaywall()
    case .failed(let message) where message.canTryAgain:
      guard let product = client.presentation?.tried ?? selection else { return }
      if isSoldAsTried(product) { return await buy(product) }
      client.problemClosed()
      await countdownEnded()
    case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: break
    }
  }

  /// Reloads what is for sale, after the countdown of a plan has ended.
  public func countdownEnded() async {
    client.evaluate()
    await client.reloadPaywall()
    await client.reevaluate()
  }

  /// Finds what the store account has bought; the paywall closes if it sells just that.
  public func restore() async {
    guard canRestore, let showing = client.presentation?.id else { return }
    isRestoring = true
    restoreMessage = nil
    let outcome = await client.restorePurchases()
    isRestoring = false
    restoreOutcome = outcome
    restoreMessage = client.line(for: outcome).map { (showing: showing, line: $0) }
  }

  /// Records that the message of a failed or pending purchase was read.
  public func messageRead() async {
    switch state {
    case .pending where canClose || isBought: await client.paywallClosed()
    case .pending, .failed: client.problemClosed()
    case .closed, .loading, .selling, .empty, .offline, .purchasing, .welcome, .owned: break
    }
  }

  public func close() async {
    guard canClose else { return }
    await client.paywallClosed()
  }

  /// Records that the welcome was shown; the paywall closes.
  public func welcomeShown() async {
    if case .welcome = state { await client.paywallClosed() }
  }

  /// Buys a package with its offer, or lets the customer redeem its code.
  private func buy(_ plan: CatalogProduct.ID) async {
    let package = packages.first { $0.id == plan }
    attempt = package.flatMap { package in client.presentation.map { ($0.id, package) } }
    pageToOpen = nil
    guard let code = package?.code else {
      await client.purchase(
        plan.product, offer: package?.purchaseOffer, billing: package?.billing ?? .upFront,
        seats: package?.seatCount(choosing: seats) ?? 1)
      return
    }
    if case .open(let page) = await client.redeemOfferCode(code) { pageToOpen = page }
  }

  /// Whether a product costs what it did when the customer tried to buy it; true if they did not.
  private func isSoldAsTried(_ product: CatalogProduct.ID) -> Bool {
    guard let attempt, let shown = client.presentation, attempt.showing == shown.id,
      attempt.offer.id == product
    else { return true }
    return shown.content.sells(attempt.offer, at: client.now)
  }

  /// Whether what it sells was bought, and the purchase waits for the server.
  private var isBought: Bool {
    guard let membership = client.membership, membership.isAwaitingPurchase else { return false }
    return client.presentation.map { !$0.content.isSelling(by: membership) } ?? false
  }

  /// How many seats the customer has chosen; nil if they have not.
  var seats: Int? {
    chosenSeats?.showing == client.presentation?.id ? chosenSeats?.count : nil
  }

  private var choice: CatalogProduct.ID? {
    chosen?.showing == client.presentation?.id ? chosen?.product : nil
  }
}
