/// A time, or a number of uses, in which a customer has what the app sells.
public struct Trial: Hashable, Sendable, Identifiable {
  /// The trial's name.
  public typealias ID = Identifier<Trial>

  /// What starts a trial.
  public enum Start: Hashable, Sendable {
    /// Opening an account.
    case signUp
    /// Being seen for the first time, as with the first launch of the app; no account is needed.
    case firstSeen
    /// Reaching a milestone, with or without an account.
    case milestone(Milestone.ID)
    /// A purchase with an introductory offer, once a milestone (if any) is reached: the trial runs for the offer the
    /// store signed, from the purchase to its end, with the terms' uses.
    case purchase(after: Milestone.ID?)
    /// The store's own free introductory offer: the trial is that transaction, and nothing else is recorded.
    case introductoryOffer

    /// What the customer does to start the trial; nil if a purchase starts it.
    public var event: AddOnTrial.Start? {
      switch self {
      case .signUp: .signUp
      case .firstSeen: .firstSeen
      case .milestone(let milestone): .milestone(milestone)
      case .purchase, .introductoryOffer: nil
      }
    }
  }

  /// What a trial gives, fixed at its start.
  public struct Terms: Hashable, Sendable {
    /// How long it lasts; nil means until its uses are used up.
    ///
    /// A trial that a purchase starts lasts as long as the store signed.
    public package(set) var lasts: Period?
    /// The number of uses it gives; nil means any number.
    public package(set) var uses: Uses?
    /// The entitlements that it gives.
    public let entitlements: [Entitlement.ID]
    /// The days that the customer can earn while it runs; none count in a trial that a purchase starts.
    public let earned: [EarnedDays]

    public init(
      lasts: Period?, uses: Uses? = nil, entitlements: [Entitlement.ID] = [],
      earned: [EarnedDays] = []
    ) {
      self.lasts = lasts
      self.uses = uses
      self.entitlements = entitlements
      self.earned = earned
    }
  }

  /// Days that something adds to a trial, each time that it happens while the trial runs.
  public struct EarnedDays: Hashable, Sendable {
    /// How many days of 24 hours each time adds, from 1 to ``TrialExtension/dayLimit``.
    public let days: Int
    /// What adds them: a milestone, or a use of a feature.
    public let event: CustomerEvent
    /// How many days it adds in all; nil for a milestone, which is reached once.
    public let limit: Int?

    public init(days: Int, on event: CustomerEvent, upTo limit: Int? = nil) {
      self.days = days
      self.event = event
      self.limit = limit
    }

    /// The most that it adds in all, in days.
    package var most: Int { limit ?? days }
  }

  /// A number of uses of one feature.
  public struct Uses: Hashable, Sendable {
    /// The feature whose uses are counted.
    public let feature: Feature.ID
    /// How many uses end the trial, at least 1.
    public package(set) var limit: Int

    public init(feature: Feature.ID, limit: Int) {
      self.feature = feature
      self.limit = limit
    }
  }

  /// How often a customer may have a trial.
  public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
    /// Once for each account.
    case account
    /// Once for each account and each device.
    case accountAndDevice
  }

  /// The trial's name.
  public let id: ID
  public let start: Start
  /// What must hold when that happens; if it does not, the trial never starts for the customer.
  ///
  /// It sees the customer after what starts the trial, and before the trial. One that a purchase starts has none, since
  /// the store decides who gets its offer.
  public let when: Condition
  /// What it gives.
  public package(set) var terms: Terms
  /// How often a trial that no purchase starts is available; the store itself tracks the others.
  public let oncePer: Scope
  /// The products whose introductory offer is the trial; if empty, those that give its entitlements.
  public let products: [CatalogProduct.ID]

  public init(
    id: ID = "trial", start: Start, when: Condition = .always, terms: Terms,
    oncePer: Scope = .accountAndDevice, products: [CatalogProduct.ID] = []
  ) {
    self.id = id
    self.products = products
    self.start = start
    self.when = when
    self.terms = terms
    self.oncePer = oncePer
  }
}
