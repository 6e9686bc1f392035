#if canImport(SwiftUI)
  import Observation
  import Tollgate
  import TollgateClient

  /// The model of a page with plans: a paywall on screen or an upgrade screen.
  @MainActor
  protocol PlansModel: AnyObject, Observable {
    var client: TollgateClient { get }
    var state: PaywallState { get }
    var page: PaywallPage? { get }
    var canPurchase: Bool { get }
    var canRestore: Bool { get }
    var restoreLine: String? { get }

    func select(_ product: Product.ID)
    func purchase() async
    func tryAgain() async
    func restore() async
    func messageRead() async
    func welcomeShown() async
  }

  extension PaywallModel: PlansModel {}

  extension UpgradeModel: PlansModel {
    func welcomeShown() async { messageRead() }
  }
#endif
