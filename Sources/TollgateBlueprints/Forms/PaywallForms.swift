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
  static let paywall = Form<@Sendable (Paywall.ID) -> Paywall>.object(
    "a paywall",
    .required("title", TextForms.place, "The title."),
    .optional("subtitle", TextForms.place, "The line below it."),
    .defaulted("benefits", .list(of: benefit), to: [], "Reasons to buy, best first."),
    .required("packages", .list(of: package), "What can be bought here, best first."),
    .optional(
      "button", TextForms.place, "The title of the button that buys, in place of the standard one."),
    .defaulted("dismissible", .flag, to: true, "Whether it can be closed without buying."),
    .optional("welcome", TextForms.place, "What is shown after a purchase."),
    .defaulted(
      "cases", .list(of: ownCase), to: [],
      "What it says to some customers in place of its own texts; the first whose `when` holds counts."
    ),
    .optional("icon", Names.icon, "The icon on top, where no feature's pitch is."),
    .optional("image", ImageForms.image, "The app's own art on top, in place of any icon."),
    .defaulted(
      "timeline", .flag, to: false,
      "Whether it shows when an introductory offer begins, reminds and charges."),
    .defaulted("proof", .list(of: proof), to: [], "Ratings and quotes, best first."),
    .defaulted("questions", .list(of: question), to: [], "Questions and their answers."),
    .optional(
      "closeAfter", .whole(Paywall.closeDelays),
      "Seconds until the close button shows."),
    .defaulted(
      "tabs", .list(of: tab), to: [],
      "The tiers, each shown on its own tab, lowest first."),
    .defaulted(
      "webPage", .flag, to: false,
      "Whether apps show its web page in place of the native paywall, if the page loads in time."),
    .defaulted("pages", .list(of: page), to: [], "The pages before the offer, in order."),
    .optional(
      "exitOffer", Names.paywall,
      "The paywall that shows once when this one is closed without a purchase.")
  ) {
    title, subtitle, benefits, packages, button, isDismissible, welcome, cases, icon, image,
    hasTimeline, proof, questions, closeDelay, tabs, showsWebPage, pages, exitOffer in
    { id in
      Paywall(
        id: id, title: title, subtitle: subtitle, benefits: benefits, packages: packages,
        button: button, isDismissible: isDismissible, welcome: welcome, cases: cases, icon: icon,
        image: image, hasTimeline: hasTimeline, proof: proof, questions: questions,
        closeDelay: closeDelay,
        tabs: tabs, showsWebPage: showsWebPage,
        flow: Paywall.Flow(pages: pages, exitOffer: exitOffer))
    }
  }.map { (paywall, node, reader) in
    ImageForms.checkSize(of: paywall(Paywall.ID("")), at: node, reader)
    return paywall
  }

  /// A placement without its name: when a paywall shows by itself, and how often.
  ///
  /// ```yaml
  /// chat:
  ///   when: { phase: trialExpired }
  ///   paywall: plans
  ///   cooldown: P1D
  /// ```
  static let placement = Form<@Sendable (Placement.ID) -> Placement>.object(
    "a placement",
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

  /// What a paywall says to some customers.
  ///
  /// ```yaml
  /// { when: { phase: lapsed }, title: Good to see you again, button: Continue where we stopped }
  /// ```
  private static let ownCase = Form<Paywall.Case>.object(
    "a case of a paywall",
    .required("when", ConditionForms.condition, "The customers that it is for."),
    .optional("title", TextForms.place, "The title for them."),
    .optional("subtitle", TextForms.place, "The line below it."),
    .optional("button", TextForms.place, "The title of the button that buys."),
    .optional("welcome", TextForms.place, "What is shown after their purchase.")
  ) { Paywall.Case(when: $0, title: $1, subtitle: $2, button: $3, welcome: $4) }

  /// A rating or a quote.
  ///
  /// ```yaml
  /// { stars: 5, text: It changed how I train., by: Mara }
  /// ```
  private static let proof = Form<Paywall.Proof>.object(
    "a rating or a quote",
    .optional("stars", .whole(1...5), "The stars given."),
    .required("text", TextForms.place, "The words."),
    .optional("by", TextForms.place, "Who says it.")
  ) { Paywall.Proof(stars: $0, text: $1, by: $2) }

  private static let question = Form<Paywall.Question>.object(
    "a question",
    .required("question", TextForms.place, "The question."),
    .required("answer", TextForms.place, "The answer.")
  ) { Paywall.Question(question: $0, answer: $1) }

  /// A tab, with the plans that give its entitlement and none of a later tab.
  ///
  /// ```yaml
  /// tabs:
  ///   - { entitlement: plus, title: Plus }
  ///   - { entitlement: pro, title: Pro, benefits: [{ feature: export }] }
  /// ```
  private static let tab = Form<Paywall.Tab>.object(
    "a tab",
    .required(
      "entitlement", Names.entitlement,
      "The tier's entitlement; a plan is on the last tab whose entitlement it gives."),
    .required("title", TextForms.place, "The tier's name."),
    .defaulted(
      "benefits", .list(of: benefit), to: [],
      "Reasons to buy the tier, in place of the paywall's while its tab is selected.")
  ) { Paywall.Tab(entitlement: $0, title: $1, benefits: $2) }

  /// A reason to buy: its own texts, or `{ feature: NAME }` for those of a feature.
  static let benefit = Form<Paywall.Benefit>.with(
    key: "feature",
    Form<(feature: Feature.ID, free: LocalizedText.ID?)>.object(
      "a benefit",
      .required("feature", Names.feature, "The feature that says it."), free
    ) { (feature: $0, free: $1) }.map(pitch),
    else: .object(
      "a benefit",
      .required("icon", Names.icon, "The icon next to the title."),
      .required("title", TextForms.place, "What the customer gains."),
      .optional("detail", TextForms.place, "One sentence more."), free
    ) { Paywall.Benefit(icon: $0, title: $1, detail: $2, free: $3) },
    "a benefit with `icon` and `title`, or with `feature`")

  private static let free = Key<LocalizedText.ID?>.optional(
    "free", TextForms.place,
    "What those without a plan have of it, in a table of the skin; nothing if left out.")

  /// Returns a feature's pitch as a benefit; nil if there isn't one, which is recorded.
  @Sendable
  private static func pitch(
    _ written: (feature: Feature.ID, free: LocalizedText.ID?), _ node: YAMLNode, _ reader: Reader
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
    return Paywall.Benefit(
      icon: pitch.icon, title: pitch.title, detail: pitch.detail, free: written.free)
  }

  /// A package: a product, or a map that says which customers it is sold to, at which offer and in which words.
  ///
  /// ```yaml
  /// packages:
  ///   - { product: coach.yearly, when: { product: coach.monthly } }
  ///   - { product: coach.monthly, offer: come-back }
  ///   - coach.monthly
  /// ```
  private static let package = Form<Paywall.Package>.either(
    "the name of a product, or a map with `product`",
    scalar: Names.product.map { (product, node, reader) -> Paywall.Package? in
      Paywall.Package(product: product, priceLine: reader.priceLine(nil, of: node))
    },
    map: Form<Paywall.Package>.object(
      "a package",
      .required("product", Names.product, "What is bought."),
      .defaulted(
        "billing", .choice(), to: BillingPlan.upFront,
        "How its price is billed: `monthly` sells monthly bills with a commitment to a year, at the product's `monthlyPrice`, where the store sells them."
      ),
      .optional(
        "seats", .whole(2...1000),
        "The most seats that the paywall sells it with: a stepper chooses how many people it is for."
      ),
      .defaulted(
        "when", ConditionForms.condition, to: .always,
        "Which customers it is sold to, even if it changes a plan that runs; of several packages of one product and billing, the first that applies is shown."
      ),
      .optional("offer", offer, "The offer it is sold with, to customers who may have it."),
      .optional(
        "offerLine", TextForms.place, "For those who get the offer, or the introductory offer."),
      .optional(
        "priceLine", TextForms.place,
        "For everyone else; without `offerLine` and `offer`, for everyone."),
      .optional("badge", TextForms.place, "A word that sets it apart."),
      .defaulted(
        "countdown", .flag, to: false,
        "Whether it shows how much longer `when` holds; `when` must stop holding as time passes.")
    ) {
      Paywall.Package(
        product: $0, billing: $1, seats: $2, when: $3, offer: $4, offerLine: $5, priceLine: $6,
        badge: $7, hasCountdown: $8)
    }
    .map { (written: Paywall.Package, node: YAMLNode, reader: Reader) -> Paywall.Package? in
      var package = written
      // A default for all packages does not know the offers of each.
      package.showsPriceToEveryone =
        written.priceLine != nil && written.offerLine == nil && written.offer == nil
      package.priceLine = reader.priceLine(written.priceLine, of: node)
      return package
    })

  /// The offer of a package: `come-back`, or `{ code: FRIENDS }`.
  private static let offer = Form<Paywall.Package.Offer>.either(
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
