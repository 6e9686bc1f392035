/// A time, or a number of uses, in which a customer has what the app sells.
public struct Trial: Hashable, Sendable, Identifiable {
  /// The trial's name.
  public typealias ID = Identifier<Trial>

  /// What starts a trial.
  public enum Start: Hashable, Sendable {
    /// Opening an account.
    case signUp
    /// A purchase with an introductory offer, once a milestone (if any) is reached: the trial runs for the offer the
    /// store signed, from the purchase to its end, with the terms' uses.
    case purchase(after: Milestone.ID?)
    /// The store's own free introductory offer: the trial is that transaction, and nothing else is recorded.
    case introductoryOffer
  }

  /// What a trial gives, fixed at its start.
  public struct Terms: Hashable, Sendable {
    /// How long it lasts; nil means until its uses are used up.
    ///
    /// A trial that a purchase starts lasts as long as the store signed.
    public let lasts: Period?
    /// The number of uses it gives; nil means any number.
    public let uses: Uses?
    /// The entitlements that it gives.
    public let entitlements: [Entitlement.ID]

    /// Creates terms.
    public init(lasts: Period?, uses: Uses? = nil, entitlements: [Entitlement.ID] = []) {
      self.lasts = lasts
      self.uses = uses
      self.entitlements = entitlements
    }
  }

  /// A number of uses of one feature.
  public struct Uses: Hashable, Sendable {
    /// The feature whose uses are counted.
    public let feature: Feature.ID
    /// How many uses end the trial, at least 1.
    public let limit: Int

    /// Creates a number of uses.
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
  /// What starts it.
  public let start: Start
  /// What it gives.
  public let terms: Terms
  /// How often a trial that starts on sign-up is available; the store itself tracks those that a purchase starts.
  public let oncePer: Scope
  /// The products whose introductory offer is the trial; if empty, those that give its entitlements.
  public let products: [CatalogProduct.ID]

  /// Creates a trial.
  public init(
    id: ID = "trial", start: Start, terms: Terms, oncePer: Scope = .accountAndDevice,
    products: [CatalogProduct.ID] = []
  ) {
    self.id = id
    self.products = products
    self.start = start
    self.terms = terms
    self.oncePer = oncePer
  }
}
