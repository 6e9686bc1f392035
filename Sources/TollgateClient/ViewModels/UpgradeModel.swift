public import Observation
public import Tollgate

/// A full upgrade screen, opened from the settings: a paywall's page without the rules of presentation.
///
/// Call ``load()`` when it appears. It sells nothing while nothing could be told, nor to those who have it all.
@MainActor
@Observable
public final class UpgradeModel {
  /// The client it buys with.
  public let client: TollgateClient
  /// The paywall whose page it is; nil is the first that sells something.
  public let paywall: Paywall.ID?
  /// Whether purchases are being looked for.
  public private(set) var isRestoring = false
  private var content: PaywallContent?
  private var isLoading = false
  private var hasLoaded = false
  private var chosen: Product.ID?
  private var tried: Product.ID?
  private var outcome: TollgateClient.PurchaseOutcome?
  private var said: String?

  /// Describes the upgrade screen of a client.
  public init(_ client: TollgateClient, paywall: Paywall.ID? = nil) {
    self.client = client
    self.paywall = paywall
  }

  /// How far it is.
  public var state: PaywallState {
    if client.isPurchasing { return .purchasing(client.line(.purchasing)) }
    if isOwned {
      if client.phase == .trialExpired { return .owned(client.trialOverLine) }
      return hasBought
        ? .welcome(client.welcome(content?.welcome)) : .owned(client.line(.everythingOwned))
    }
    switch outcome {
    case .pending(let problem): return .pending(client.message(problem, titled: .purchasePending))
    case .failed(let problem): return .failed(client.message(problem, titled: .purchaseFailed))
    case .purchased, .cancelled, nil: break
    }
    if isLoading { return .loading(client.line(.loading)) }
    guard client.phase != .unknown else {
      if case .failed(let error) = client.connection { return .offline(client.message(error)) }
      return .loading(client.line(.loading))
    }
    if let content { return client.state(selling: content) }
    return hasLoaded || target == nil
      ? .empty(client.nothingToBuy) : .loading(client.line(.loading))
  }

  /// What it says and sells; nil until it is loaded.
  public var page: PaywallPage? {
    content.map { client.page(of: $0, for: nil, choosing: chosen) }
  }

  /// The plan that would be bought.
  public var selection: Product.ID? { page?.selection }

  /// Whether the selected plan can be bought now.
  public var canPurchase: Bool { state.sells && selection != nil && !isRestoring }

  /// Whether purchases can be restored now.
  public var canRestore: Bool { !client.isPurchasing && !isRestoring }

  /// What a restore has to say: that it is under way, or how it ended; nil where there is nothing to say.
  public var restoreLine: String? { isRestoring ? client.line(.restoring) : said }

  /// Loads the page with the store's prices; where the customer is unknown, the server is asked first.
  public func load() async {
    guard !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    if client.phase == .unknown { await client.refreshQuietly() }
    guard client.phase != .unknown else { return }
    if let target { content = await client.content(of: target) }
    hasLoaded = true
  }

  /// Chooses a plan.
  public func select(_ product: Product.ID) { chosen = product }

  /// Buys the selected plan.
  public func purchase() async {
    guard canPurchase, let selection else { return }
    await buy(selection)
  }

  /// Tries again what failed: the purchase, or loading the page.
  public func tryAgain() async {
    switch state {
    case .offline, .empty: await load()
    case .failed(let message) where message.canTryAgain: if let tried { await buy(tried) }
    case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: break
    }
  }

  /// Finds what the store account has bought.
  public func restore() async {
    guard canRestore else { return }
    isRestoring = true
    said = nil
    let outcome = await client.restorePurchases()
    isRestoring = false
    said = client.line(for: outcome)
  }

  /// Says that the message of a failed or waiting purchase was read, or that the welcome was shown.
  public func messageRead() { outcome = nil }

  private func buy(_ product: Product.ID) async {
    said = nil
    tried = product
    outcome = nil
    outcome = await client.purchase(product)
  }

  private var target: Paywall.ID? { paywall ?? content?.id ?? client.paywallOnSale }

  private var isOwned: Bool {
    guard client.phase != .unknown, let membership = client.membership else { return false }
    guard let target else { return !membership.entitlements.isEmpty }
    return membership.blueprint.paywall(target) != nil && !membership.sells(target)
  }

  private var hasBought: Bool {
    switch outcome {
    case .purchased, .pending: true
    case .cancelled, .failed, nil: false
    }
  }
}
