#if canImport(SwiftUI)
  import Foundation
  import Observation
  import Tollgate
  import TollgateClient

  /// The model of a page with plans: a paywall on screen or an upgrade screen.
  ///
  /// A paywall belongs to the client, which decides when it shows and ends. An upgrade screen is opened by the app and
  /// keeps its own state. The page draws both alike.
  @MainActor
  protocol PlansModel: AnyObject, Observable {
    /// The client that buys and restores.
    var client: TollgateClient { get }
    /// What the page shows: the plans, or what covers or replaces them.
    var state: PaywallState { get }
    /// The texts and plans; nil before they are loaded and after the page closes.
    var page: PaywallPage? { get }
    /// Whether the selected plan can be bought now: false while another purchase or a restore is in progress.
    var canPurchase: Bool { get }
    /// Whether purchases can be restored now.
    var canRestore: Bool { get }
    /// The text of a restore in progress or its result; nil if there isn't one.
    var restoreLine: String? { get }

    /// The page on which a code is redeemed; nil where the store has a sheet for it.
    var pageToOpen: URL? { get }

    /// Selects a plan without buying it.
    func select(_ product: CatalogProduct.ID)
    /// Chooses how many people the selected plan is for.
    func chooseSeats(_ count: Int)
    /// Buys the selected plan; does nothing if it cannot be bought now.
    func purchase() async
    /// Retries what failed: the purchase, or loading the prices.
    func tryAgain() async
    /// Reloads what is for sale, after the countdown of a plan has ended.
    func countdownEnded() async
    /// Finds what the store account has bought.
    func restore() async
    /// Records that the customer closed the message of a failed or pending purchase.
    func messageRead() async
    /// Records that the welcome was shown for its time or closed sooner.
    func welcomeShown() async
  }

  extension PaywallModel: PlansModel {}

  extension UpgradeModel: PlansModel {
    /// Ends the welcome: without an outcome, the state is no longer `welcome`, and the screen dismisses itself.
    func welcomeShown() async { messageRead() }
  }
#endif
