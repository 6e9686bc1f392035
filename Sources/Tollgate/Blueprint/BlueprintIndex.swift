/// The position of every name that a rule or a condition refers to, so that a decision compares bits and array elements
/// instead of names.
///
/// Positions hold within one ``Blueprint`` only: another version numbers the same names differently. Facts, requests
/// and responses therefore carry names, never positions.
///
/// It is a class because reading one member of so large a structure retained and released all of them.
final class BlueprintIndex: Sendable {
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
  /// The features on whose number of uses something depends.
  let countedFeatures: Set<Feature.ID>
  /// The features that count held items, in the order of ``Standing/held``.
  let heldFeatures: [Feature.ID]
  /// Whether a rule limits the sum of the sizes of held items.
  let holdsSizes: Bool
  /// Whether a rule limits the items that are held in each parent.
  let holdsInParents: Bool
  /// The wallets, in the blueprint's order, which is that of their balances in a standing.
  let wallets: [Wallet.ID]
  /// The wallets that pay a price together, by their positions in the order in which they are asked: what they have
  /// together follows the wallets in a standing.
  let purses: [[Int]]
  /// The tests of country, language, app version, device, age, consent and attributes.
  let audience: AudienceIndex
  /// What rules count, once for each feature and window, in the order of ``Standing/counts``.
  let allowances: [IndexedAllowance]
  /// Whether one of them counts for each parent.
  let countsInParents: Bool
  /// The features that share each limit, in the blueprint's order.
  let sharers: [CountedUses.ID: [Feature.ID]]
  /// The named limits that count only the uses that limits of their name allowed.
  let limitsApart: Set<CountedUses.ID>
  /// Whether a limit counts in the plan's billing periods or in their months.
  let countsInPlan: Bool
  /// Whether a limit counts in the plan's months.
  let countsInPlanMonths: Bool
  /// Whether a standing says when each count falls: there is a pool, or a limit that holds within a span of time, from the
  /// first use, together with others, in a month of the plan or for several features.
  let saysRenewals: Bool
  /// The tests of the past in conditions, in the order of the bits of ``Past``; those of one event follow each other.
  let pastTests: [PastTest]
  /// The tests of what is left, in the order of their bits, which follow those of ``pastTests``; those of one source
  /// follow each other.
  let leftTests: [Condition.Left]

  init(_ definition: Blueprint.Definition) {
    let entitlements = BlueprintIndex.bits(of: definition.entitlements)
    self.entitlements = entitlements
    milestones = BlueprintIndex.bits(of: definition.milestones)
    let products = BlueprintIndex.bits(
      of: Set(definition.conditions.flatMap(\.parts).flatMap(\.products)).sorted())
    self.products = products
    features = Dictionary(
      definition.features.enumerated().map { ($1.id, FeatureHandle(position: $0)) }
    ) { first, _ in first }
    countedFeatures = definition.countedFeatures
    let sharers = definition.sharers
    self.sharers = sharers
    let limitsApart = definition.limitsApart
    self.limitsApart = limitsApart
    var held: [Feature.ID] = []
    var allowances: [IndexedAllowance] = []
    for feature in definition.features {
      if feature.holdsItems, !held.contains(feature.id) { held.append(feature.id) }
      for rule in feature.rules {
        let asked = AskedPlan(
          product: BlueprintIndex.bits(rule.when.namedProducts, in: products),
          entitled: BlueprintIndex.bits(rule.when.entitled, in: entitlements))
        for quota in rule.allowance.quotas {
          guard let allowance = IndexedAllowance(quota, of: feature, asked, sharers, limitsApart),
            !allowances.contains(allowance)
          else { continue }
          allowances.append(allowance)
        }
      }
    }
    heldFeatures = held
    holdsInParents = definition.features.contains { $0.holdsItems && $0.parentKind != nil }
    holdsSizes = definition.features.flatMap(\.rules).contains { $0.allowance.holdsSizes }
    let wallets = definition.credits.map(\.id)
    self.wallets = wallets
    var purses: [[Int]] = []
    for price in definition.features.flatMap(\.rules).flatMap(\.allowance.prices)
    where price.wallets.count > 1 {
      let purse = price.wallets.compactMap(wallets.firstIndex(of:))
      if !purses.contains(purse) { purses.append(purse) }
    }
    self.purses = purses
    audience = AudienceIndex(definition)
    self.allowances = allowances
    countsInParents = allowances.contains(where: \.isEach)
    countsInPlan = definition.features.flatMap(\.rules).contains {
      $0.allowance.windows.contains(where: \.isOfPlan)
    }
    countsInPlanMonths = allowances.contains(where: \.countsPlanMonth)
    saysRenewals = definition.features.flatMap(\.rules).map(\.allowance).contains {
      $0.holdsSeveral || $0.quotas.contains(where: \.saysRenewal)
    }
    var tests: [PastTest] = []
    for test in definition.pastTests.prefix(BlueprintIndex.limit) {
      let last = tests.lastIndex { $0.event == test.event }
      tests.insert(test, at: last.map { $0 + 1 } ?? tests.endIndex)
    }
    pastTests = tests
    var left: [Condition.Left] = []
    for test in definition.leftTests.prefix(BlueprintIndex.limit - tests.count) {
      let last = left.lastIndex { $0.source == test.source }
      left.insert(test, at: last.map { $0 + 1 } ?? left.endIndex)
    }
    leftTests = left
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
    Self.bits(names, in: entitlements)
  }

