import Tollgate

/// The format of paywalls and the places where they show.
enum PaywallForms {
  /// A paywall without its name.
  ///
  /// ```yaml
  /// plans:
  ///   title: I'd love to keep talking
  ///   benefits:
  ///     - { feature: keep-note }
  ///     - { icon: infinity, title: Talk with me as often as you like }
  ///   packages: [coach.monthly, coach.yearly]
  /// ```
  static let paywall = Form<Paywall>.keys(
    "a paywall", without: ["id"],
    synonyms: [
      "description": "subtitle", "text": "subtitle", "features": "benefits",
      "products": "packages", "plans": "packages", "product": "packages", "cta": "button",
      "offering": "packages", "headline": "title", "subheadline": "subtitle",
      "testimonials": "proof", "reviews": "proof", "faq": "questions", "closeButton": "dismissible",
      "closeDelay": "closeAfter",
    ], hints: PaywallForms.hints
  )
  .map { (paywall: Paywall, node: YAMLNode, reader: Reader) -> Paywall? in
    ImageForms.checkSize(of: paywall, at: node, reader)
    return paywall
  }
  .map { paywall -> @Sendable (Paywall.ID) -> Paywall in { paywall.named($0) } }

  /// What to write in a paywall in place of words that no key stands for.
  private static let hints: [String: String] = {
    let sold = "`packages`, since each product has its price and its offers"
    let shown =
      "`when` in a placement for when it shows, `when` in a package for whom it is sold to, or `cases` for other words"
    let often = "a placement, which has `cooldown`, `oncePerSession` and `when`"
    let limit = "`paywallLimit` beside `placements`, as in `paywallLimit: { upTo: 1, per: day }`"
    let package = "a package with it, as in `{ product: PRODUCT, badge: Best value }`"
    let reminder = "`timeline: true`, and a nudge with `anchor: trialEnd`"
    let look = "`skin`, once for all paywalls"
    let first =
      "that package first in `packages`: the first one that a customer is offered is selected"
    return [
      "selected": first, "default": first, "preselected": first,
      "frequency": limit, "limit": limit, "trigger": often, "placement": often, "event": often,
      "background": look, "colors": look, "theme": look, "font": look, "template": look,
      "offers": sold, "hard": "`dismissible: false`",
      "restore": "nothing: every paywall has a button that restores purchases",
      "variants": "`experiments`, whose variants show another paywall or other texts",
      "price": sold, "discount": sold, "offer": sold, "trial": sold,
      "when": shown, "audience": shown, "if": shown,
      "cooldown": often, "oncePerSession": often, "gate": often, "upTo": limit, "per": limit,
      "badge": package, "countdown": package, "priceLine": package, "offerLine": package,
      "trialReminder": reminder, "reminder": reminder,
      "terms": "`legal`, once for all paywalls", "privacy": "`legal`, once for all paywalls",
    ]
  }()

  /// What to write in a package in place of words that no key stands for.
  private static let packageHints: [String: String] = {
    let condition = "`when`, as in `when: { until: 2026-12-01 }`"
    let lower = "an `offer` of the product, or a product of its own at the lower price"
    let trial = "`introductoryOffer` of the product, and `introductoryOffer: false` to leave it out"
    let smallest = "no minimum: a team of at least three seats is sold on the web"
    let country = "`when`, as in `when: { country: US }`"
    let code = "`offer: { code: NAME }`"
    let first = "nothing: the first package that a customer is offered is selected"
    let badge = "`badge`, as in `badge: Best value`"
    return [
      "country": country, "countries": country, "storefront": country, "region": country,
      "coupon": code, "code": code, "offerCode": code, "promoCode": code, "promo": code,
      "default": first, "selected": first, "preselected": first,
      "highlight": badge, "highlighted": badge, "popular": badge, "recommended": badge,
      "title": "`name` of the product, or `badge` and `priceLine`",
      "name": "`name` of the product, or `badge` and `priceLine`",
      "from": condition, "until": condition, "entitled": condition,
      "notEntitled": condition, "phase": condition, "for": condition, "audience": condition,
      "if": condition,
      "price": lower, "discount": lower, "salePrice": lower,
      "trial": trial, "freeTrial": trial, "noTrial": trial, "withoutTrial": trial,
      "minSeats": smallest, "minimum": smallest,
    ]
  }()

