/// Mistakes in what screens show: paywalls, prompts, rows of a profile, routes and texts.
extension MistakeSearch {
  /// Checks that paywalls sell products that exist, that their lines are texts, that each case says something, and that
  /// placements show one of them.
  mutating func checkPaywalls() {
    for paywall in definition.paywalls {
      let path = ["paywalls", paywall.id.rawValue]
      for (place, text) in paywall.values(of: LocalizedText.ID.self) {
        require(text: text, at: path + place)
      }
      for (place, tier) in paywall.values(of: Entitlement.ID.self) {
        require(tier, in: entitlements, .entitlement, at: path + place)
      }
      for (position, proof) in paywall.proof.enumerated() {
        if let stars = proof.stars, !(1...5).contains(stars) {
          add(path + ["proof", "\(position)", "stars"], "\(stars) stars; expected 1 to 5")
        }
      }
      if let delay = paywall.closeDelay, !Paywall.closeDelays.contains(delay) {
        add(path + ["closeAfter"], "\(delay) seconds; expected 1 to 30")
      }
      checkFlow(of: paywall, at: path)
      for (position, own) in paywall.cases.enumerated() {
        let path = path + ["cases", "\(position)"]
        check(own.when, at: path + ["when"])
        if [own.title, own.subtitle, own.button, own.welcome].allSatisfy({ $0 == nil }) {
          add(
            path, "no text for these customers; expected `title`, `subtitle`, `button` or `welcome`"
          )
        }
      }
      if paywall.packages.isEmpty { add(path, "nothing to buy; expected at least one package") }
      for (position, package) in paywall.packages.enumerated() {
        let path = path + ["packages", "\(position)"]
        require(package.product, in: products, .product, at: path + ["product"])
        check(package.when, at: path + ["when"])
        checkOffer(of: package, at: path + ["offer"])
        checkBilling(of: package, at: path)
      }
    }
    for placement in definition.placements {
      let path = ["placements", placement.id.rawValue]
      require(placement.paywall, in: paywallNames, .paywall, at: path + ["paywall"])
      if !(0...100).contains(placement.holdOut) {
        add(path + ["holdOut"], "\(placement.holdOut) of a hundred; expected 0 to 100")
      }
      check(placement.when, at: path + ["when"])
    }
    for (position, limit) in definition.paywallLimits.enumerated() {
      check(limit, at: ["paywallLimit", "\(position)"])
    }
  }

  /// Checks that the pages are not too many, and that the exit offer leads elsewhere.
  private mutating func checkFlow(of paywall: Paywall, at path: [String]) {
    let pages = paywall.flow.pages
    if pages.count > Paywall.Flow.pageLimit {
      add(
        path + ["pages"],
        "\(pages.count) pages before the offer; expected at most \(Paywall.Flow.pageLimit)")
    }
    for (position, page) in pages.enumerated() {
      if let question = page.question {
        check(question, at: path + ["pages", "\(position)", "question"])
      }
    }
    require(paywall.flow.exitOffer, in: paywallNames, .paywall, at: path + ["exitOffer"])
    let chain = exitOffers(after: paywall)
    if chain.last == paywall.id {
      let names = ([paywall.id] + chain).map { "`\($0)`" }.joined(separator: ", ")
      add(path + ["exitOffer"], "the exit offers lead back to where they began: \(names)")
    }
  }

  /// The exit offer of a paywall, that of the exit offer and so on, up to the first that was there before.
  private func exitOffers(after paywall: Paywall) -> [Paywall.ID] {
    var chain: [Paywall.ID] = []
    var next = paywall.flow.exitOffer
    while let id = next {
      chain.append(id)
      let isOver = id == paywall.id || chain.dropLast().contains(id)
      next = isOver ? nil : definition.paywalls.first { $0.id == id }?.flow.exitOffer
    }
    return chain
  }

  /// Words for an offer that mean what a package without one sells.
  private static let regularOffers: Set = [
    "none", "intro", "introductory", "introductoryOffer", "trial", "freeTrial",
  ]