  private static func bits<Name: Hashable>(
    _ names: some Sequence<Name>, in positions: [Name: Int]
  ) -> UInt64 {
    names.reduce(0) { $0 | (positions[$1].map { 1 << UInt64($0) } ?? 0) }
  }

  func bits(_ tests: [PastTest]) -> UInt64 {
    tests.reduce(0) { bits, test in
      pastTests.firstIndex(of: test).map { bits | 1 << UInt64($0) } ?? bits
    }
  }

  /// The bits of tests of what is left, beside those of the past.
  func bits(_ tests: [Condition.Left]) -> UInt64 {
    tests.reduce(0) { bits, test in
      leftTests.firstIndex(of: test).map { bits | 1 << UInt64(pastTests.count + $0) } ?? bits
    }
  }

  /// The position in a standing of what wallets have together that pay a price: of one wallet, its own.
  func position(of payers: [Wallet.ID]) -> Int {
    let positions = payers.compactMap(wallets.firstIndex(of:))
    if payers.count > 1, let purse = purses.firstIndex(of: positions) {
      return wallets.count + purse
    }
    return positions.first ?? 0
  }

  /// The wallets that pay a price together; nil if one pays it alone.
  func purse(of price: IndexedPrice) -> [Int]? {
    price.position < wallets.count ? nil : purses[price.position - wallets.count]
  }

  /// The bits of milestones; unknown names add none.
  func bits(_ names: Set<Milestone.ID>) -> UInt64 {
    names.reduce(0) { $0 | (milestones[$1].map { 1 << UInt64($0) } ?? 0) }
  }
}

/// What a rule asks of the plan, by which one of several is found.
struct AskedPlan: Hashable, Sendable {
  /// The products that it names, as bits of ``BlueprintIndex/products``.
  var product: UInt64 = 0
  /// The entitlements that it asks for, as bits.
  var entitled: UInt64 = 0

  init(product: UInt64 = 0, entitled: UInt64 = 0) {
    self.product = product
    self.entitled = entitled
  }

  /// What a rule asks.
  init(_ rule: Feature.Rule, _ index: BlueprintIndex) {
    product = index.bits(rule.when.namedProducts)
    entitled = index.bits(rule.when.entitled)
  }
}

