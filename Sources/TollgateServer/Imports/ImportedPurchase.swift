public import Tollgate
public import TollgateAppStore

/// A person as another system knew them.
public struct ImportedPerson: Hashable, Sendable {
  public var user: String
  /// Another name of the same person; nil if there isn't one.
  public var alias: String?
  /// When the other system first saw the person; nil if the file did not say.
  public var firstSeenAt: Instant?
  /// The person's attributes by name, each an object with `value` and `updated_at_ms`.
  public var attributes: [String: JSONValue]

  /// Creates a person of whom nothing is known but what is given.
  public init(
    user: String, alias: String? = nil, firstSeenAt: Instant? = nil,
    attributes: [String: JSONValue] = [:]
  ) {
    self.user = user
    self.alias = alias
    self.firstSeenAt = firstSeenAt
    self.attributes = attributes
  }

  /// Whether the app user id names one person, rather than being one that apps send by mistake.
  public var isNamed: Bool { name != nil }

  /// The app user id; nil if it does not name one person.
  var name: AppUserID? { AppUserID(ifOfOnePerson: user) }

  /// The other name; nil without one, or if it does not name one person.
  var otherName: AppUserID? {
    alias.flatMap { $0 == user ? nil : AppUserID(ifOfOnePerson: $0) }
  }
}

extension AppUserID {
  /// Reads a name; nil if it does not name one person.
  fileprivate init?(ifOfOnePerson text: String) {
    do throws(RevenueCatError) { try self.init(text) } catch { return nil }
  }
}

/// A purchase as another system recorded it, unverified, or what that system granted.
///
/// It is never recorded as a purchase: it says what to ask the App Store about, and until then what to grant.
public struct ImportedPurchase: Hashable, Sendable {
  public var person: ImportedPerson
  /// The original transaction id, in its environment.
  public var purchase: PurchaseID
  public var product: CatalogProduct.ID
  /// When it ends; nil if it never does, or if the file did not say.
  public var expiresAt: Instant?
  /// Whether it was refunded, or a grant was revoked.
  public var isRefunded: Bool
  /// What the other system granted without a purchase; nil for a purchase of the App Store.
  public var grantedEntitlements: [Entitlement.ID]?
  /// The id of the latest transaction, by which the customer can be found too; nil if the file did not say.
  public var transaction: StoreTransaction.OriginalID?

  public init(
    of person: ImportedPerson, purchase: PurchaseID, product: CatalogProduct.ID,
    expiresAt: Instant? = nil, isRefunded: Bool = false,
    grantedEntitlements: [Entitlement.ID]? = nil, transaction: StoreTransaction.OriginalID? = nil
  ) {
    self.person = person
    self.purchase = purchase
    self.product = product
    self.expiresAt = expiresAt
    self.isRefunded = isRefunded
    self.grantedEntitlements = grantedEntitlements
    self.transaction = transaction
  }
}

extension ImportedPurchase {
  /// A reason that a purchase cannot be imported.
  public struct Refusal: Hashable, Sendable {
    /// What is wrong: the name, the product or the end.
    public enum Subject: String, Hashable, Sendable {
      case user, product, expiresAt
    }

    public let subject: Subject
    /// Why, as the end of a sentence.
    public let reason: String
  }

  /// Why it cannot be imported into an app; nil if it can.
  public func refusal(in blueprint: Blueprint) -> Refusal? {
    guard person.isNamed else {
      return Refusal(subject: .user, reason: "is not the name of one person")
    }
    if let granted = grantedEntitlements {
      guard granted.contains(where: blueprint.definition.entitlements.contains) else {
        return Refusal(subject: .product, reason: "grants no entitlement of the blueprint")
      }
      return nil
    }
    guard let product = blueprint.definition.products.first(where: { $0.id == self.product })
    else { return Refusal(subject: .product, reason: "is not a product of the blueprint") }
    if product.kind == .autoRenewable, expiresAt == nil {
      return Refusal(subject: .expiresAt, reason: "is missing for a subscription")
    }
    return nil
  }
}
