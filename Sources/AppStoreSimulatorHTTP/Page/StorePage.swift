import TollgateHTML

/// The web page for acting as the customers and the developer of a simulated App Store.
struct StorePage: Sendable, Equatable {
  struct Product: Sendable, Equatable {
    var id: String
    var name: String
    /// Type, price and period.
    var terms: String
  }

  struct Subscription: Sendable, Equatable {
    /// The product of the current period.
    var product: String
    /// The status, such as "active".
    var status: String
    /// How the status is shown: `good`, `warning` or `bad`.
    var tone: String
    /// The word before the end of the period: "until" or "ended".
    var verb: String
    /// The end of the period.
    var end: String
    /// How far away the end is, and what happens then.
    var ending: String
    var group: String
    var canCancel: Bool
    /// Whether renewal can be turned on again.
    var canResume: Bool
    var isRunning: Bool
    /// Whether the customer has not yet consented to a higher price.
    var mustConsent: Bool
  }

  struct Transaction: Sendable, Equatable {
    var id: String
    var product: String
    /// When it was bought.
    var date: String
    /// The same, relative to the store's clock.
    var ago: String
    /// Its condition, such as "refunded"; nil if nothing is special.
    var fate: String?
    var canRefund: Bool
    /// Whether a part of its period is left, and can be refunded.
    var canRefundRest: Bool
    var isRequested: Bool
    var canReverse: Bool
  }

  struct Account: Sendable, Equatable {
    var account: String
    /// Country, family sharing and other settings.
    var about: String
    var billingFails: Bool
    /// Whether there is somebody to stop sharing with.
    var shares: Bool
    var subscriptions: [Subscription]
    /// The latest transactions, newest first.
    var transactions: [Transaction]
  }

  struct Pending: Sendable, Equatable {
    /// The number of the purchase.
    var number: Int
    /// Who buys what, and why it is pending.
    var text: String
  }

  struct Notification: Sendable, Equatable {
    /// When it was created.
    var date: String
    /// The same, relative to the store's clock.
    var ago: String
    /// Type and subtype.
    var kind: String
    /// The account whose purchase it is about; empty for none.
    var about: String
    /// The status of the delivery.
    var delivery: String
    /// How the delivery is shown: `good`, `warning` or `bad`.
    var tone: String
    /// The attempts so far.
    var attempts: [String]
  }

  /// Where the icon is.
  let icon = Asset.iconPath
  /// The bundle identifier of the app.
  var bundle: String
  var environment: String
  /// The store's clock, in UTC.
  var now: String
  /// The next scheduled event, with how far away it is, or nil if there isn't one.
  var next: String?
  /// The URL to which notifications are posted; empty for none.
  var notify: String
  /// A description of the faults injected into notifications; nil if there aren't any.
  var faults: String?
  var products: [Product]
  var accounts: [Account]
  var pending: [Pending]
  /// The latest notifications, newest first.
  var notifications: [Notification]
}
