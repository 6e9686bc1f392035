/// One pass over a definition that collects mistakes.
///
/// It does not stop at the first one: an author sees everything that is wrong in one run. The path of a mistake uses
/// the keys of a blueprint file, so that it leads to a line.
struct MistakeSearch {
  let definition: Blueprint.Definition
  /// The entitlements that products, trials, the plan, `granted`, `grants` or a team's `gives` name, sorted.
  let entitlements: [String]
  let milestones: [String]
  let featureNames: [String]
  /// The features that count held items, the only ones whose number of items a condition may ask for.
  let holding: [String]
  let paywallNames: [String]
  let products: [String]
  /// The names of all texts; a set, because almost every member of a blueprint refers to one.
  let textNames: Set<String>
  let tone: ToneRule
  var mistakes: [BlueprintError.Mistake] = []
  /// The names so far that do not exist.
  private var unknownNames = 0

  init(_ definition: Blueprint.Definition) {
    self.definition = definition
    entitlements = definition.entitlements.map(\.rawValue)
    milestones = definition.milestones.map(\.rawValue)
    featureNames = definition.features.map(\.id.rawValue)
    holding = definition.features.filter(\.holdsItems).map(\.id.rawValue)
    paywallNames = definition.paywalls.map(\.id.rawValue)
    products = definition.products.map(\.id.rawValue)
    textNames = Set(definition.texts.map(\.id.rawValue))
    tone = ToneRule(neverSay: definition.neverSay)
  }

  mutating func add(
    _ path: [String], _ message: String, about subject: BlueprintError.Subject? = nil,
    nearest: String? = nil
  ) {
    mistakes.append(
      BlueprintError.Mistake(path: path, subject: subject, message: message, nearest: nearest))
  }

  /// Notes a name that does not exist; `noun` says more precisely than the kind what was expected.
  mutating func require<Named>(
    _ name: Identifier<Named>?, in names: [String], _ kind: BlueprintError.Subject.Kind,
    noun: String? = nil, at path: [String]
  ) {
    guard let name = name?.rawValue, !names.contains(name) else { return }
    unknownNames += 1
    let isSought = unknownNames <= BlueprintError.nearestLimit
    let nearest = isSought ? nearestName(to: name, in: names) : nil
    let isListed = isSought && nearest == nil
    let hint = kind == .entitlement && isListed ? Self.expected(of: names) : ""
    let message =
      isSought
      ? definition.unknown(name, kind, noun, in: isListed && kind != .entitlement ? names : [])
      : "there is no \(noun ?? kind.rawValue) `\(name)`"
    add(
      path, message + hint, about: BlueprintError.Subject(kind, name), nearest: nearest)
    mistakes[mistakes.count - 1].isNearestUnsought = !isSought
  }

  /// What gives entitlements, and which, as the end of a message.
  private static func expected(of entitlements: [String]) -> String {
    "; expected one that a product, a trial, a team, `granted` or `grants` gives"
      + (entitlements.isEmpty
        ? "" : ": \(entitlements.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// Notes a text that does not exist; nil is a line that the blueprint leaves out.
  mutating func require(text: LocalizedText.ID?, at path: [String]) {
    guard let text, !textNames.contains(text.rawValue) else { return }
    require(text, in: textNames.sorted(), .text, at: path)
  }

  /// Notes each repetition of a name in a section: look-ups by name would only ever find the first.
  mutating func unique(
    _ names: [String], _ kind: BlueprintError.Subject.Kind, in section: String
  ) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      add(
        [section, name],
        "the \(kind.rawValue) `\(name)` is defined twice; expected one of each name",
        about: BlueprintError.Subject(kind, name))
    }
  }

