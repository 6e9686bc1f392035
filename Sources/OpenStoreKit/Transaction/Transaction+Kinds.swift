extension Transaction {
  /// Whether a transaction is a purchase by the customer or a renewal by the store.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer made a purchase.
    public static let purchase = Self(rawValue: "PURCHASE")

    /// The store renewed a subscription.
    public static let renewal = Self(rawValue: "RENEWAL")
  }

  /// Why the store revoked a purchase.
  public struct RevocationReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An actual or perceived issue with the app.
    public static let developerIssue = Self(rawValue: 1)

    /// Any other reason, such as an accidental purchase.
    public static let other = Self(rawValue: 0)

    /// A bundle of subscriptions replaced the purchase; the number is this library's.
    public static let upgradedToBundle = Self(rawValue: 2)

    /// The reason for display, in English.
    public var localizedDescription: String {
      self == .developerIssue ? "Developer Issue" : "Other"
    }
  }

  /// How much of a purchase the store revoked.
  public struct RevocationType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The full price was refunded.
    public static let fullRefund = Self(rawValue: "REFUND_FULL")

    /// Part of the price was refunded.
    public static let proratedRefund = Self(rawValue: "REFUND_PRORATED")

    /// The purchase is no longer shared through Family Sharing.
    public static let familyRevocation = Self(rawValue: "FAMILY_REVOKE")

    /// The seat is no longer assigned to the customer.
    public static let assignmentRevocation = Self(rawValue: "ASSIGNMENT_REVOKE")
  }

  /// The kind of offer that a price comes from.
  public struct OfferType: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An introductory offer, once per customer and subscription group.
    public static let introductory = Self(rawValue: 1)

    /// A promotional offer, signed by the developer.
    public static let promotional = Self(rawValue: 2)

    /// An offer code that the customer redeemed.
    public static let code = Self(rawValue: 3)

    /// A win-back offer for a customer who left.
    public static var winBack: Self { Self(rawValue: 4) }

    /// The kind for display, in English.
    public var localizedDescription: String {
      switch self {
      case .introductory: "Introductory"
      case .promotional: "Promotional"
      case .code: "Code"
      case .winBack: "Win-Back"
      default: "Unknown"
      }
    }
  }

  /// Whether a transaction was bought or is shared by a family member.
  public struct OwnershipType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer bought it.
    public static let purchased = Self(rawValue: "PURCHASED")

    /// A family member bought it.
    public static let familyShared = Self(rawValue: "FAMILY_SHARED")

    /// An organization bought it, and assigned a seat to the customer.
    public static let assigned = Self(rawValue: "ASSIGNED")

    /// The kind for display, in English.
    public var localizedDescription: String {
      switch self {
      case .purchased: "Purchased"
      case .familyShared: "Family Shared"
      case .assigned: "Assigned"
      default: rawValue
      }
    }
  }
}
