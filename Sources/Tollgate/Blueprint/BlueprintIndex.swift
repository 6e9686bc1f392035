/// The position of every name that a rule or a condition refers to, so that a decision compares bits and array elements
/// instead of names.
///
/// Positions hold within one ``Blueprint`` only: another version numbers the same names differently. Facts, requests
/// and responses therefore carry names, never positions.
struct BlueprintIndex: Sendable {
  /// The greatest number of entitlements, milestones, wallets or products on offer: 64, the bits of a word.
  ///
  /// A blueprint with more of them has a mistake.
  static let limit = 64

  /// The bit of each entitlement, 0 to 63.
  let entitlements: [Entitlement.ID: Int]
  /// The bit of each milestone, 0 to 63.
  let milestones: [Milestone.ID: Int]
  /// The bit of each product that a condition names, 0 to 63.
  let products: [CatalogProduct.ID: Int]
  /// The position of each feature in the blueprint.
  let features: [Feature.ID: FeatureHandle]
  /// The features that count held items, in the order of ``Standing/held``.
  let heldFeatures: [Feature.ID]
  /// The wallets, in the blueprint's order, which is that of their balances in a standing.
  let wallets: [Wallet.ID]
  /// The tests of country, language, app version, device and attributes.
  let audience: AudienceIndex
  /// What rules count, once for each feature and window, in the order of ``Standing/counts``.
  let allowances: [IndexedAllowance]
  /// The tests of the past in conditions, in the order of the bits of ``Past``; those of one event follow each other.
  let pastTests: [PastTest]

  init(_ definition: Blueprint.Definition) {
    entitlements = Self.bits(of: definition.entitlements)
    milestones = Self.bits(of: definition.milestones)
    products = Self.bits(
      of: Set(definition.conditions.flatMap(\.parts).flatMap(\.products)).sorted())
    features = Dictionary(
      definition.features.enumerated().map { ($1.id, FeatureHandle(position: $0)) }
    ) { first, _ in first }
    var held: [Feature.ID] = []
    var allowances: [IndexedAllowance] = []
    for feature in definition.features {
      for rule in feature.rules {
        switch rule.allowance {
        case .holding: if !held.contains(feature.id) { held.append(feature.id) }
        case .upTo(_, let window):
          let allowance = IndexedAllowance(feature: feature.id, window: window)
          if !allowances.contains(allowance) { allowances.append(allowance) }
        case .unlimited, .spend, .denied: break
        }
      }
    }
    heldFeatures = held
    wallets = definition.credits.map(\.id)
    audience = AudienceIndex(definition)
    self.allowances = allowances
    var tests: [PastTest] = []
    for test in definition.pastTests.prefix(Self.limit) {
      let last = tests.lastIndex { $0.event == test.event }
      tests.insert(test, at: last.map { $0 + 1 } ?? tests.endIndex)
    }
    pastTests = tests
  }

  private static func bits<Kind>(of names: [Identifier<Kind>]) -> [Identifier<Kind>: Int] {
    Dictionary(names.prefix(limit).enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The entitlement's bit; 0 for an unknown name, such as one that an old grant gives and the blueprint no longer has.
  func bit(_ name: Entitlement.ID) -> UInt64 {
    entitlements[name].map { 1 << UInt64($0) } ?? 0
  }

  /// The product's bit; 0 if no condition names it.
  func bit(_ name: CatalogProduct.ID) -> UInt64 {
    products[name].map { 1 << UInt64($0) } ?? 0
  }

  /// The bits of products; those that no condition names add none.
  func bits(_ names: Set<CatalogProduct.ID>) -> UInt64 {
    names.reduce(0) { $0 | bit($1) }
  }

  /// The bits of entitlements; unknown names add none.
  func bits(_ names: some Sequence<Entitlement.ID>) -> UInt64 {
    names.reduce(0) { $0 | bit($1) }
  }

  /// The bits of tests of the past.
  func bits(_ tests: [PastTest]) -> UInt64 {
    tests.reduce(0) { bits, test in
      pastTests.firstIndex(of: test).map { bits | 1 << UInt64($0) } ?? bits
    }
  }

  /// The bits of milestones; unknown names add none.
  func bits(_ names: Set<Milestone.ID>) -> UInt64 {
    names.reduce(0) { $0 | (milestones[$1].map { 1 << UInt64($0) } ?? 0) }
  }
}