  /// Checks that names are unique, that the app's time zone and the entitlements of its plan exist, and that bits
  /// suffice for what is indexed.
  mutating func checkNames() {
    unique(products, .product, in: "products")
    unique(milestones, .milestone, in: "milestones")
    unique(featureNames, .feature, in: "features")
    unique(paywallNames, .paywall, in: "paywalls")
    unique(definition.placements.map(\.id.rawValue), .placement, in: "placements")
    unique(definition.prompts.map(\.id.rawValue), .prompt, in: "prompts")
    unique(definition.nudges.map(\.id.rawValue), .nudge, in: "nudges")
    unique(definition.texts.map(\.id.rawValue), .text, in: "texts")
    let app = definition.app
    if DeviceProperty.timeZone.normalized(app.timeZone) == nil {
      add(
        ["app", app.usesCustomerTimeZone ? "fallbackTimeZone" : "timeZone"],
        "`\(app.timeZone)` is not a time zone; expected an IANA name such as `Europe/Berlin`"
          + (app.usesCustomerTimeZone ? "" : ", or `customer`"))
    }
    for milestone in definition.backendMilestones {
      require(milestone, in: milestones, .milestone, at: ["milestones"])
    }
    require(definition.onboarding, in: milestones, .milestone, at: ["onboarding"])
    let given = Set(definition.givenEntitlements).map(\.rawValue).sorted()
    for name in definition.plan {
      require(
        name, in: given + definition.onlyGranted.map(\.rawValue), .entitlement, at: ["plan"])
    }
    for name in definition.granted where given.contains(name.rawValue) {
      add(
        ["granted"],
        "a product or a trial gives `\(name)`; expected entitlements that only a grant gives",
        about: BlueprintError.Subject(.entitlement, name.rawValue))
    }
    let sales = definition.sales.count
    if sales > BlueprintIndex.limit {
      add(
        ["paywalls"],
        "\(sales) packages, and products with introductory offers; expected at most \(BlueprintIndex.limit)"
      )
    }
    let named = Set(definition.conditions.flatMap(\.parts).flatMap(\.products)).count
    if named > BlueprintIndex.limit {
      add(
        ["products"],
        "conditions name \(named) products; expected at most \(BlueprintIndex.limit)")
    }
    for (names, section) in [(entitlements, "products"), (milestones, "milestones")]
    where names.count > BlueprintIndex.limit {
      add(
        [section], "\(names.count) names; expected at most \(BlueprintIndex.limit)")
    }
  }

  /// Checks that the pages that paywalls link to have addresses a browser can open.
  mutating func checkLegal() {
    guard let legal = definition.legal else { return }
    for (name, address) in [("terms", legal.terms), ("privacy", legal.privacy)]
    where !Blueprint.Legal.isAddress(address) {
      add(
        ["legal", name],
        "`\(address)` is not a web address; expected one such as `https://example.com/\(name)`")
    }
  }

  /// Checks that it is clear for how long each product gives its entitlements.
  ///
  /// The store signs the end of a subscription and no end of a non-renewing product, whose period the blueprint must
  /// therefore say. A consumable is gone once it is used.
  mutating func checkProducts() {
    for product in definition.products {
      checkNeeds(of: product)
      if !product.addsUp, product.kind != .nonRenewing {
        add(
          ["products", product.id.rawValue, "addsUp"],
          "only the time of a non-renewing product adds up; expected `kind: nonRenewing`")
      }
      checkMonthlyPrice(of: product)
      checkSeatPrices(of: product)
      guard let entitlement = product.entitlements.first else { continue }
      switch product.kind {
      case .nonRenewing:
        if product.period == nil {
          add(
            ["products", product.id.rawValue],
            "nothing says how long it lasts, and the store does not; expected a period")
        }
      case .consumable:
        add(
          ["products", product.id.rawValue, "entitlements"],
          "a consumable is used up, so it cannot give the entitlement "
            + "`\(entitlement)`; expected credits or an allowance that it fills, "
            + "or another kind of product",
          about: BlueprintError.Subject(.entitlement, entitlement.rawValue))
      case .autoRenewable, .nonConsumable: break
      }
    }
  }

  /// Checks that monthly bills are those of a year, and that offers for them belong to a product that has them.
  private mutating func checkMonthlyPrice(of product: CatalogProduct) {
    let path = ["products", product.id.rawValue]
    if product.monthlyPrice != nil {
      if product.kind != .autoRenewable
        || ![CatalogProduct.commitment, Period(12, .month)].contains(product.period)
      {
        add(
          path + ["monthlyPrice"],
          "Apple sells monthly bills with a commitment to a year; expected a subscription with `period: P1Y`"
        )
      }
      return
    }
    if product.introductoryOffer?.billing == .monthly {
      add(
        path + ["introductoryOffer", "billing"],
        "`\(product.id)` is not billed monthly; expected `monthlyPrice`")
    }
    for offer in product.offers where offer.billing == .monthly {
      add(
        path + ["offers", offer.id.rawValue, "billing"],
        "`\(product.id)` is not billed monthly; expected `monthlyPrice`")
    }
  }