  /// What to write in a placement in place of words that no key stands for.
  private static let placementHints: [String: String] = {
    let rest = "`cooldown: P1D` for the time until it shows again on a device"
    let often = "`when`, as in `when: { count: { of: { use: FEATURE }, atLeast: 3 } }`"
    let limit =
      "`when`, as in `when: { count: { of: { paywall: PAYWALL }, lessThan: 3, within: day } }`"
    let condition = "`when`, as in `when: { until: 2026-12-01 }`"
    let name = "nothing: the app asks for the placement by its name, at a screen or an event"
    let open = "`gate`, as in `gate: false` where the app continues anyway"
    let compared =
      "`experiments` for variants of the paywall, or `holdOut` for those who never see it"
    return [
      "frequency": limit, "maxPerDay": limit, "max": limit, "once": limit,
      "paywallLimit":
        "`paywallLimit` at the top of the file, beside `placements`, as in `paywallLimit: { upTo: 1, per: day }`",
      "event": name, "trigger": name, "screen": name, "on": name,
      "variants": compared, "percent": compared, "traffic": compared,
      "dismissible": "`dismissible` of the paywall",
      "blocking": open, "blocks": open, "required": open,
      "oncePerDay": rest, "atMost": rest, "after": often, "every": often,
      "upTo": limit, "per": limit, "limit": limit, "times": limit,
      "from": condition, "until": condition, "entitled": condition, "notEntitled": condition,
      "phase": condition, "country": condition, "audience": condition,
    ]
  }()

  /// A placement without its name: when a paywall shows by itself, and how often.
  ///
  /// ```yaml
  /// chat:
  ///   when: { phase: trialExpired }
  ///   paywall: plans
  ///   cooldown: P1D
  /// ```
  static let placement = Form<@Sendable (Placement.ID) -> Placement>.object(
    "a placement", hints: PaywallForms.placementHints,
    .defaulted(
      "when", ConditionForms.condition, to: .always,
      "When it shows; those who own what it sells never see it."),
    .required("paywall", Names.paywall, "What it shows."),
    .defaulted("oncePerSession", .flag, to: true, "Whether it shows at most once in a session."),
    .defaulted(
      "priority", .whole(0...1000), to: 0,
      "Which of two placements asked for at once shows: the greater."),
    .defaulted(
      "gate", .flag, to: true,
      "Whether what the app does there waits for the purchase, or comes after the paywall anyway."),
    .optional("cooldown", .period, "How long it stays away on a device after it was shown there."),
    .defaulted(
      "holdOut", .whole(0...100), to: 0, "What percentage of customers never see it.")
  ) { when, paywall, oncePerSession, priority, isGate, cooldown, holdOut in
    {
      Placement(
        id: $0, when: when, paywall: paywall, oncePerSession: oncePerSession, priority: priority,
        isGate: isGate, cooldown: cooldown, holdOut: holdOut)
    }
  }

  /// A limit of the paywalls that show by themselves: after so many, whatever led to them, placements show none.
  ///
  /// ```yaml
  /// paywallLimit:
  ///   - { upTo: 1, per: day }
  ///   - { upTo: 3, per: week }
  /// ```
  static let limit = Form<PastTest.Count>.object(
    "a limit of paywalls",
    synonyms: [
      "within": "per", "every": "per", "window": "per", "count": "upTo", "atMost": "upTo",
    ],
    hints: PaywallForms.limitHints,
    .required("upTo", .whole(1...1_000_000), "How many paywalls, whatever leads to them."),
    .required(
      "per", PastForms.counted,
      "The calendar window in which they count together, or how long each counts.")
  ) { (most: Int, counted: PastForms.Counted) in
    PastTest.Count(
      of: .anyPaywall, lessThan: most, within: counted.period, window: counted.window)
  }

