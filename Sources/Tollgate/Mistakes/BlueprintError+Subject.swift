extension BlueprintError {
  /// What a mistake is about: a kind of thing, and the name that the blueprint uses for it.
  public struct Subject: Hashable, Sendable {
    /// The kinds of thing that a blueprint names; the raw value is the noun that messages use.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A product of the store.
      case product
      /// An offer of a product.
      case offer
      case entitlement
      /// A grant that the blueprint lists.
      case grant
      /// A team or household.
      case team
      case milestone
      case attribute
      /// An add-on trial.
      case trial
      case feature
      /// A wallet of credits.
      case wallet
      case paywall
      case placement
      case experiment
      /// A variant of an experiment.
      case variant
      case prompt
      case nudge
      /// A table of the profile.
      case table
      /// A row of a table of the profile.
      case row
      case text
      /// A value that a text shows.
      case value
    }

    /// The kind of thing.
    public let kind: Kind
    /// Its name, whether or not it exists.
    public let name: String

    public init(_ kind: Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }
  }
}
