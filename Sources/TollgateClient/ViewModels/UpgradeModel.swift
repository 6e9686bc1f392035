public import Foundation
public import Observation
public import Tollgate
public import TollgateWords

/// The model of a full upgrade screen opened from the settings: a paywall's page without the presentation rules.
///
/// Call ``load()`` when it appears. It sells nothing to customers who have everything, and nothing while the membership
/// is unknown, except on a first launch without a network, with the rules that ship in the app.
@MainActor
@Observable
public final class UpgradeModel {
  public let client: TollgateClient
  /// The paywall whose page it shows; nil means the first one that sells something.
  public let paywall: Paywall.ID?
  public private(set) var isRestoring = false
  /// The page on which the customer redeems a code, if the store has no sheet for it here; the app opens it.
  public var pageToOpen: URL?
  private var content: PaywallContent?
  private var isLoading = false
  private var hasLoaded = false
  private var isForNewCustomer = false
  private var chosen: CatalogProduct.ID?
  private var chosenSeats: Int?
  private var tried: (product: CatalogProduct.ID, offer: PaywallContent.Offer?)?
  private var outcome: TollgateClient.PurchaseOutcome?
  private var restoreMessage: String?

  public init(_ client: TollgateClient, paywall: Paywall.ID? = nil) {
    self.client = client
    self.paywall = paywall
  }

  public var state: PaywallState {
    if client.isPurchasing { return .purchasing(client.line(.purchasing)) }
    if isOwned, client.isAwaitingPurchase {
      guard case .pending(let problem) = outcome else { return .owned(client.line(.notConfirmed)) }
      return .pending(PaywallState.Message(problem, titled: .purchasePending, for: client))
    }
    if isOwned {
      return hasBought && client.phase != .trialExpired
        ? .welcome(PaywallState.Welcome(content?.welcome, for: client)) : .owned(ownedLine)
    }
    switch outcome {
    case .pending(let problem):
      return .pending(PaywallState.Message(problem, titled: .purchasePending, for: client))
    case .failed(let problem):
      return .failed(PaywallState.Message(problem, titled: .purchaseFailed, for: client))
    case .purchased, .cancelled, nil: break
    }
    if isLoading { return .loading(client.line(.loading)) }
    guard client.phase != .unknown || isForNewCustomer else {
      if case .failed(let error) = client.connection {
        return .offline(PaywallState.Message(error, for: client))
      }
      return .loading(client.line(.loading))
    }
    if let content { return PaywallState(selling: content, for: client) }
    return hasLoaded || target == nil
      ? .empty(.nothingToBuy(for: client)) : .loading(client.line(.loading))
  }

  /// Its texts and products; nil until it is loaded.
  public var page: PaywallPage? {
    content.flatMap { client.page(of: $0, pitching: nil, selection: chosen, seats: chosenSeats) }
  }

  /// The selected plan.
  public var selection: CatalogProduct.ID? { page?.selection }

  /// Whether the selected plan can be bought now.
  public var canPurchase: Bool { state.sells && selection != nil && !isRestoring }

  public var canRestore: Bool { !client.isPurchasing && !isRestoring }

  /// The title of the button that closes the screen, for systems where a presented screen cannot be swiped away.
  public var closeLabel: String { client.line(.close) }

  /// Whether the screen can be closed now: always, except during a purchase.
  public var canClose: Bool { !client.isPurchasing }

  /// The text of a restore in progress or its result, or nil if there isn't one.
  public var restoreLine: String? { isRestoring ? client.line(.restoring) : restoreMessage }

  /// Loads the page with the store's prices; if the customer is unknown, asks the server first.
  public func load() async {
    guard !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    if client.phase == .unknown { await client.refreshQuietly() }
    isForNewCustomer = await client.mayBeNew()
    guard client.phase != .unknown || isForNewCustomer else { return }
    if let target { content = await client.content(of: target) }
    hasLoaded = true
  }

  public func select(_ product: CatalogProduct.ID) { chosen = product }

  /// Chooses how many people the selected plan is for; of a number out of range, the nearest counts.
  public func chooseSeats(_ count: Int) { chosenSeats = count }

  /// Buys the selected plan; one that is sold with a code sets ``pageToOpen`` to the store's page with the code filled in.
  public func purchase() async {
    guard canPurchase, let selection else { return }
    await buy(selection)
  }

  /// Retries what failed: the purchase, or loading the page.
  ///
  /// If the plan is no longer sold as it was, nothing is bought, and the page offers what is for sale now.
  public func tryAgain() async {
    switch state {
    case .offline, .empty: await load()
    case .failed(let message) where message.canTryAgain:
      guard let tried else { return }
      if isSold(asIn: tried.offer) { return await buy(tried.product) }
      messageRead()
      await countdownEnded()
    case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: break
    }
  }

  /// Reloads what is for sale, after the countdown of a plan has ended; the page stays on screen until then.
  public func countdownEnded() async {
    client.evaluate()
    if let shown = content?.id { content = await client.content(of: shown) ?? content }
    await client.reevaluate()
  }

  /// Finds what the store account has bought.
  public func restore() async {
    guard canRestore else { return }
    isRestoring = true
    restoreMessage = nil
    let outcome = await client.restorePurchases()
    isRestoring = false
    restoreMessage = client.line(for: outcome)
  }

  /// Records that the message of a failed or pending purchase was read, or that the welcome was shown.
  public func messageRead() { outcome = nil }

  private func buy(_ plan: CatalogProduct.ID) async {
    restoreMessage = nil
    outcome = nil
    pageToOpen = nil
    let package = content?.offers.first { $0.id == plan }
    tried = (plan, package)
    guard let code = package?.code else {
      outcome = await client.purchase(
        plan.product, offer: package?.purchaseOffer, billing: package?.billing ?? .upFront,
        seats: package?.seatCount(choosing: chosenSeats) ?? 1)
      return
    }
    if case .open(let page) = await client.redeemOfferCode(code) { pageToOpen = page }
  }

  private func isSold(asIn offer: PaywallContent.Offer?) -> Bool {
    offer.map { content?.sells($0, at: client.now) == true } ?? true
  }

  private var target: Paywall.ID? {
    paywall ?? content?.id ?? client.paywallOnSale
      ?? (isForNewCustomer ? client.blueprint?.definition.paywalls.first?.id : nil)
  }

  private var isOwned: Bool {
    guard client.phase != .unknown, let membership = client.membership else { return false }
    guard let target else { return !membership.entitlements.isEmpty }
    guard membership.blueprint.paywall(target) != nil else { return false }
    return content.map { !$0.isSelling(by: membership) } ?? !membership.sells(target)
  }

  /// Why there is nothing to buy: a purchased plan that has yet to start, a payment that is due, or everything is
  /// owned.
  private var ownedLine: String {
    if client.phase == .trialExpired { return client.trialOverLine }
    let isDue = client.membership?.subscription?.condition == .billingRetry
    return isDue && client.phase != .subscribed
      ? client.line(.retryNote) : client.line(.everythingOwned)
  }

  private var hasBought: Bool {
    switch outcome {
    case .purchased, .pending: true
    case .cancelled, .failed, nil: false
    }
  }
}
