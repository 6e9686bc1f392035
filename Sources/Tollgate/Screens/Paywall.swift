/// A page that sells: its text, the products it offers and when it may show.
public struct Paywall: Hashable, Sendable, Identifiable, BlueprintObject {
  /// The paywall's name.
  public typealias ID = Identifier<Paywall>

  /// One reason to buy.
  public struct Benefit: Hashable, Sendable, BlueprintObject {
    /// The icon's name.
    public private(set) var icon: String
    /// What the customer gains.
    public private(set) var title: LocalizedText.ID
    /// One additional sentence.
    public private(set) var detail: LocalizedText.ID?
    /// What a customer without a plan has of it, in a table; nil if that is nothing.
    public let free: LocalizedText.ID?

    public init(
      icon: String, title: LocalizedText.ID, detail: LocalizedText.ID? = nil,
      free: LocalizedText.ID? = nil
    ) {
      self.icon = icon
      self.title = title
      self.detail = detail
      self.free = free
    }

    package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
      try self.init(
        icon: keys["The icon next to the title."].required("icon", value?.icon),
        title: keys["What the customer gains."].required("title", value?.title),
        detail: keys["One sentence more."].optional("detail", value?.detail),
        free: keys[
          "What those without a plan have of it, in a table of the skin; nothing if left out."
        ]
        .optional("free", value?.free))
    }

