public import Tollgate

/// Asks for an anonymous customer.
public struct CreateCustomerRequest: Hashable, Sendable, Codable {
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?

  /// Asks for an anonymous customer on a device.
  public init(device: Device.ID? = nil) { self.device = device }
}

/// Opens an account or a session of one.
public struct CredentialsRequest: Hashable, Sendable, Codable {
  /// The email address; case does not matter.
  public let email: String
  /// The password, 8 to 128 characters.
  public let password: String
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?

  /// Asks with an email address and a password.
  public init(email: String, password: String, device: Device.ID? = nil) {
    self.email = email
    self.password = password
    self.device = device
  }
}

/// Opens a session with an issuer's token, such as that of Sign in with Apple.
public struct TokenSignInRequest: Hashable, Sendable, Codable {
  /// The issuer's token: a JSON Web Token in compact form.
  public let token: String
  /// The nonce that was made for the token, before it was hashed; the token has its SHA-256 in hexadecimal.
  public let nonce: String?
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID?

  /// Asks with an issuer's token.
  public init(token: String, nonce: String? = nil, device: Device.ID? = nil) {
    self.token = token
    self.nonce = nonce
    self.device = device
  }
}

/// Uses a feature once; needs an idempotency key.
public struct UseRequest: Hashable, Sendable, Codable {
  /// The item to hold, for a feature that holds items; the idempotency key names it where this is nil.
  public let item: Item.ID?
  /// The credits it costs, 1 to 1,000,000, for a feature whose blueprint leaves that to the use; nil is 1.
  public let cost: Int?
  /// Whether it was made without a network and is reported now, as the feature's `offline` allows.
  public let isReport: Bool?

  /// Asks to use a feature.
  public init(item: Item.ID? = nil, cost: Int? = nil, isReport: Bool? = nil) {
    self.item = item
    self.cost = cost
    self.isReport = isReport
  }
}

/// Gives back an item that a feature holds.
public struct ReleaseRequest: Hashable, Sendable, Codable {
  /// The item.
  public let item: Item.ID

  /// Asks to give an item back.
  public init(item: Item.ID) { self.item = item }
}

/// Posts what the store signed.
public struct TransactionRequest: Hashable, Sendable, Codable {
  /// The transaction as a JSON Web Signature.
  public let signedTransaction: String
  /// The renewal info of the same subscription as a JSON Web Signature.
  public let signedRenewalInfo: String?

  /// Posts a transaction.
  public init(signedTransaction: String, signedRenewalInfo: String? = nil) {
    self.signedTransaction = signedTransaction
    self.signedRenewalInfo = signedRenewalInfo
  }
}

/// Posts everything the store has signed for the device's store account.
public struct RestoreRequest: Hashable, Sendable, Codable {
  /// How many signed values one request may carry.
  public static let limit = 50

  /// The transactions as JSON Web Signatures.
  public let signedTransactions: [String]
  /// The renewal infos as JSON Web Signatures.
  public let signedRenewalInfos: [String]?

  /// Posts transactions.
  public init(signedTransactions: [String], signedRenewalInfos: [String]? = nil) {
    self.signedTransactions = signedTransactions
    self.signedRenewalInfos = signedRenewalInfos
  }
}

/// An App Store Server Notification of version 2.
///
/// Follows Apple's
/// [responseBodyV2](https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv2).
public struct NotificationRequest: Hashable, Sendable, Codable {
  /// The notification as a JSON Web Signature.
  public let signedPayload: String

  /// Posts a notification.
  public init(signedPayload: String) { self.signedPayload = signedPayload }
}

/// Reports that a nudge was delivered.
public struct NudgeDeliveredRequest: Hashable, Sendable, Codable {
  /// The nudge's `occurrence`, as it was planned; each occurrence is delivered once.
  public let occurrence: Instant
  /// The device that showed it.
  public let device: Device.ID?

  /// Reports a delivery on a device.
  public init(occurrence: Instant, device: Device.ID? = nil) {
    self.occurrence = occurrence
    self.device = device
  }
}

/// Reports that a paywall was shown or closed; needs an idempotency key.
public struct PaywallReportRequest: Hashable, Sendable, Codable {
  /// The feature that led to it; nil where none did.
  public let feature: Feature.ID?
  /// The placement it showed at; nil where it was asked for by hand.
  public let placement: Placement.ID?

  /// Reports what led to a paywall.
  public init(feature: Feature.ID? = nil, placement: Placement.ID? = nil) {
    self.feature = feature
    self.placement = placement
  }
}

/// Names the device that the caller is on.
public struct DeviceRequest: Hashable, Sendable, Codable {
  /// The device, by an identifier that survives a reinstall; 1 to 128 characters.
  public let device: Device.ID

  /// Names a device.
  public init(device: Device.ID) { self.device = device }
}
