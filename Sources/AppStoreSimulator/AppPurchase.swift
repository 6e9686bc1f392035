public import TollgateAppStore

/// An account's purchase of the app itself, or its first download if the app was free then.
public struct AppPurchase: Hashable, Sendable {
  /// The version that was current: the build number, and on macOS the app's version.
  public var version: String
  public var platform: PurchasePlatform
  public var date: Instant
  /// The store that signs it; nil for the simulator's own.
  public var environment: Environment?

  /// Describes a purchase of the app.
  public init(
    version: String, platform: PurchasePlatform = .iOS, date: Instant,
    environment: Environment? = nil
  ) {
    self.version = version
    self.platform = platform
    self.date = date
    self.environment = environment
  }
}

extension AppStoreSimulator {
  /// How an account got the app; nil if that was never set, and the device's own installation counts.
  public func appPurchase(of account: AccountID) -> AppPurchase? {
    read { book in book.accounts[account].flatMap { book.accounts[$0].appPurchase } }
  }

  /// Sets how an account got the app, which every device of the account is told from then on.
  public func setAppPurchase(_ purchase: AppPurchase?, for account: AccountID) {
    write { book in
      let number = book.accounts.number(of: account)
      book.accounts[number].appPurchase = purchase
    }
  }

  /// Notifies the app that a parent or guardian withdrew consent to an account's use of it.
  ///
  /// Follows Apple's [RESCIND_CONSENT](https://developer.apple.com/documentation/appstoreservernotifications/notificationtype).
  /// What the account bought stays as it is.
  public func rescindConsent(of account: AccountID) {
    let first = transactions(of: account).first?.payload.originalPurchaseDate
    let download = appTransaction(of: account, version: "1", downloaded: first ?? now)
    write { book in
      let number = book.accounts.number(of: account)
      book.post(.rescindConsent, nil, about: number, .appData(download))
    }
  }

  /// An account's download of the app, as the store signs it now.
  ///
  /// In the sandbox the original version is `1.0` for everybody, as Apple documents for
  /// [originalAppVersion](https://developer.apple.com/documentation/storekit/apptransaction/originalappversion).
  ///
  /// - Parameters:
  ///   - version: The version that is installed, and was downloaded first if no purchase was set.
  ///   - downloaded: When it was installed, which counts if no purchase was set.
  public func appTransaction(
    of account: AccountID, version: String, downloaded: Instant
  ) -> AppTransactionPayload {
    let purchase = appPurchase(of: account)
    let environment = purchase?.environment ?? self.environment
    var payload = AppTransactionPayload(
      receiptType: environment, bundleId: bundleID,
      originalPurchaseDate: purchase?.date ?? downloaded, receiptCreationDate: now)
    payload.appAppleId = environment == .production ? appAppleID : nil
    payload.appTransactionId = appTransactionID(of: account)
    payload.applicationVersion = version
    payload.originalApplicationVersion =
      environment == .sandbox ? "1.0" : purchase?.version ?? version
    payload.originalPlatform = purchase?.platform ?? .iOS
    payload.requestDate = now
    return payload
  }
}