  /// Checks that only a subscription has seat prices, and that they are in order.
  private mutating func checkSeatPrices(of product: CatalogProduct) {
    let path = ["products", product.id.rawValue, "seatPrices"]
    if !product.seatPrices.isEmpty, product.kind != .autoRenewable {
      add(path, "only subscriptions are sold with several seats; expected `kind: autoRenewable`")
    }
    let first = [1] + product.seatPrices.map(\.from)
    if zip(first, first.dropFirst()).contains(where: { $0 >= $1 }) {
      add(
        path,
        "each price must be for more seats than the one before; expected `from` in ascending order, from 2 on"
      )
    }
  }

  /// Checks that what a product needs exists, and that something else gives it first.
  private mutating func checkNeeds(of product: CatalogProduct) {
    let path = ["products", product.id.rawValue, "needs"]
    for name in product.needs {
      require(
        name, in: definition.entitlements.map(\.rawValue), .entitlement, at: path)
    }
    let first = definition.entitlementsBeforeNeeds
    guard !product.needs.isEmpty,
      product.needs.allSatisfy({ definition.entitlements.contains($0) && !first.contains($0) })
    else { return }
    add(
      path,
      "`\(product.id)` is never sold: nobody has \(product.needs.map { "`\($0)`" }.joined(separator: " or ")) before",
      about: BlueprintError.Subject(.entitlement, product.needs[0].rawValue))
  }
}

extension Blueprint.Definition {
  /// The most names that a message lists.
  private static let listed = 20

  /// Returns the message about a name that nothing of a kind has: what else has it, and which names the kind has.
  ///
  /// - Parameters:
  ///   - noun: What messages call the kind, if that is more precise.
  ///   - names: The names of the kind to list, in a message about a name that something else has.
  func unknown(
    _ name: String, _ kind: BlueprintError.Subject.Kind, _ noun: String? = nil, in names: [String]
  ) -> String {
    let noun = noun ?? kind.rawValue
    guard let other = self.kind(of: name, otherThan: kind) else {
      return "there is no \(noun) `\(name)`"
    }
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    let isListed = (1...Self.listed).contains(names.count)
    return "`\(name)` is \(Self.one(other.rawValue)), not \(Self.one(noun))"
      + (isListed ? "; expected \(names.count == 1 ? list : "one of \(list)")" : "")
  }

  /// The kind of what has a name that something else was expected to have; nil if nothing has it.
  private func kind(
    of name: String, otherThan kind: BlueprintError.Subject.Kind
  ) -> BlueprintError.Subject.Kind? {
    if kind == .text { return nil }
    if kind != .feature, features.contains(where: { $0.id.rawValue == name }) { return .feature }
    if kind != .product, products.contains(where: { $0.id.rawValue == name }) { return .product }
    if kind != .wallet, credits.contains(where: { $0.id.rawValue == name }) { return .wallet }
    if kind != .paywall, paywalls.contains(where: { $0.id.rawValue == name }) { return .paywall }
    if kind != .milestone, milestones.contains(where: { $0.rawValue == name }) { return .milestone }
    if kind != .entitlement, entitlements.contains(where: { $0.rawValue == name }) {
      return .entitlement
    }
    return nil
  }

  private static func one(_ noun: String) -> String {
    noun.first.map { "aeiou".contains($0) } ?? false ? "an \(noun)" : "a \(noun)"
  }

  /// The entitlements that a customer can have, buying each product only after what it needs.
  fileprivate var entitlementsBeforeNeeds: Set<Entitlement.ID> {
    var owned = Set(granted + namedBesideSales + (trial?.terms.entitlements ?? []))
    owned.formUnion(addOnTrials.flatMap(\.entitlements))
    var count = -1
    while count < owned.count {
      count = owned.count
      for product in products where product.isSold(toHolderOf: owned) {
        owned.formUnion(product.entitlements)
      }
    }
    return owned
  }
}