/// What some rule limits: the uses of a feature or their sizes, in a window or within a span of time, or its uses in a pool.
///
/// Rules that limit the same feature in the same window share one count, unless the window is of the plan and they ask
/// different things of it: different subscriptions may meet them.
struct IndexedAllowance: Hashable, Sendable {
  /// What uses count in: a ``Quota/Span`` with its lengths in milliseconds.
  enum Span: Hashable, Sendable {
    case window(Feature.Window)
    case pool(Pool)
    case rolling(Int64)
    case fromFirstUse(FirstUseWindows)
  }

  let feature: Feature.ID
  /// The other features whose uses count too, if they share the limit.
  let others: [Feature.ID]
  let span: Span
  /// Whether it counts the sum of the sizes of uses.
  let isSized: Bool
  /// Whether it counts for each parent alone.
  let isEach: Bool
  /// The name under which the uses that it counts are recorded, if it counts no others.
  let apart: Parent.ID?
  /// What the rule asks of the plan, if the window is of the plan; otherwise nothing.
  let asked: AskedPlan

  init(feature: Feature.ID, window: Feature.Window) {
    self.feature = feature
    others = []
    span = .window(window)
    isSized = false
    isEach = false
    apart = nil
    asked = AskedPlan()
  }

  /// Creates what a limit counts; nil if it counts no uses.
  ///
  /// - Parameters:
  ///   - asked: What the rule asks of the plan.
  ///   - sharers: The features that share each limit.
  ///   - limitsApart: The limits that count only what they allowed.
  init?(
    _ quota: Quota, of feature: Feature, _ asked: AskedPlan,
    _ sharers: [CountedUses.ID: [Feature.ID]], _ limitsApart: Set<CountedUses.ID>
  ) {
    switch quota.span {
    case .window(let window): span = .window(window)
    case .pool(let period):
      span = .pool(
        Pool(
          every: max(1, period.milliseconds ?? .max),
          most: max(1, quota.count + feature.offline.beyondAllowance)))
    case .rolling(let length): span = .rolling(max(1, length.milliseconds ?? .max))
    case .fromFirstUse(let length):
      span = .fromFirstUse(FirstUseWindows(length: max(1, length.milliseconds ?? .max)))
    case .held: return nil
    }
    isSized = quota.isSized
    isEach = quota.each != nil
    apart = quota.name(among: limitsApart)
    self.asked = quota.window?.isOfPlan ?? false ? asked : AskedPlan()
    // The count is the same for each of them, so it is computed once.
    let together = quota.counts.flatMap { sharers[$0] } ?? []
    self.feature = together.first ?? feature.id
    others = Array(together.dropFirst())
  }
}

extension IndexedAllowance {
  /// Whether it counts only the uses that are recorded in a parent or under its name.
  var isOfPart: Bool { isEach || apart != nil }

  /// Whether it counts each use of its features once, so that sizes are ignored.
  var countsAllUses: Bool { !isSized && !isOfPart }

  /// Whether it counts in a month of the plan.
  var countsPlanMonth: Bool {
    if case .window(.planMonth) = span { true } else { false }
  }

  /// Whether each use leaves it at its own instant.
  var slides: Bool {
    switch span {
    case .rolling: true
    case .window, .pool, .fromFirstUse: false
    }
  }

  /// The sum of what it counts of each feature: of most allowances, of one.
  func total(_ count: (Feature.ID) -> Int) -> Int {
    others.reduce(count(feature)) { $0 + count($1) }
  }

  /// The instants that it counts of each of its features, in runs.
  func runs(_ runs: (Feature.ID) -> [ArraySlice<Instant>]) -> [ArraySlice<Instant>] {
    others.reduce(runs(feature)) { $0 + runs($1) }
  }

  /// The earliest of the instants of its features; nil if none has one.
  func earliest(_ instant: (Feature.ID) -> Instant?) -> Instant? {
    var earliest = instant(feature)
    for other in others {
      guard let at = instant(other) else { continue }
      earliest = earliest.map { min($0, at) } ?? at
    }
    return earliest
  }
}
