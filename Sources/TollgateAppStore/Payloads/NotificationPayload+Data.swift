extension NotificationPayload {
  /// The subscription or purchase that a notification is about.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/data>.
  public struct Data: Hashable, Codable, Sendable {
    public var bundleId: String
    public var environment: Environment
    /// The app's Apple ID; always present in production.
    public var appAppleId: Int64?
    /// The build that made the purchase.
    public var bundleVersion: String?
    public var signedTransactionInfo: String?
    public var signedRenewalInfo: String?
    /// The condition of the subscription.
    public var status: SubscriptionStatus?
    /// Why the customer requests a refund.
    public var consumptionRequestReason: ConsumptionRequestReason?

    public init(
      bundleId: String,
      environment: Environment,
      appAppleId: Int64? = nil,
      bundleVersion: String? = nil,
      signedTransactionInfo: String? = nil,
      signedRenewalInfo: String? = nil,
      status: SubscriptionStatus? = nil,
      consumptionRequestReason: ConsumptionRequestReason? = nil
    ) {
      self.bundleId = bundleId
      self.environment = environment
      self.appAppleId = appAppleId
      self.bundleVersion = bundleVersion
      self.signedTransactionInfo = signedTransactionInfo
      self.signedRenewalInfo = signedRenewalInfo
      self.status = status
      self.consumptionRequestReason = consumptionRequestReason
    }
  }
}

extension NotificationPayload {
  /// The app download that a notification is about.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/appdata>.
  public struct AppData: Hashable, Codable, Sendable {
    public var bundleId: String
    /// The environment of the download.
    public var environment: Environment
    /// The app's Apple ID; always present in production.
    public var appAppleId: Int64?
    /// The download, signed separately.
    public var signedAppTransactionInfo: String?

    public init(
      bundleId: String,
      environment: Environment,
      appAppleId: Int64? = nil,
      signedAppTransactionInfo: String? = nil
    ) {
      self.bundleId = bundleId
      self.environment = environment
      self.appAppleId = appAppleId
      self.signedAppTransactionInfo = signedAppTransactionInfo
    }
  }
}

extension NotificationPayload {
  /// The seat claims that the App Store released in a subscription whose invitations the developer hosts.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreservernotifications/unclaiminfo>. Every
  /// other part of a notification names the app and the environment; whether this one does is not documented.
  public struct UnclaimInfo: Hashable, Codable, Sendable {
    public var bundleId: String?
    /// The environment of the subscription.
    public var environment: Environment?
    /// The app's Apple ID; always present in production.
    public var appAppleId: Int64?
    /// The identifiers of the claims; whoever occupied these seats no longer has access.
    public var unclaimSeatIds: [String]

    public init(
      bundleId: String? = nil, environment: Environment? = nil, appAppleId: Int64? = nil,
      unclaimSeatIds: [String]
    ) {
      self.bundleId = bundleId
      self.environment = environment
      self.appAppleId = appAppleId
      self.unclaimSeatIds = unclaimSeatIds
    }
  }
}
