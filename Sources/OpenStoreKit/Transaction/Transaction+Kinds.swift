extension Transaction {
  /// Whether the customer bought or the store renewed.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    /// The name as Apple writes it.
    public let rawValue: String

    /// Makes the reason with that name, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The customer bought.
    public static let purchase = Self(rawValue: "PURCHASE")

    /// The store renewed a subscription.
    public static let renewal = Self(rawValue: "RENEWAL")
  }

  /// Why the store took a purchase back.
  public struct RevocationReason: RawRepresentable, Hashable, Sendable {
    /// The number that Apple gives it.
    public let rawValue: Int

    /// Makes the reason with that number, known or not.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// For a real or perceived fault of the app.
    public static let developerIssue = Self(rawValue: 1)

    /// For any other reason, an accidental purchase for example.
    public static let other = Self(rawValue: 0)

    /// The reason for people, in English.
    public var localizedDescription: String {
      self == .developerIssue ? "Developer Issue" : "Other"
    }
  }

  /// How much of a purchase the store took back.
  public struct RevocationType: RawRepresentable, Hashable, Sendable {
    /// The name as Apple writes it.
    public let rawValue: String

    /// Makes the kind with that name, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The whole price was paid back.
    public static let fullRefund = Self(rawValue: "REFUND_FULL")

    /// A part of the price was paid back.
    public static let proratedRefund = Self(rawValue: "REFUND_PRORATED")

    /// Family Sharing no longer gives the purchase.
    public static let familyRevocation = Self(rawValue: "FAMILY_REVOKE")
  }

  /// The kind of offer that a price comes from.
  public struct OfferType: RawRepresentable, Hashable, Sendable {
    /// The number that Apple gives it.
    public let rawValue: Int

    /// Makes the kind with that number, known or not.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// An introductory offer, once for each customer and subscription group.
    public static let introductory = Self(rawValue: 1)

    /// A promotional offer, signed by the developer.
    public static let promotional = Self(rawValue: 2)

    /// An offer code that the customer redeemed.
    public static let code = Self(rawValue: 3)

    /// A win-back offer for a customer who left.
    public static var winBack: Self { Self(rawValue: 4) }

    /// The kind for people, in English.
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
    /// The name as Apple writes it.
    public let rawValue: String

    /// Makes the kind with that name, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The customer bought it.
    public static let purchased = Self(rawValue: "PURCHASED")

    /// A family member bought it.
    public static let familyShared = Self(rawValue: "FAMILY_SHARED")

    /// The kind for people, in English.
    public var localizedDescription: String {
      switch self {
      case .purchased: "Purchased"
      case .familyShared: "Family Shared"
      default: rawValue
      }
    }
  }
}