  /// Checks that a package's product has its offer, that the offer is of the kind that the package names, and that a
  /// package without the introductory offer names no other one.
  private mutating func checkOffer(of package: Paywall.Package, at path: [String]) {
    if let named = package.offer, !package.hasIntroductoryOffer {
      add(
        path,
        "a package sells the offer `\(named.id)` or leaves out the introductory one; expected `offer` or `introductoryOffer: false`, not both",
        about: BlueprintError.Subject(.offer, named.id.rawValue))
    }
    guard let named = package.offer,
      let product = definition.products.first(where: { $0.id == package.product }),
      product.offer(named) == nil
    else { return }
    let subject = BlueprintError.Subject(.offer, named.id.rawValue)
    guard let other = product.offers.first(where: { $0.id == named.id }) else {
      let isRegular = Self.regularOffers.contains(named.id.rawValue)
      add(
        path,
        "`\(product.id)` has no offer `\(named.id)`"
          + (isRegular
            ? "; expected no `offer`: the product is then sold at its price, and at its introductory offer to those who are new to its group, unless the package has `introductoryOffer: false`"
            : ""),
        about: subject,
        nearest: isRegular
          ? nil : nearestName(to: named.id.rawValue, in: product.offers.map(\.id.rawValue)))
      return
    }
    let message =
      switch other.kind {
      case .code:
        "the offer `\(other.id)` is redeemed with a code; expected `offer: { code: \(other.id) }`"
      case .promotional, .winBack:
        "the offer `\(other.id)` is not redeemed with a code; expected `offer: \(other.id)`"
      }
    add(path, message, about: subject)
  }

  /// Checks that a package's product is billed as the package says, and that its offer belongs to that plan.
  private mutating func checkBilling(of package: Paywall.Package, at path: [String]) {
    guard let product = definition.products.first(where: { $0.id == package.product }) else {
      return
    }
    if package.seats != nil, product.kind != .autoRenewable || package.billing == .monthly {
      add(
        path + ["seats"],
        "Apple sells seats of subscriptions without a commitment; expected one that is billed up front",
        about: BlueprintError.Subject(.product, product.id.rawValue))
    }
    if package.billing == .monthly, product.monthlyPrice == nil {
      add(
        path + ["billing"],
        "`\(product.id)` is not billed monthly; expected one with `monthlyPrice`",
        about: BlueprintError.Subject(.product, product.id.rawValue))
    } else if let offer = package.offer.flatMap(product.offer), offer.billing != package.billing {
      add(
        path + ["offer"],
        "the offer `\(offer.id)` is for `billing: \(offer.billing.rawValue)`; expected a package that is billed like it",
        about: BlueprintError.Subject(.offer, offer.id.rawValue))
    }
  }

  /// Checks prompts and nudges: their conditions, texts and paywalls, and how often a prompt may be dismissed.
  mutating func checkPrompts() {
    for prompt in definition.prompts {
      let path = ["prompts", prompt.id.rawValue]
      check(prompt.when, at: path + ["when"])
      require(text: prompt.text, at: path + ["text"])
      require(text: prompt.action, at: path + ["action"])
      require(prompt.paywall, in: paywallNames, .paywall, at: path + ["paywall"])
      if let patience = prompt.patience, patience.dismissals < 1 {
        add(path + ["dismissals"], "\(patience.dismissals) dismissals; expected at least 1")
      }
    }
    for nudge in definition.nudges {
      let path = ["nudges", nudge.id.rawValue]
      check(nudge.when, at: path + ["when"])
      require(text: nudge.text, at: path + ["text"])
      require(nudge.paywall, in: paywallNames, .paywall, at: path + ["paywall"])
      if nudge.delivery == .webhook {
        checkWebhookText(nudge.text, at: path + ["text"])
        for experiment in definition.experiments {
          for variant in experiment.variants {
            guard let other = variant.texts[nudge.text] else { continue }
            checkWebhookText(
              other,
              at: [
                "experiments", experiment.id.rawValue, "variants", variant.id.rawValue, "texts",
                nudge.text.rawValue,
              ])
          }
        }
      }
      checkMoment(of: nudge, at: path)
    }
  }

  /// Checks that the text of a nudge by webhook shows no values of the customer's, since the backend sends it as it is.
  private mutating func checkWebhookText(_ name: LocalizedText.ID, at path: [String]) {
    guard let text = definition.texts.first(where: { $0.id == name }) else { return }
    let values = text.wordings.values.flatMap(\.forms.values).flatMap(LocalizedText.pieces)
      .compactMap {
        if case .value(let placeholder) = $0, placeholder != .appName {
          placeholder.rawValue
        } else {
          nil
        }
      }
    for value in Set(values).sorted() {
      add(
        path,
        "a nudge by webhook shows `{\(value)}`; its text can show no value but `{app.name}`, since it is sent as it is"
      )
    }
  }

