import Tollgate

/// What works in a blueprint and yet deserves a look; noted as warnings.
struct Advice {
  let definition: Blueprint.Definition
  let root: YAMLNode
  let reader: Reader

  func note() {
    noteAppleID()
    for product in definition.products where product.kind == .autoRenewable { note(product) }
    for paywall in definition.paywalls { note(paywall) }
    noteLanguages()
    PluralAdvice(definition: definition, root: root, reader: reader).note()
    ValueAdvice(definition: definition, root: root, reader: reader).note()
  }

  /// An app that sells and that no server for production could serve.
  private func noteAppleID() {
    guard definition.app.appAppleID == nil, !definition.products.isEmpty else { return }
    let app = root["app"] ?? root
    reader.report(
      .warning, at: app.position, app.path + ["appleID"],
      "the app has no `appleID`: a server for production does not start without it",
      expected: "the number that App Store Connect shows under App Information")
  }

  /// Subscriptions and offers that App Store Connect would refuse.
  private func note(_ product: Product) {
    guard let period = product.period else { return }
    let map =
      root["products"]?["from"] == nil ? root["products"] : root["products"]?["entitlements"]
    let position =
      map?.keyPosition(of: product.id.rawValue) ?? root["products"]?["from"]?.position
      ?? root.position
    let path = ["products", product.id.rawValue]
    if !OfferRules.billingPeriods.contains(period.inWholeUnits) {
      reader.report(
        .warning, at: position, path,
        "App Store Connect has no subscription that is billed every \(period.wordsAfterEvery)",
        expected: "1 week, 1, 2, 3 or 6 months, or 1 year")
    }
    guard let offer = product.introductoryOffer else { return }
    if let mistake = OfferRules.mistake(in: offer, billedEvery: period) {
      reader.report(
        .warning, at: position, path,
        "App Store Connect cannot create the introductory offer of `\(product.id)`, "
          + mistake.sentence, expected: mistake.expected)
    }
    if case .purchase? = definition.trial?.start, let lasts = definition.trial?.terms.lasts {
      let length = Period(offer.period.count * offer.periods, offer.period.unit)
      if length.inWholeUnits != lasts.inWholeUnits {
        let trial = root["trial"]?["lasts"] ?? root
        reader.report(
          .warning, at: trial.position, trial.path,
          "the trial lasts \(lasts.words), the introductory offer of `\(product.id)` "
            + "\(length.words)")
      }
    }
  }

  /// Lines about an offer that a product does not have.
  private func note(_ paywall: Paywall) {
    for (index, package) in paywall.packages.enumerated() where package.offerLine != nil {
      guard let product = definition.products.first(where: { $0.id == package.product }),
        product.introductoryOffer == nil
      else { continue }
      let place =
        root["paywalls"]?[paywall.id.rawValue]?["packages"]?.item(at: index) ?? root
      reader.report(
        .warning, at: (place["offerLine"] ?? place).position, place.path + ["offerLine"],
        "the line is never shown: `\(product.id)` has no introductory offer")
    }
  }

  /// Texts that lack a language which others have.
  private func noteLanguages() {
    let languages = Set(definition.texts.flatMap(\.wordings.keys)).sorted()
    for text in definition.texts {
      let missing = languages.filter { text.wordings[$0] == nil }
      if missing.isEmpty { continue }
      let names = missing.map { "`\($0)`" }.joined(separator: ", ")
      let node = reader.textNodes[text.id] ?? root["texts"]?[text.id.rawValue] ?? root
      reader.report(
        .warning, at: node.position, node.path, "other texts speak \(names), this one does not")
    }
  }
}

extension YAMLNode {
  fileprivate func item(at index: Int) -> YAMLNode? {
    guard case .list(let items) = content, items.indices.contains(index) else { return nil }
    return items[index]
  }
}
