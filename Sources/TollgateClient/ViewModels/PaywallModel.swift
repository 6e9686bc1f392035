public import Observation
public import Tollgate

/// The paywall on screen: what is presented, word for word, and what its buttons do.
///
/// An app makes one at its root. It shows while ``state`` is anything but `closed`.
@MainActor
@Observable
public final class PaywallModel {
  /// The client whose presentation it is.
  public let client: TollgateClient
  /// Whether purchases are being looked for.
  public private(set) var isRestoring = false
  /// How the last restore ended, also where the paywall closed with it; nil before the first.
  public private(set) var restoreOutcome: TollgateClient.RestoreOutcome?
  private var chosen: (showing: Int, product: Product.ID)?
  private var said: (showing: Int, line: String)?

  /// Describes the paywall of a client.
  public init(_ client: TollgateClient) { self.client = client }

  /// How far it is.
  public var state: PaywallState {
    guard let presentation = client.presentation else {
      return client.isLoadingPaywall ? .loading(client.line(.loading)) : .closed
    }
    switch presentation.stage {
    case .offering: return client.state(selling: presentation.content)
    case .purchasing: return .purchasing(client.line(.purchasing))
    case .pending(let problem): return .pending(client.message(problem, titled: .purchasePending))
    case .failed(let problem): return .failed(client.message(problem, titled: .purchaseFailed))
    case .welcome: return .welcome(client.welcome(presentation.content.welcome))
    }
  }

  /// Whether a paywall is on screen.
  public var isPresented: Bool { client.presentation != nil }

  /// What it says and sells; nil where none is on screen.
  public var page: PaywallPage? {
    client.presentation.map { client.page(of: $0.content, for: $0.feature, choosing: choice) }
  }

  /// The plan that would be bought.
  public var selection: Product.ID? { page?.selection }

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

  /// What a restore has to say: that it is under way, or how it ended; nil where there is nothing to say.
  public var restoreLine: String? {
    if isRestoring { return client.line(.restoring) }
    return said?.showing == client.presentation?.id ? said?.line : nil
  }

  /// Chooses a plan.
  public func select(_ product: Product.ID) {
    chosen = client.presentation.map { ($0.id, product) }
  }

  /// Buys the selected plan.
  public func purchase() async {
    guard canPurchase, let selection else { return }
    said = nil
    await client.purchase(selection)
  }

  /// Tries again what failed: the purchase, or loading the prices.
  public func tryAgain() async {
    switch state {
    case .offline, .empty: await client.reloadPaywall()
    case .failed(let message) where message.canTryAgain:
      guard let product = client.presentation?.tried ?? selection else { return }
      await client.purchase(product)
    case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: break
    }
  }

  /// Finds what the store account has bought; the paywall closes by itself where that is what it sells.
  public func restore() async {
    guard canRestore, let showing = client.presentation?.id else { return }
    isRestoring = true
    said = nil
    let outcome = await client.restorePurchases()
    isRestoring = false
    restoreOutcome = outcome
    said = client.line(for: outcome).map { (showing: showing, line: $0) }
  }

  /// Says that the message of a failed or waiting purchase was read.
  public func messageRead() async {
    switch state {
    case .pending where canClose: await client.paywallClosed()
    case .pending, .failed: client.problemClosed()
    case .closed, .loading, .selling, .empty, .offline, .purchasing, .welcome, .owned: break
    }
  }

  /// Closes the paywall, where it can be closed.
  public func close() async {
    guard canClose else { return }
    await client.paywallClosed()
  }

  /// Says that the welcome was shown; the paywall closes.
  public func welcomeShown() async {
    if case .welcome = state { await client.paywallClosed() }
  }

  private var choice: Product.ID? {
    chosen?.showing == client.presentation?.id ? chosen?.product : nil
  }
}