  /// Checks a nudge's event, its lengths of time, how often it repeats, and its quiet hours.
  private mutating func checkMoment(of nudge: Nudge, at path: [String]) {
    switch nudge.moment {
    case .before: break
    case .after(let event, let delay):
      check(event, at: path + ["after", "event"])
      check(delay, at: path + ["after", "delay"])
    case .silence(let length): check(length, at: path + ["after", "silence"])
    }
    if let repetition = nudge.repetition {
      let most = Nudge.Repetition.limit
      check(repetition.every, at: path + ["repeat", "every"])
      if !(2...most).contains(repetition.atMost) {
        add(
          path + ["repeat", "atMost"],
          "\(repetition.atMost) deliveries; expected 2 to \(most)")
      }
    }
    if let quiet = nudge.quietHours, quiet.from == quiet.to {
      add(
        path + ["quietHours"], "quiet hours from \(quiet.from) to \(quiet.to) never end")
    }
  }

  /// Checks that table names are unique, and row names within each table.
  mutating func checkProfile() {
    unique(definition.profile.map(\.name), .table, in: "profile")
    for table in definition.profile {
      let names = table.rows.map(\.name)
      for (position, name) in names.enumerated() where names.firstIndex(of: name) != position {
        add(
          ["profile", table.name, "\(position)"],
          "the row `\(name)` is defined twice; expected one of each name",
          about: BlueprintError.Subject(.row, name))
      }
    }
  }

  /// Checks that each route names screens to apply on, and shows a paywall only over a screen it goes to.
  mutating func checkRoutes() {
    for (position, route) in definition.routes.enumerated() {
      let path = ["routes", "\(position)"]
      check(route.when, at: path + ["when"])
      require(route.paywall, in: paywallNames, .paywall, at: path + ["paywall"])
      if route.screen == nil, route.paywall != nil {
        add(path, "a route that stays shows no paywall; expected a screen")
      }
      if let location = route.location, location.screens.isEmpty {
        add(path + ["location"], "no screens; expected at least one")
      }
    }
  }

  /// Checks that each text exists in the app's own language, has a fallback form, and says nothing unknown or
  /// forbidden.
  mutating func checkTexts() {
    for text in definition.texts {
      let path = ["texts", text.id.rawValue]
      if text.wordings[definition.app.language] == nil {
        add(path, "nothing in the app's own language, `\(definition.app.language)`")
      }
      for (language, wording) in text.wordings.sorted(by: { $0.key < $1.key }) {
        if wording.forms[.other] == nil {
          add(path + [language], "no form `other`; expected one for every other number")
        }
        require(
          wording.count?.feature, in: featureNames, .feature, at: path + [language, "count"])
        for (form, line) in wording.forms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          self.line(line, at: path + [language, form.rawValue])
        }
      }
    }
  }

  private mutating func line(_ line: String, at path: [String]) {
    let known = LocalizedText.Placeholder.unnamed.map(\.rawValue)
    for case .value(let value) in LocalizedText.pieces(of: line) {
      require(value.feature, in: featureNames, .feature, at: path)
    }
    for case .unknown(let name) in LocalizedText.pieces(of: line) {
      let named = featureNames.flatMap { name in
        ["left", "limit", "renewsAt"].map { "features.\(name).\($0)" }
      }
      let nearest = nearestName(to: name, in: known + named)
      let subject = name.prefix { $0 != "." }
      let others = known.filter { $0.hasPrefix("\(subject).") }.map { "`{\($0)}`" }
      let hint =
        nearest != nil || others.isEmpty
        ? "" : "; expected " + (others.count > 1 ? "one of " : "") + others.joined(separator: ", ")
      add(
        path, "there is no value `{\(name)}`\(hint)", about: BlueprintError.Subject(.value, name),
        nearest: nearest)
    }
    if LocalizedText.hasOpenBrace(line) {
      add(path, "a brace is not closed; expected a value such as `{product.price}`")
    }
    for phrase in tone.phrases(in: line) {
      add(path, "the text says “\(phrase)”, which the tone list rules out")
    }
  }
}