    /// The same with the icon and the words of a feature.
    package func saying(_ pitch: Feature.Pitch) -> Benefit {
      var benefit = self
      benefit.icon = pitch.icon
      benefit.title = pitch.title
      benefit.detail = pitch.detail
      return benefit
    }
  }

  /// One product on offer.
  ///
  /// Of several packages of one product with the same billing, a customer is shown the first that applies.
  public struct Package: Hashable, Sendable, BlueprintObject {
    /// The offer of the product that a package is sold with.
    public enum Offer: Hashable, Sendable {
      /// A promotional or win-back offer, by its identifier.
      case named(CatalogProduct.Offer.ID)
      /// An offer that is redeemed with a code, in the store's sheet.
      case code(CatalogProduct.Offer.ID)

      public var id: CatalogProduct.Offer.ID {
        switch self {
        case .named(let id), .code(let id): id
        }
      }
    }

    /// The product to buy.
    public let product: CatalogProduct.ID
    /// How its price is billed.
    public let billing: BillingPlan
    /// The most seats that it is sold with; nil if it is sold to one person.
    public let seats: Int?
    /// The customers it is for.
    public let when: Condition
    /// The offer it is sold with; nil means the regular price, or the introductory offer.
    public let offer: Offer?
    /// The line for customers who get the offer, or the introductory offer.
    public let offerLine: LocalizedText.ID?
    /// The line for everyone else.
    public package(set) var priceLine: LocalizedText.ID?
    /// A label that makes it stand out, such as "Best value".
    public let badge: LocalizedText.ID?
    /// Whether a countdown shows how much longer it is offered, if time alone ends that.
    public let hasCountdown: Bool
    /// Whether ``priceLine`` is also the line for customers who get the introductory offer.
    public package(set) var showsPriceToEveryone: Bool

    public init(
      product: CatalogProduct.ID, billing: BillingPlan = .upFront, seats: Int? = nil,
      when: Condition = .always, offer: Offer? = nil,
      offerLine: LocalizedText.ID? = nil, priceLine: LocalizedText.ID? = nil,
      badge: LocalizedText.ID? = nil, hasCountdown: Bool = false,
      showsPriceToEveryone: Bool = false
    ) {
      self.product = product
      self.billing = billing
      self.seats = seats
      self.when = when
      self.offer = offer
      self.offerLine = offerLine
      self.priceLine = priceLine
      self.badge = badge
      self.hasCountdown = hasCountdown
      self.showsPriceToEveryone = showsPriceToEveryone
    }

    package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
      try self.init(
        product: keys["What is bought."].required("product", value?.product),
        billing: keys[
          "How its price is billed: `monthly` sells monthly bills with a commitment to a year, at the product's `monthlyPrice`, where the store sells them."
        ]
        .defaulted("billing", value?.billing, to: .upFront),
        seats: keys[
          "The most seats that the paywall sells it with: a stepper chooses how many people it is for."
        ]
        .optional("seats", value?.seats, in: 2...1000),
        when: keys[
          "Which customers it is sold to, even if it changes a plan that runs; of several packages of one product and billing, the first that applies is shown."
        ]
        .defaulted("when", value?.when, to: .always),
        offer: keys["The offer it is sold with, to customers who may have it."]
          .optional("offer", value?.offer),
        offerLine: keys["For those who get the offer, or the introductory offer."]
          .optional("offerLine", value?.offerLine),
        priceLine: keys["For everyone else; without `offerLine` and `offer`, for everyone."]
          .optional("priceLine", value?.priceLine),
        badge: keys["A word that sets it apart."].optional("badge", value?.badge),
        hasCountdown: keys[
          "Whether it shows how much longer `when` holds; `when` must stop holding as time passes."
        ]
        .flag("countdown", value?.hasCountdown, usually: false),
        showsPriceToEveryone: keys.flag(
          "showsPriceToEveryone", value?.showsPriceToEveryone, usually: false))
    }

    /// What sets its plan apart on the paywall.
    package var plan: CatalogProduct.ID { product.billed(billing) }

    /// Whether it is for some customers only, who may also change the plan that they have.
    package var isTargeted: Bool { when != .always || offer != nil }
  }

  /// The paywall's name.
  public private(set) var id: ID
  public private(set) var title: LocalizedText.ID
  /// The line below it.
  public private(set) var subtitle: LocalizedText.ID?
  /// Reasons to buy, best first.
  public let benefits: [Benefit]
  /// The offering: the products for sale here, best first.
  public let packages: [Package]
  /// The title of the button that buys; nil for the standard one, which depends on the plan.
  public private(set) var button: LocalizedText.ID?
  /// Whether it can be closed without buying.
  public let isDismissible: Bool
  /// The text after a purchase.
  public private(set) var welcome: LocalizedText.ID?
  /// What it says to some customers instead; the first that is for a customer counts.
  public let cases: [Case]
  /// Whether its subtitle is for customers whose payment failed, and says so in place of the standard line.
  package private(set) var explainsFailedPayment = false
  /// What is on top, above the title.
  public let hero: Hero
  /// Whether it shows when an introductory offer begins, reminds and charges.
  public let hasTimeline: Bool
  /// Ratings and quotes, best first.
  public let proof: [Proof]
  /// Questions and their answers.
  public let questions: [Question]
  /// How many seconds later the close button shows, 1 to 30; nil if it shows at once.
  public let closeDelay: Int?
  /// The tiers, each shown on its own tab, lowest first; empty if all plans are shown together.
  public let tabs: [Tab]
  /// Whether apps show its web page in place of the native paywall, if the page loads in time.
  public let showsWebPage: Bool
  /// What shows before the offer and after it.
  public let flow: Flow

  public init(
    id: ID, title: LocalizedText.ID, subtitle: LocalizedText.ID? = nil, benefits: [Benefit] = [],
    packages: [Package], button: LocalizedText.ID? = nil, isDismissible: Bool = true,
    welcome: LocalizedText.ID? = nil, cases: [Case] = [], icon: String? = nil,
    image: Image? = nil, hasTimeline: Bool = false, proof: [Proof] = [],
    questions: [Question] = [], closeDelay: Int? = nil, tabs: [Tab] = [],
    showsWebPage: Bool = false, flow: Flow = Flow()
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.benefits = benefits
    self.packages = packages
    self.button = button
    self.isDismissible = isDismissible
    self.welcome = welcome
    self.cases = cases
    hero = Hero(icon: icon, image: image)
    self.hasTimeline = hasTimeline
    self.proof = proof
    self.questions = questions
    self.closeDelay = closeDelay
    self.tabs = tabs
    self.showsWebPage = showsWebPage
    self.flow = flow
  }

  package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
    try self.init(
      id: keys.required("id", value?.id),
      title: keys["The title."].required("title", value?.title),
      subtitle: keys["The line below it."].optional("subtitle", value?.subtitle),
      benefits: keys["Reasons to buy, best first."]
        .list("benefits", value?.benefits, of: "a benefit", isRequired: false),
      packages: keys["What can be bought here, best first."]
        .list("packages", value?.packages, of: "a package", isRequired: true),
      button: keys["The title of the button that buys, in place of the standard one."]
        .optional("button", value?.button),
      isDismissible: keys["Whether it can be closed without buying."]
        .flag("dismissible", value?.isDismissible, usually: true),
      welcome: keys["What is shown after a purchase."].optional("welcome", value?.welcome),
      cases: keys[
        "What it says to some customers in place of its own texts; the first whose `when` holds counts."
      ]
      .list("cases", value?.cases, of: "a case of a paywall", isRequired: false),
      icon: keys["The icon on top, where no feature's pitch is."]
        .optional("icon", value?.hero.icon),
      image: keys["The app's own art on top, in place of any icon."]
        .optional("image", value?.hero.image),
      hasTimeline: keys["Whether it shows when an introductory offer begins, reminds and charges."]
        .flag("timeline", value?.hasTimeline, usually: false),
      proof: keys["Ratings and quotes, best first."]
        .list("proof", value?.proof, of: "a rating or a quote", isRequired: false),
      questions: keys["Questions and their answers."]
        .list("questions", value?.questions, of: "a question", isRequired: false),
      closeDelay: keys["Seconds until the close button shows."]
        .optional("closeAfter", value?.closeDelay, in: Self.closeDelays),
      tabs: keys["The tiers, each shown on its own tab, lowest first."]
        .list("tabs", value?.tabs, of: "a tab", isRequired: false),
      showsWebPage: keys[
        "Whether apps show its web page in place of the native paywall, if the page loads in time."
      ]
      .flag("webPage", value?.showsWebPage, usually: false),
      flow: Flow(
        pages: keys["The pages before the offer, in order."]
          .list("pages", value?.flow.pages, of: "a page", isRequired: false),
        exitOffer: keys["The paywall that shows once when this one is closed without a purchase."]
          .optional("exitOffer", value?.flow.exitOffer)))
  }
}

