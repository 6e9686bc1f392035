public import Tollgate

/// The erasure of a customer and of everyone merged into it: one atomic commit.
///
/// Facts, answers, credentials and the claims of email addresses, identities, aliases, sessions, seats and app transactions are
/// deleted.
/// What remains identifies nobody:
///
/// | what stays | why |
/// |---|---|
/// | the customer's id with a new version, ``CustomerRecord/isErased`` | a late write or an old token is refused |
/// | claims of trials, by device | the device gets no second trial |
/// | claims of notifications, by their UUID | a repeated notification is recognized |
/// | places among those who share a purchase, free to be taken | the places after it stay valid |
/// | each purchase in ``releases``, under a placeholder | its store account can restore it, and revenue stays what it was |
/// | checks of subscriptions with the store | what the store reports later is recorded with the purchase |
///
/// The first two kinds of claim and the places then belong to `Customer.ID.erased`, for all erased customers alike.
///
/// The facts whose ``Fact/storePurchase`` is in ``releases`` keep their sequence numbers and when they were recorded, and
/// then belong to the placeholder.
public struct LedgerErasure: Hashable, Sendable {
  /// A purchase that outlasts its owner: it belongs to `Customer.ID.placeholder(for:)` until somebody restores it.
  ///
  /// If that placeholder was merged into a customer, it is separated again, and its earlier facts stay there.
  public struct Release: Hashable, Sendable {
    /// The purchase, which the erased customer owns.
    public let purchase: PurchaseID
    /// The facts to append to the placeholder, in addition to those that are kept.
    public let facts: [Fact]

    public init(_ purchase: PurchaseID, facts: [Fact]) {
      self.purchase = purchase
      self.facts = facts
    }

    /// The customer who owns the purchase afterwards.
    package var placeholder: Customer.ID { .placeholder(for: purchase) }
  }

  public var app: Blueprint.App.ID
  /// The customer, who is not merged into another.
  public var customer: Customer.ID
  /// The version that the erasure was decided on.
  public var expectedVersion: Int
  /// The time of the erasure, by the server's clock.
  public var at: Instant
  /// The purchases that outlast the customer; the claim of any other is deleted.
  public var releases: [Release]
  /// What the erasure changes for other customers, such as the seats of teams that end with it; each is named once.
  public var others: [LedgerRelease]
  /// What an operator did, for the audit list, which names nobody who was erased; nil if the customer did it.
  public var audit: LedgerAuditEntry?

  public init(
    app: Blueprint.App.ID, customer: Customer.ID, expectedVersion: Int, at: Instant,
    releases: [Release] = [], others: [LedgerRelease] = [], audit: LedgerAuditEntry? = nil
  ) {
    self.app = app
    self.customer = customer
    self.expectedVersion = expectedVersion
    self.at = at
    self.releases = releases
    self.others = others
    self.audit = audit
  }
}

extension Customer.ID {
  /// The owner of what stays of erased customers; it never has a record.
  public static let erased = Customer.ID("erased:")

  /// The placeholder customer of a purchase without an owner; it starts no trial.
  public static func placeholder(for purchase: PurchaseID) -> Customer.ID {
    Customer.ID(placeholderPrefix + purchase.description)
  }

  /// The owner of the App Store's seat claims that were released before a member was recorded for them.
  public static let releasedSeats = Customer.ID(placeholderPrefix + "seats")

  /// Whether it represents a purchase without an owner or released seats, not a person.
  public var isPlaceholder: Bool { rawValue.hasPrefix(Self.placeholderPrefix) }

  /// The purchase that nobody has claimed, if this is its placeholder.
  package var unclaimedPurchase: PurchaseID? {
    isPlaceholder && self != .releasedSeats
      ? PurchaseID(String(rawValue.dropFirst(Self.placeholderPrefix.count))) : nil
  }

  package static let placeholderPrefix = "store:"

  /// Whether it stands for an abandoned customer who was removed: nobody has that name, and charts still count them.
  package var isRemoved: Bool { rawValue.hasPrefix(Self.removedPrefix) }

  package static let removedPrefix = "removed:"
}

extension Fact {
  /// The purchase whose payments, renewals, refund requests or transfers the fact is about; nil for any other fact.
  ///
  /// Such a fact says what the store reported and names nobody, so it remains with the purchase after an erasure. The random
  /// id that the store may have signed in a transaction then leads to no record.
  public var storePurchase: PurchaseID? {
    kind.traits.contains(.ofStore) ? relatedPurchase : nil
  }
}

extension LedgerClaim {
  /// Whether a customer may take the claim from its owner: a place that an erased customer left.
  func isVacant(of owner: Customer.ID) -> Bool {
    switch self {
    case .share: owner == .erased
    case .purchase, .trial, .email, .notification, .endedSession, .identity, .seat,
      .appTransaction, .alias, .imported:
      false
    }
  }
}
