extension Blueprint.Definition {
  /// Everything that makes the definition unusable: duplicate or unknown names, limits out of range, rules that can
  /// never apply, and texts that contain forbidden phrases.
  func mistakes() -> [BlueprintError.Mistake] {
    var audit = Audit(self)
    audit.checkNames()
    audit.checkLegal()
    audit.checkProducts()
    audit.checkTrial()
    audit.checkFeatures()
    audit.checkPaywalls()
    audit.checkPrompts()
    audit.checkProfile()
    audit.checkRoutes()
    audit.checkTexts()
    return audit.mistakes + walletMistakes()
  }
}

/// One pass over a definition that collects mistakes.
struct Audit {
  let definition: Blueprint.Definition
  let entitlements: [String]
  let milestones: [String]
  let featureNames: [String]
  let holding: [String]
  let paywallNames: [String]
  let products: [String]
  let textNames: Set<String>
  let tone: ToneRule
  var mistakes: [BlueprintError.Mistake] = []

  init(_ definition: Blueprint.Definition) {
    self.definition = definition
    entitlements = definition.entitlements.map(\.rawValue)
    milestones = definition.milestones.map(\.rawValue)
    featureNames = definition.features.map(\.id.rawValue)
    holding = definition.features.filter { feature in
      feature.rules.contains {
        if case .holding = $0.allowance { true } else { false }
      }
    }.map(\.id.rawValue)
    paywallNames = definition.paywalls.map(\.id.rawValue)
    products = definition.products.map(\.id.rawValue)
    textNames = Set(definition.texts.map(\.id.rawValue))
    tone = ToneRule(neverSay: definition.neverSay)
  }

  mutating func add(_ path: [String], _ message: String, nearest: String? = nil) {
    mistakes.append(BlueprintError.Mistake(path: path, message: message, nearest: nearest))
  }

  mutating func require<Kind>(
    _ name: Identifier<Kind>?, in names: [String], _ what: String, at path: [String]
  ) {
    guard let name = name?.rawValue, !names.contains(name) else { return }
    add(path, "there is no \(what) `\(name)`", nearest: nearestName(to: name, in: names))
  }

  mutating func require(text: LocalizedText.ID?, at path: [String]) {
    guard let text, !textNames.contains(text.rawValue) else { return }
    add(
      path, "there is no text `\(text)`",
      nearest: nearestName(to: text.rawValue, in: textNames.sorted()))
  }