extension Paywall {
  /// Every text that it shows.
  public var texts: [LocalizedText.ID] { values(of: LocalizedText.ID.self).map(\.value) }

  /// The values of one type, with their places below the paywall in the blueprint.
  // An optimized copy of each description would be larger than all else that a paywall adds to an app.
  @_optimize(none)
  package func values<Value>(of type: Value.Type) -> [(place: [String], value: Value)] {
    let search = KeySearch<Value>()
    _ = Paywall(keys: search, self)
    return search.found
  }

  /// The same contents under another name.
  package func named(_ id: ID) -> Paywall {
    var paywall = self
    paywall.id = id
    return paywall
  }

  /// The same contents with the texts of one of its cases, as far as that has them.
  func inWords(of own: Case) -> Paywall {
    var paywall = self
    paywall.title = own.title ?? title
    paywall.subtitle = own.subtitle ?? subtitle
    paywall.button = own.button ?? button
    paywall.welcome = own.welcome ?? welcome
    paywall.explainsFailedPayment = own.subtitle != nil && own.isAboutFailedPayment
    return paywall
  }

  /// The packages for everyone or, since a paywall must sell something, each product at its regular price.
  package var packagesForEveryone: [Package] {
    let everyones = packages.filter { !$0.isTargeted }
    if !everyones.isEmpty { return everyones }
    var plans: Set<CatalogProduct.ID> = []
    return packages.filter { plans.insert($0.plan).inserted }.map {
      Package(
        product: $0.product, billing: $0.billing, seats: $0.seats, priceLine: $0.priceLine,
        badge: $0.badge)
    }
  }
}

extension CatalogProduct {
  /// The offer that a package names; nil if the product has no such offer.
  public func offer(_ named: Paywall.Package.Offer) -> Offer? {
    switch named {
    case .named(let id): offers.first { $0.id == id && $0.kind != .code }
    case .code(let id): offers.first { $0.id == id && $0.kind == .code }
    }
  }
}

/// Finds the values of one type among the names, conditions and other values of an object's keys.
private final class KeySearch<Wanted>: BlueprintKeys {
  typealias Failure = Never

  private(set) var found: [(place: [String], value: Wanted)] = []
  private var place: [String] = []

  subscript(about: About) -> KeySearch { self }

  func required<Value>(_ key: String, _ value: Value?) -> Value {
    guard let value = optional(key, value) else { preconditionFailure("there is no `\(key)`") }
    return value
  }

  func optional<Value>(_ key: String, _ value: Value?) -> Value? {
    if let value = value as? Wanted { found.append((place + [key], value)) }
    if let text = (value as? Paywall.Image)?.description as? Wanted {
      found.append((place + [key, "description"], text))
    }
    return value
  }

  func optional(_ key: String, _ number: Int?, in range: ClosedRange<Int>) -> Int? { number }

  func optional(_ key: String, _ value: Paywall.Page.Question?) -> Paywall.Page.Question? {
    value.map { object(key, $0) }
  }

  func flag(_ key: String, _ value: Bool?, usually usual: Bool) -> Bool { value ?? usual }

  func defaulted<Value>(_ key: String, _ value: Value?, to usual: Value) -> Value {
    optional(key, value) ?? usual
  }

  func list<Object: BlueprintObject>(
    _ key: String, _ values: [Object]?, of what: About, isRequired: Bool
  ) -> [Object] {
    place.append(key)
    defer { place.removeLast() }
    return (values ?? []).enumerated().map { object("\($0)", $1) }
  }

  private func object<Object: BlueprintObject>(_ key: String, _ value: Object) -> Object {
    place.append(key)
    defer { place.removeLast() }
    return Object(keys: self, value)
  }
}
