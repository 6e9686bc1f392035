import Tollgate

/// A paywall; `title`, `subtitle` and `welcome` are names of texts.
///
/// If some packages are for some customers only, `offering` lists all of them, and `packages` what a client shows that
/// knows neither `when` nor offers. Other members that are missing have their defaults: no `icon`, `image`, `closeDelay`,
/// `exitOffer`, `proof`, `questions`, `tabs` or `pages`, and `hasTimeline` and `showsWebPage` false.
extension Paywall: WireForm {
  enum WireKey: String {
    case id, title, subtitle, benefits, packages, offering, isDismissible, welcome, icon,
      image, hasTimeline, proof, questions, closeDelay, tabs, showsWebPage, pages, exitOffer
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Paywall.ID.self, forKey: .id),
      title: try wire.decode(LocalizedText.ID.self, forKey: .title),
      subtitle: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .subtitle),
      benefits: try wire.decode([Paywall.Benefit].self, forKey: .benefits),
      packages: try wire.decodeIfPresent([Paywall.Package].self, forKey: .offering)
        ?? wire.decode([Paywall.Package].self, forKey: .packages),
      isDismissible: try wire.decode(Bool.self, forKey: .isDismissible),
      welcome: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .welcome),
      icon: try wire.decodeIfPresent(String.self, forKey: .icon),
      image: try wire.decodeIfPresent(Paywall.Image.self, forKey: .image),
      hasTimeline: try wire.decodeIfPresent(Bool.self, forKey: .hasTimeline) ?? false,
      proof: try wire.decodeIfPresent([Paywall.Proof].self, forKey: .proof) ?? [],
      questions: try wire.decodeIfPresent([Paywall.Question].self, forKey: .questions) ?? [],
      closeDelay: try wire.decodeIfPresent(Int.self, forKey: .closeDelay),
      tabs: try wire.decodeIfPresent([Paywall.Tab].self, forKey: .tabs) ?? [],
      showsWebPage: try wire.decodeIfPresent(Bool.self, forKey: .showsWebPage) ?? false,
      flow: Paywall.Flow(
        pages: try wire.decodeIfPresent([Paywall.Page].self, forKey: .pages) ?? [],
        exitOffer: try wire.decodeIfPresent(Paywall.ID.self, forKey: .exitOffer)))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(title, forKey: .title)
    try wire.encodeIfPresent(subtitle, forKey: .subtitle)
    try wire.encode(benefits, forKey: .benefits)
    if packages.contains(where: \.isTargeted) {
      try wire.encode(packages, forKey: .offering)
      try wire.encode(packagesForEveryone, forKey: .packages)
    } else {
      try wire.encode(packages, forKey: .packages)
    }
    try wire.encode(isDismissible, forKey: .isDismissible)
    try wire.encodeIfPresent(welcome, forKey: .welcome)
    try wire.encodeIfPresent(hero.icon, forKey: .icon)
    try wire.encodeIfPresent(hero.image, forKey: .image)
    if hasTimeline { try wire.encode(true, forKey: .hasTimeline) }
    if !proof.isEmpty { try wire.encode(proof, forKey: .proof) }
    if !questions.isEmpty { try wire.encode(questions, forKey: .questions) }
    try wire.encodeIfPresent(closeDelay, forKey: .closeDelay)
    if !tabs.isEmpty { try wire.encode(tabs, forKey: .tabs) }
    if showsWebPage { try wire.encode(true, forKey: .showsWebPage) }
    if !flow.pages.isEmpty { try wire.encode(flow.pages, forKey: .pages) }
    try wire.encodeIfPresent(flow.exitOffer, forKey: .exitOffer)
  }
}

/// A tab with the plans of one tier; `title` is the name of a text.
///
/// Without `benefits`, it shows those of the paywall.
extension Paywall.Tab: WireForm {
  enum WireKey: String {
    case entitlement, title, benefits
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      entitlement: try wire.decode(Entitlement.ID.self, forKey: .entitlement),
      title: try wire.decode(LocalizedText.ID.self, forKey: .title),
      benefits: try wire.decodeIfPresent([Paywall.Benefit].self, forKey: .benefits) ?? [])
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(entitlement, forKey: .entitlement)
    try wire.encode(title, forKey: .title)
    if !benefits.isEmpty { try wire.encode(benefits, forKey: .benefits) }
  }
}

