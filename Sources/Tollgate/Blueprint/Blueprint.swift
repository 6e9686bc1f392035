/// An app's rules, validated and indexed: immutable, shareable and fast to query.
///
/// Everything that a decision compares is resolved once, when the blueprint is created: names become positions and
/// bits. The access to a feature is then decided by a few comparisons.
///
/// A blueprint holds no customer and no time. The answers for a customer at an instant are a ``Membership``; the facts
/// that follow from a request are a ``Decision``.
public final class Blueprint: Sendable {
  /// What the blueprint says.
  public let definition: Definition
  /// The days, weeks and months of the app's time zone.
  let clock: BlueprintClock
  let index: BlueprintIndex
  let catalog: Catalog
  /// The features' rules, by the position in a ``FeatureHandle``.
  let features: [IndexedFeature]
  let conditions: ScreenConditions
  let paywalls: [Paywall.ID: Paywall]
  let placements: [Placement.ID: Placement]
  let texts: [LocalizedText.ID: LocalizedText]

  /// Validates and indexes a definition.
  ///
  /// - Throws: ``BlueprintError`` with every mistake found.
  public convenience init(_ definition: Definition) throws(BlueprintError) {
    let mistakes = definition.mistakes()
    guard mistakes.isEmpty, let clock = BlueprintClock(definition.app.timeZone) else {
      throw BlueprintError(mistakes: mistakes)
    }
    self.init(valid: definition, clock: clock)
  }

  /// Indexes a definition that had no mistakes when it was published, and that this version may find some in.
  ///
  /// Customers depend on what is served, so a stricter version serves it as it is: a condition on a name that does not
  /// exist holds for nobody, and a limit holds as it is written.
  ///
  /// - Throws: ``BlueprintError`` with every mistake if its time zone does not exist, so that no day has a beginning.
  public convenience init(served definition: Definition) throws(BlueprintError) {
    guard let clock = BlueprintClock(definition.app.timeZone) else {
      throw BlueprintError(mistakes: definition.mistakes())
    }
    self.init(valid: definition, clock: clock)
  }

  /// Indexes a definition.
  init(valid definition: Definition, clock: BlueprintClock) {
    let index = BlueprintIndex(definition)
    self.definition = definition
    self.clock = clock
    self.index = index
    catalog = Catalog(definition, index)
    features = definition.features.map { IndexedFeature($0, index) }
    conditions = ScreenConditions(definition, index)
    paywalls = Dictionary(definition.paywalls.map { ($0.id, $0) }) { first, _ in first }
    placements = Dictionary(definition.placements.map { ($0.id, $0) }) { first, _ in first }
    texts = Dictionary(definition.texts.map { ($0.id, $0) }) { first, _ in first }
  }

  public var app: App { definition.app }

  /// The handle of a feature, resolved once and queried often; nil for an unknown name.
  ///
  /// A handle is valid for this blueprint alone.
  public func handle(of feature: Feature.ID) -> FeatureHandle? { index.features[feature] }

  /// The handle of each feature, in the blueprint's order.
  package var handles: some Collection<FeatureHandle> {
    features.indices.lazy.map { FeatureHandle(position: $0) }
  }

  /// A feature, and all that share a limit with it.
  package func sharers(of feature: Feature.ID) -> Set<Feature.ID> {
    index.sharers.values.reduce(into: [feature]) { all, features in
      if features.contains(feature) { all.formUnion(features) }
    }
  }

  /// The feature with a name, or nil if there isn't one.
  public func feature(_ id: Feature.ID) -> Feature? {
    index.features[id].map { definition.features[$0.position] }
  }

  /// The product with an identifier, or nil if there isn't one.
  public func product(_ id: CatalogProduct.ID) -> CatalogProduct? {
    catalog.products[id]?.product
  }

  /// The paywall with a name, or nil if there isn't one.
  public func paywall(_ id: Paywall.ID) -> Paywall? { paywalls[id] }

  /// The placement with a name, or nil if there isn't one.
  public func placement(_ id: Placement.ID) -> Placement? { placements[id] }

  /// The text with a name, or nil if there isn't one.
  public func text(_ id: LocalizedText.ID) -> LocalizedText? { texts[id] }

  /// The prompt with a name, or nil if there isn't one.
  public func prompt(_ id: Prompt.ID) -> Prompt? { definition.prompts.first { $0.id == id } }
}

/// A feature's position in a blueprint; a query by handle needs no hashing.
///
/// Another blueprint, even a later version of the same app's, may have a different feature at that position: ask it for
/// its own handle.
public struct FeatureHandle: Hashable, Sendable {
  let position: Int
}