  /// What to write in a limit of paywalls in place of words that no key stands for.
  private static let limitHints: [String: String] = {
    let some =
      "`when` in a placement, as in `when: { count: { of: paywall, lessThan: 1, within: day } }`, for customers, placements or paywalls of your choice"
    let denials =
      "nothing: every paywall counts, and those of denials always show, since they sell what is missing"
    return [
      "when": some, "for": some, "placement": some, "placements": some, "paywall": some,
      "paywalls": some, "of": some,
      "denials": denials, "denied": denials, "counts": denials,
      "session": "`oncePerSession` in a placement",
    ]
  }()

  /// A reason to buy: its own texts, or `{ feature: NAME }` for those of a feature.
  static let benefit = Form<Paywall.Benefit>.with(
    key: "feature",
    Form<PitchedBenefit>.keys("a benefit", without: ["icon", "title", "detail"]).map(pitched),
    else: .keys("a benefit"), "a benefit with `icon` and `title`, or with `feature`")

  /// A reason to buy that a feature says.
  private struct PitchedBenefit: BlueprintObject {
    static let blank = PitchedBenefit(feature: "", benefit: .blank)

    var feature: Feature.ID
    var benefit: Paywall.Benefit

    mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.required("feature", &feature, "The feature that says it.")
      try benefit.describe(to: keys)
    }
  }

  /// Returns a benefit with its feature's pitch; nil if there isn't one, which is recorded.
  @Sendable
  private static func pitched(
    _ written: PitchedBenefit, _ node: YAMLNode, _ reader: Reader
  ) -> Paywall.Benefit? {
    let id = written.feature
    guard let feature = reader.blueprint.features[id] else {
      if !reader.broken.contains(id.rawValue), !reader.misspelled.contains("features") {
        reader.error(
          at: node["feature"] ?? node, "there is no feature `\(id)`",
          nearest: reader.nearest(
            to: id.rawValue, in: reader.blueprint.features.keys.map(\.rawValue).sorted()))
      }
      return nil
    }
    guard let pitch = feature.pitch else {
      if reader.misspelled.contains("features.\(id).title") { return nil }
      reader.error(
        at: node["feature"] ?? node, "the feature `\(id)` has no title to show",
        expected: "a feature with `title` and `icon`")
      return nil
    }
    return written.benefit.saying(pitch)
  }

  /// A package: a product, or a map that says which customers it is sold to, at which offer and in which words.
  ///
  /// ```yaml
  /// packages:
  ///   - { product: coach.yearly, when: { product: coach.monthly } }
  ///   - { product: coach.monthly, offer: come-back }
  ///   - coach.monthly
  /// ```
  static let package = Form<Paywall.Package>.either(
    "the name of a product, or a map with `product`",
    scalar: Names.product.map { (product, node, reader) -> Paywall.Package? in
      Paywall.Package(product: product, priceLine: reader.priceLine(nil, of: node))
    },
    map: Form<Paywall.Package>.keys(
      "a package", without: ["showsPriceToEveryone"], hints: PaywallForms.packageHints
    )
    .map { (written: Paywall.Package, node: YAMLNode, reader: Reader) -> Paywall.Package? in
      var package = written
      // A default for all packages does not know the offers of each.
      package.showsPriceToEveryone =
        written.priceLine != nil && written.offerLine == nil && written.offer == nil
      package.priceLine = reader.priceLine(written.priceLine, of: node)
      return package
    })

  /// The offer of a package: `come-back`, or `{ code: FRIENDS }`.
  static let offer = Form<Paywall.Package.Offer>.either(
    "the name of an offer, or `{ code: NAME }`",
    scalar: Names.offer.map { .named($0) },
    map: Form<CatalogProduct.Offer.ID>.object(
      "the offer of a package",
      key: .required(
        "code", Names.offer,
        "An offer code; the button opens the store's page with the code filled in."
      )
    ).map { .code($0) })
}
