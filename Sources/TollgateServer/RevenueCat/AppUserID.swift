import Crypto
import Foundation
import Tollgate
import TollgateWire

/// The name that an app gave a person, or that RevenueCat's SDK made up for a device.
///
/// Anyone who knows a name can act under it on these endpoints, so it never opens a session. The SDK's own names have
/// 128 random bits: their customers are anonymous. Any other name is an account, whose purchases the blueprint's
/// transfer policy protects.
struct AppUserID: Hashable, Sendable {
  /// The greatest number of bytes in a name.
  static let sizeLimit = 255
  /// How many customers a name can have in turn, each after the deletion of the one before.
  static let generations = 16
  private static let anonymousPrefix = "$RCAnonymousID:"
  private static let accountPrefix = "app-user:"

  /// Names that apps send by mistake, for people who have nothing in common.
  private static let placeholders: Set = [
    "", "(null)", "-1", "0", "[]", "{}", "[object object]", "anonymous", "guest", "nan", "nil",
    "no_user", "none", "null", "undefined", "unidentified", "unknown",
  ]

  /// The name as it was sent; case matters, except in a UUID.
  let text: String

  /// Reads a name.
  ///
  /// - Parameter text: The name, percent-decoded.
  /// - Throws: ``RevenueCatError`` with code `invalidAppUserID`.
  init(_ text: String) throws(RevenueCatError) {
    guard text.utf8.count <= Self.sizeLimit, !Self.placeholders.contains(text.lowercased()),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      throw RevenueCatError(
        400, .invalidAppUserID,
        "The app user id must identify one person, with 1 to \(Self.sizeLimit) bytes.")
    }
    self.text = text
  }

  /// The name that the store signed into a purchase; nil unless the identifier is a UUID in another form.
  init?(signed customer: Customer.ID) {
    guard let token = customer.appAccountToken else { return nil }
    text = token
  }

  /// Whether the SDK made the name up.
  var isAnonymous: Bool { text.hasPrefix(Self.anonymousPrefix) }

  /// The account of a person with the name; nil if the SDK made it up.
  var account: Account.ID? {
    isAnonymous ? nil : Account.ID(Self.accountPrefix + text)
  }

  /// The name of an account; nil for an account that was not opened under a name.
  static func name(of account: Account.ID?) -> String? {
    guard let account = account?.rawValue, account.hasPrefix(accountPrefix) else { return nil }
    return String(account.dropFirst(accountPrefix.count))
  }

  /// The customer with the name.
  ///
  /// The SDK has the store sign a name that is a UUID into purchases, as this server does with its own customers: such
  /// a name is the customer's identifier in another form.
  ///
  /// - Parameter generation: How many customers with the name were deleted before.
  func customer(_ generation: Int) -> Customer.ID {
    if generation == 0, let signed = signedCustomer { return signed }
    let digest = SHA256.hash(data: Data("app user\n\(generation)\n\(text)".utf8))
    return Customer.ID("app_" + digest.prefix(16).hexadecimal)
  }

  /// Whether a customer with the identifier of a UUID was opened under this name, and is not one of the server's own.
  func isAccount(_ customer: Customer) -> Bool {
    account?.rawValue.lowercased() == customer.account?.rawValue.lowercased()
  }

  /// The customer that the store signs into purchases under the name; nil unless it is a UUID.
  var signedCustomer: Customer.ID? { Customer.ID(appAccountToken: text) }
}
