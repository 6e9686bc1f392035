extension StoreKitConfiguration {
  /// The settings of local testing.
  public struct Settings: Hashable, Sendable {
    /// Apple's number for the speed at which subscriptions renew; nil or 0 means real time.
    public var timeRate: Int?

    /// The ISO 3166-1 alpha-3 code of the storefront's country.
    public var storefront: String

    /// The language and region of texts.
    public var locale: String

    public var failsTransactions: Bool

    /// Whether purchases wait for a parent's approval.
    public var asksToBuy: Bool

    /// Whether access continues for some time after a payment fails.
    public var hasBillingGracePeriod: Bool

    /// Whether purchases are interrupted until the customer resolves something outside the app.
    public var hasBillingIssues: Bool

    /// Whether renewals fail to be paid.
    public var hasRenewalBillingIssues: Bool

    /// Whether purchases are confirmed without a dialog.
    public var disablesDialogs: Bool

    /// The operations that fail, by their names in Xcode.
    public var failingOperations: [String]

    public init(
      timeRate: Int? = nil, storefront: String = "USA", locale: String = "en_US",
      failsTransactions: Bool = false, asksToBuy: Bool = false,
      hasBillingGracePeriod: Bool = false, hasBillingIssues: Bool = false,
      hasRenewalBillingIssues: Bool = false, disablesDialogs: Bool = false,
      failingOperations: [String] = []
    ) {
      self.timeRate = timeRate
      self.storefront = storefront
      self.locale = locale
      self.failsTransactions = failsTransactions
      self.asksToBuy = asksToBuy
      self.hasBillingGracePeriod = hasBillingGracePeriod
      self.hasBillingIssues = hasBillingIssues
      self.hasRenewalBillingIssues = hasRenewalBillingIssues
      self.disablesDialogs = disablesDialogs
      self.failingOperations = failingOperations
    }
  }
}
