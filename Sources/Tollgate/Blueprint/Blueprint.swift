/// An app's rules, validated and indexed: immutable, shareable and fast to query.
public final class Blueprint: Sendable {
  /// What the blueprint says.
  public let definition: Definition
  let clock: BlueprintClock
  let products: [Product.ID: Product]
  let sold: [Product.ID: IndexedProduct]
  /// The products on paywalls and those with an introductory offer, in bit order.
  let offered: [IndexedProduct]
  /// What each paywall sells, as bits of ``offered``.
  let paywallOffers: [Paywall.ID: UInt64]
  /// The entitlements that determine the phase, as bits.
  let plan: UInt64
  let paywalls: [Paywall.ID: Paywall]
  let placements: [Placement.ID: Placement]
  let texts: [LocalizedText.ID: LocalizedText]
  let features: [IndexedFeature]
  let handles: [Feature.ID: FeatureHandle]
  let allowances: [IndexedAllowance]
  let promptConditions: [IndexedCondition]
  let nudgeConditions: [IndexedCondition]
  let routeConditions: [IndexedCondition]
  let placementConditions: [Placement.ID: IndexedCondition]
  let index: Index

  /// Validates and indexes a definition.
  ///
  /// - Throws: ``BlueprintError`` with every mistake found.
  public init(_ definition: Definition) throws(BlueprintError) {
    let mistakes = definition.mistakes()
    guard mistakes.isEmpty, let clock = BlueprintClock(definition.app.timeZone) else {
      throw BlueprintError(mistakes: mistakes)
    }
    let index = Index(definition)
    self.definition = definition
    self.clock = clock
    self.index = index
    products = Dictionary(definition.products.map { ($0.id, $0) }) { first, _ in first }
    let sold = definition.indexedProducts(index)
    self.sold = sold
    plan = index.bits(definition.planEntitlements)
    let onOffer = definition.offeredProducts
    offered = onOffer.compactMap { sold[$0] }
    paywallOffers = Dictionary(
      definition.paywalls.map { paywall in
        (
          paywall.id,
          paywall.packages.reduce(0) { bits, package in
            bits | (onOffer.firstIndex(of: package.product).map { 1 << UInt64($0) } ?? 0)
          }
        )
      }
    ) { first, _ in first }
    paywalls = Dictionary(definition.paywalls.map { ($0.id, $0) }) { first, _ in first }
    placements = Dictionary(definition.placements.map { ($0.id, $0) }) { first, _ in first }
    texts = Dictionary(definition.texts.map { ($0.id, $0) }) { first, _ in first }
    features = definition.features.map { IndexedFeature($0, index) }
    handles = Dictionary(
      definition.features.enumerated().map { ($1.id, FeatureHandle(position: $0)) }
    ) { first, _ in first }
    allowances = index.allowances
    promptConditions = definition.prompts.map { IndexedCondition($0.when, index) }
    nudgeConditions = definition.nudges.map { IndexedCondition($0.when, index) }
    routeConditions = definition.routes.map { IndexedCondition($0.when, index) }
    placementConditions = Dictionary(
      definition.placements.map { ($0.id, IndexedCondition($0.when, index)) }
    ) { first, _ in first }
  }

  /// The app.
  public var app: App { definition.app }

  /// The handle of a feature, resolved once and queried often; nil for an unknown name.
  public func handle(of feature: Feature.ID) -> FeatureHandle? { handles[feature] }

  /// The feature with a name, or nil if there isn't one.
  public func feature(_ id: Feature.ID) -> Feature? {
    handles[id].map { definition.features[$0.position] }
  }

  /// The product with an identifier, or nil if there isn't one.
  public func product(_ id: Product.ID) -> Product? { products[id] }

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
public struct FeatureHandle: Hashable, Sendable {
  let position: Int
}

extension Blueprint {
  /// Whether a paywall offers a product whose bit is set.
  func isOffered(_ product: Product.ID, in bits: UInt64) -> Bool {
    offered.firstIndex { $0.product.id == product }.map { bits & (1 << UInt64($0)) != 0 } ?? false
  }
}
