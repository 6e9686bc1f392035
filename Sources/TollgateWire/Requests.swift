public import Tollgate

/// A request for an anonymous customer.
public struct CreateCustomerRequest: Hashable, Sendable, Codable {
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?
  /// The store account's download of the app as a JSON Web Signature, by which an anonymous customer is found again.
  ///
  /// Follows Apple's [AppTransaction](https://developer.apple.com/documentation/storekit/apptransaction). One that the
  /// server cannot verify is ignored.
  public let signedAppTransaction: String?

  public init(device: Device.ID? = nil, signedAppTransaction: String? = nil) {
    self.device = device
    self.signedAppTransaction = signedAppTransaction
  }
}

/// A request that creates an account or opens a session of one.
///
/// The address is trimmed and lowercased before it is compared. Wrong passwords are counted by address and by device.
public struct CredentialsRequest: Hashable, Sendable, Codable {
  /// The longest email address in bytes ([RFC 5321](https://www.rfc-editor.org/rfc/rfc5321), 4.5.3.1.3).
  public static let emailLimit = 254
  /// The length of a new password, in Unicode code points.
  public static let passwordLength = 8...128

  /// The email address; case does not matter.
  public let email: String
  /// The password, 8 to 128 characters.
  public let password: String
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?

  public init(email: String, password: String, device: Device.ID? = nil) {
    self.email = email
    self.password = password
    self.device = device
  }
}

/// A request that opens a session with an issuer's token, such as that of Sign in with Apple.
public struct TokenSignInRequest: Hashable, Sendable, Codable {
  /// The issuer's token: a JSON Web Token in compact form.
  public let token: String
  /// The nonce created for the token, before hashing; the token contains its SHA-256 in hexadecimal.
  public let nonce: String?
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?
  /// Sign in with Apple's authorization code, which lets the server revoke the sign-in when the account is deleted.
  public let authorizationCode: String?

  public init(
    token: String, nonce: String? = nil, device: Device.ID? = nil, authorizationCode: String? = nil
  ) {
    self.token = token
    self.nonce = nonce
    self.device = device
    self.authorizationCode = authorizationCode
  }
}

/// A request to use a feature once; requires an idempotency key.
///
/// An empty body is the same as an object without members.
public struct UseRequest: Hashable, Sendable, Codable {
  /// The item to hold, for a feature that holds items; if nil, the idempotency key names it where the feature holds one.
  public let item: Item.ID?
  /// The credits it costs or its size, 1 to 1,000,000,000,000, for a feature whose blueprint leaves that to the use; nil
  /// means 1.
  public let cost: Int?
  /// What it belongs to, where a limit of the blueprint counts for each parent; 1 to 128 characters.
  public let parent: Parent.ID?
  /// Whether it was made offline and is reported now, as the feature's `offline` setting allows.
  public let isReport: Bool?
  /// Whether, of a report, a rule without a limit allowed it: it counts toward no limit, even if one applies by now.
  public let isUnlimited: Bool?

  public init(
    item: Item.ID? = nil, cost: Int? = nil, parent: Parent.ID? = nil, isReport: Bool? = nil,
    isUnlimited: Bool? = nil
  ) {
    self.item = item
    self.cost = cost
    self.parent = parent
    self.isReport = isReport
    self.isUnlimited = isUnlimited
  }
}

/// A request to release an item that a feature holds.
public struct ReleaseRequest: Hashable, Sendable, Codable {
  /// The greatest number of keys.
  public static let limit = 16

  public let item: Item.ID
  /// The keys of the uses that added it, from their facts: an item that was added again since stays held.
  ///
  /// If nil, or if the server knows none of them, whatever is held under the name is released.
  public let keys: [Idempotency.Key]?

  public init(item: Item.ID, keys: [Idempotency.Key]? = nil) {
    self.item = item
    self.keys = keys
  }
}

/// A request that sets exactly which items a feature holds.
public struct HeldItemsRequest: Hashable, Sendable, Codable {
  /// The greatest number of items in one request.
  public static let limit = 1000
  /// The greatest number of characters of an item.
  public static let nameLimit = 128

  /// All items that exist, in any order.
  public let items: [Item.ID]
  /// The sizes of items, for a feature whose blueprint counts them: one that is left out keeps its size, or has 1 if it is
  /// new.
  public let sizes: [String: Int]?
  /// When the list was made, if it is sent later: what was added or released since stays as it is.
  public let listedAt: Instant?