  mutating func unique(_ names: [String], _ what: String, in section: String) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      add([section, name], "the \(what) `\(name)` stands twice; expected one of each name")
    }
  }

  mutating func checkNames() {
    unique(products, "product", in: "products")
    unique(milestones, "milestone", in: "milestones")
    unique(featureNames, "feature", in: "features")
    unique(paywallNames, "paywall", in: "paywalls")
    unique(definition.placements.map(\.id.rawValue), "placement", in: "placements")
    unique(definition.prompts.map(\.id.rawValue), "prompt", in: "prompts")
    unique(definition.nudges.map(\.id.rawValue), "nudge", in: "nudges")
    unique(definition.texts.map(\.id.rawValue), "text", in: "texts")
    if BlueprintClock(definition.app.timeZone) == nil {
      add(
        ["app", "timeZone"],
        "`\(definition.app.timeZone)` is not a time zone; expected an IANA name such as `Europe/Berlin`"
      )
    }
    require(definition.onboarding, in: milestones, "milestone", at: ["onboarding"])
    let given = Set(
      definition.products.flatMap(\.entitlements) + (definition.trial?.terms.entitlements ?? [])
    ).map(\.rawValue).sorted()
    for name in definition.plan { require(name, in: given, "entitlement", at: ["plan"]) }
    let offered = definition.offeredProducts.count
    if offered > Blueprint.Index.limit {
      add(
        ["paywalls"],
        "\(offered) products on paywalls or with introductory offers; expected at most \(Blueprint.Index.limit)"
      )
    }
    for (names, section) in [(entitlements, "products"), (milestones, "milestones")]
    where names.count > Blueprint.Index.limit {
      add(
        [section], "\(names.count) names; expected at most \(Blueprint.Index.limit)")
    }
  }

  mutating func checkLegal() {
    guard let legal = definition.legal else { return }
    for (name, address) in [("terms", legal.terms), ("privacy", legal.privacy)]
    where !Blueprint.Legal.isAddress(address) {
      add(
        ["legal", name],
        "`\(address)` is not a web address; expected one such as `https://example.com/\(name)`")
    }
  }

  mutating func checkProducts() {
    for product in definition.products {
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
            + "or another kind of product")
      case .autoRenewable, .nonConsumable: break
      }
    }
  }

  mutating func checkTrial() {
    guard let trial = definition.trial else { return }
    if case .purchase(let milestone) = trial.start {
      require(milestone, in: milestones, "milestone", at: ["trial", "start", "after"])
    }
    for name in trial.products {
      require(name, in: products, "product", at: ["trial", "products"])
    }
    if let uses = trial.terms.uses {
      require(uses.feature, in: featureNames, "feature", at: ["trial", "uses", "of"])
      if uses.limit < 1 {
        add(["trial", "uses", "limit"], "\(uses.limit) uses; expected at least 1")
      }
    }
    switch trial.start {
    case .introductoryOffer:
      if !definition.products.contains(where: { $0.introductoryOffer?.payment == .freeTrial }) {
        add(["trial", "start"], "no product has a free introductory offer for the trial to be")
      }
    case .purchase: break
    case .signUp:
      if trial.terms.lasts == nil && trial.terms.uses == nil {
        add(["trial"], "the trial never ends; expected `lasts`, `uses` or both")
      }
    }
  }

  mutating func check(_ condition: Condition, at path: [String]) {
    for name in condition.entitled.union(condition.notEntitled).sorted() {
      require(name, in: entitlements, "entitlement", at: path + ["entitled"])
    }
    for name in condition.reached.union(condition.notReached).sorted() {
      require(name, in: milestones, "milestone", at: path + ["reached"])
    }
    require(condition.held?.feature, in: holding, "feature that holds items", at: path + ["held"])
  }

  mutating func checkFeatures() {
    for feature in definition.features {
      let path = ["features", feature.id.rawValue]
      require(feature.paywall, in: paywallNames, "paywall", at: path + ["paywall"])
      require(text: feature.pitch?.title, at: path + ["title"])
      require(text: feature.pitch?.detail, at: path + ["detail"])
      if case .allow(let count) = feature.offline, count < 1 {
        add(path + ["offline"], "allows \(count) uses; expected at least 1")
      }
      if feature.rules.isEmpty { add(path, "no rules; expected at least one") }
      var isDecided = false
      for (position, rule) in feature.rules.enumerated() {
        let path = path + ["\(position)"]
        check(rule.when, at: path + ["when"])
        require(rule.paywall, in: paywallNames, "paywall", at: path + ["paywall"])
        if isDecided { add(path, "this rule is never reached: the one before it always holds") }
        isDecided = isDecided || rule.when == .always
        switch rule.allowance {
        case .upTo(let limit, let window):
          if limit < 1 { add(path + ["allow"], "up to \(limit); expected at least 1") }
          if window == .trial, let uses = definition.trial?.terms.uses, uses.feature == feature.id,
            uses.limit != limit
          {
            add(
              path + ["allow"],
              "up to \(limit) in the trial, but the trial itself gives \(uses.limit) uses of it; "
                + "expected the same number in both")
          }
          if window == .trial && definition.trial == nil {
            add(path + ["allow"], "`per: trial`, but the blueprint has no trial")
          }
        case .holding(let limit):
          if limit < 1 { add(path + ["allow"], "holding \(limit); expected at least 1") }
        case .unlimited, .spend, .denied: break
        }
      }
    }
  }
}