/// A reason to buy; `title` and `detail` are names of texts.
extension Paywall.Benefit: WireForm {
  enum WireKey: String {
    case icon, title, detail
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      icon: try wire.decode(String.self, forKey: .icon),
      title: try wire.decode(LocalizedText.ID.self, forKey: .title),
      detail: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .detail))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(icon, forKey: .icon)
    try wire.encode(title, forKey: .title)
    try wire.encodeIfPresent(detail, forKey: .detail)
  }
}

/// A rating or a quote; `text` and `by` are names of texts.
extension Paywall.Proof: WireForm {
  enum WireKey: String {
    case stars, text, by
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      stars: try wire.decodeIfPresent(Int.self, forKey: .stars),
      text: try wire.decode(LocalizedText.ID.self, forKey: .text),
      by: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .by))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encodeIfPresent(stars, forKey: .stars)
    try wire.encode(text, forKey: .text)
    try wire.encodeIfPresent(by, forKey: .by)
  }
}

/// A question; both members are names of texts.
extension Paywall.Question: WireForm {
  enum WireKey: String {
    case question, answer
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      question: try wire.decode(LocalizedText.ID.self, forKey: .question),
      answer: try wire.decode(LocalizedText.ID.self, forKey: .answer))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(question, forKey: .question)
    try wire.encode(answer, forKey: .answer)
  }
}

/// A product on offer: `{"badge":"best","offerLine":"offer.line","priceLine":"price.line","product":"monthly"}`.
///
/// `when` is left out if it is for everyone, `hasCountdown` and `showsPriceToEveryone` if false; `offer` names a
/// promotional or win-back offer, `code` one that is redeemed.
extension Paywall.Package: WireForm {
  enum WireKey: String {
    case product, when, offer, code, offerLine, priceLine, badge, hasCountdown, showsPriceToEveryone
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      product: try wire.decode(CatalogProduct.ID.self, forKey: .product),
      when: try wire.decodeIfPresent(Condition.self, forKey: .when) ?? .always,
      offer: try wire.decodeIfPresent(CatalogProduct.Offer.ID.self, forKey: .offer)
        .map(Offer.named)
        ?? wire.decodeIfPresent(CatalogProduct.Offer.ID.self, forKey: .code).map(Offer.code),
      offerLine: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .offerLine),
      priceLine: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .priceLine),
      badge: try wire.decodeIfPresent(LocalizedText.ID.self, forKey: .badge),
      hasCountdown: try wire.decodeIfPresent(Bool.self, forKey: .hasCountdown) ?? false,
      showsPriceToEveryone: try wire.decodeIfPresent(Bool.self, forKey: .showsPriceToEveryone)
        ?? false)
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(product, forKey: .product)
    if when != .always { try wire.encode(when, forKey: .when) }
    switch offer {
    case nil: break
    case .named(let id): try wire.encode(id, forKey: .offer)
    case .code(let id): try wire.encode(id, forKey: .code)
    }
    try wire.encodeIfPresent(offerLine, forKey: .offerLine)
    try wire.encodeIfPresent(priceLine, forKey: .priceLine)
    try wire.encodeIfPresent(badge, forKey: .badge)
    if hasCountdown { try wire.encode(true, forKey: .hasCountdown) }
    if showsPriceToEveryone { try wire.encode(true, forKey: .showsPriceToEveryone) }
  }
}

/// A place where a paywall shows automatically.
///
/// Members that are missing have their defaults: `priority` 0, `isGate` true, `cooldown` none and `holdOut` 0 percent.
extension Placement: WireForm {
  enum WireKey: String {
    case id, when, paywall, oncePerSession, priority, isGate, cooldown, holdOut
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      id: try wire.decode(Placement.ID.self, forKey: .id),
      when: try wire.decode(Condition.self, forKey: .when),
      paywall: try wire.decode(Paywall.ID.self, forKey: .paywall),
      oncePerSession: try wire.decode(Bool.self, forKey: .oncePerSession),
      priority: try wire.decodeIfPresent(Int.self, forKey: .priority) ?? 0,
      isGate: try wire.decodeIfPresent(Bool.self, forKey: .isGate) ?? true,
      cooldown: try wire.decodeIfPresent(Period.self, forKey: .cooldown),
      holdOut: try wire.decodeIfPresent(Int.self, forKey: .holdOut) ?? 0)
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(when, forKey: .when)
    try wire.encode(paywall, forKey: .paywall)
    try wire.encode(oncePerSession, forKey: .oncePerSession)
    try wire.encode(priority, forKey: .priority)
    try wire.encode(isGate, forKey: .isGate)
    try wire.encodeIfPresent(cooldown, forKey: .cooldown)
    try wire.encode(holdOut, forKey: .holdOut)
  }
}