  public init(items: [Item.ID], sizes: [String: Int]? = nil, listedAt: Instant? = nil) {
    self.items = items
    self.sizes = sizes
    self.listedAt = listedAt
  }

  package var itemSizes: [Item.ID: Int] {
    Dictionary((sizes ?? [:]).map { (Item.ID($0.key), $0.value) }) { first, _ in first }
  }
}

/// A request that posts a signed transaction.
///
/// Follows Apple's [JWSTransaction](https://developer.apple.com/documentation/appstoreserverapi/jwstransaction) and
/// [JWSRenewalInfo](https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfo): both are sent as
/// StoreKit returned them and verified by the server.
public struct TransactionRequest: Hashable, Sendable, Codable {
  /// The transaction as a JSON Web Signature.
  public let signedTransaction: String
  /// The renewal info of the same subscription as a JSON Web Signature.
  public let signedRenewalInfo: String?

  public init(signedTransaction: String, signedRenewalInfo: String? = nil) {
    self.signedTransaction = signedTransaction
    self.signedRenewalInfo = signedRenewalInfo
  }
}

/// A request that posts everything the store has signed for the device's store account.
///
/// A device with more than ``limit`` signed values sends several requests. None of a request's transactions is recorded
/// if one of them cannot be verified.
public struct RestoreRequest: Hashable, Sendable, Codable {
  /// The greatest number of signed values in one request.
  public static let limit = 50

  /// The transactions as JSON Web Signatures.
  public let signedTransactions: [String]
  /// The renewal infos as JSON Web Signatures.
  public let signedRenewalInfos: [String]?

  public init(signedTransactions: [String], signedRenewalInfos: [String]? = nil) {
    self.signedTransactions = signedTransactions
    self.signedRenewalInfos = signedRenewalInfos
  }
}

/// A request for the signature of a promotional offer, without which the App Store does not sell it.
public struct PromotionalOfferRequest: Hashable, Sendable, Codable {
  /// The subscription.
  public let product: CatalogProduct.ID
  /// The offer's identifier in App Store Connect; 1 to 128 characters.
  public let offer: String

  public init(product: CatalogProduct.ID, offer: String) {
    self.product = product
    self.offer = offer
  }
}

/// A request for the signature with which the App Store sells a subscription at its full price to a customer who is
/// eligible for its introductory offer.
public struct FullPriceRequest: Hashable, Sendable, Codable {
  /// The subscription.
  public let product: CatalogProduct.ID
  /// The store account's download of the app as a JSON Web Signature, which says whom the signature is for; customers who
  /// have bought nothing need it.
  public let signedAppTransaction: String?

  public init(product: CatalogProduct.ID, signedAppTransaction: String? = nil) {
    self.product = product
    self.signedAppTransaction = signedAppTransaction
  }
}

/// An App Store Server Notification of version 2.
///
/// Follows Apple's
/// [responseBodyV2](https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2).
public struct NotificationRequest: Hashable, Sendable, Codable {
  /// The notification as a JSON Web Signature.
  public let signedPayload: String

  public init(signedPayload: String) { self.signedPayload = signedPayload }
}

/// A report that a nudge was delivered.
public struct NudgeDeliveredRequest: Hashable, Sendable, Codable {
  /// The nudge's `occurrence` as planned; each occurrence is delivered once.
  public let occurrence: Instant
  /// The device that showed it.
  public let device: Device.ID?

  public init(occurrence: Instant, device: Device.ID? = nil) {
    self.occurrence = occurrence
    self.device = device
  }
}

/// A report that a paywall was shown or closed; requires an idempotency key.
public struct PaywallReportRequest: Hashable, Sendable, Codable {
  /// The feature that led to it; nil if none did.
  public let feature: Feature.ID?
  /// The placement it showed at; nil if it was requested directly.
  public let placement: Placement.ID?
  /// The variant that it showed of each experiment that changes it; nil if none does, and once it is closed.
  public let variants: [String: String]?

  public init(
    feature: Feature.ID? = nil, placement: Placement.ID? = nil, variants: [String: String]? = nil
  ) {
    self.feature = feature
    self.placement = placement
    self.variants = variants
  }
}

/// A request that names the caller's device.
public struct DeviceRequest: Hashable, Sendable, Codable {
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID

  public init(device: Device.ID) { self.device = device }
}
