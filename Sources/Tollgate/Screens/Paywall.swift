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
    public private(set) var free: LocalizedText.ID?

    public init(
      icon: String, title: LocalizedText.ID, detail: LocalizedText.ID? = nil,
      free: LocalizedText.ID? = nil
    ) {
      self.icon = icon
      self.title = title
      self.detail = detail
      self.free = free
    }

    package static var blank: Benefit { Benefit(icon: "", title: "") }

    package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.required("icon", &icon, "The icon next to the title.")
      try keys.required("title", &title, "What the customer gains.")
      try keys.optional("detail", &detail, "One sentence more.")
      try keys.optional(
        "free", &free,
        "What those without a plan have of it, in a table of the skin; nothing if left out.")
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
    public private(set) var product: CatalogProduct.ID
    /// How its price is billed.
    public private(set) var billing: BillingPlan
    /// The most seats that it is sold with; nil if it is sold to one person.
    public private(set) var seats: Int?
    /// The customers it is for.
    public private(set) var when: Condition
    /// The offer it is sold with; nil means the regular price, or the introductory offer.
    public private(set) var offer: Offer?
    /// Whether those who are eligible for the product's introductory offer get it.
    public private(set) var hasIntroductoryOffer: Bool
    /// The line for customers who get the offer, or the introductory offer.
    public private(set) var offerLine: LocalizedText.ID?
    /// The line for everyone else.
    public package(set) var priceLine: LocalizedText.ID?
    /// A label that makes it stand out, such as "Best value".
    public private(set) var badge: LocalizedText.ID?
    /// Whether a countdown shows how much longer it is offered, if time alone ends that.
    public private(set) var hasCountdown: Bool
    /// Whether ``priceLine`` is also the line for customers who get the introductory offer.
    public package(set) var showsPriceToEveryone: Bool

    public init(
      product: CatalogProduct.ID, billing: BillingPlan = .upFront, seats: Int? = nil,
      when: Condition = .always, offer: Offer? = nil, hasIntroductoryOffer: Bool = true,
      offerLine: LocalizedText.ID? = nil, priceLine: LocalizedText.ID? = nil,
      badge: LocalizedText.ID? = nil, hasCountdown: Bool = false,
      showsPriceToEveryone: Bool = false
    ) {
      self.product = product
      self.billing = billing
      self.seats = seats
      self.when = when
      self.offer = offer
      self.hasIntroductoryOffer = hasIntroductoryOffer
      self.offerLine = offerLine
      self.priceLine = priceLine
      self.badge = badge
      self.hasCountdown = hasCountdown
      self.showsPriceToEveryone = showsPriceToEveryone
    }

    package static var blank: Package { Package(product: "") }

    package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.required("product", &product, "What is bought.")
      try keys.defaulted(
        "billing", &billing, to: .upFront,
        "How its price is billed: `monthly` sells monthly bills with a commitment to a year, at the product's `monthlyPrice`, where the store sells them."
      )
      try keys.optional(
        "seats", &seats, in: 2...1000,
        "The most seats that the paywall sells it with: a stepper chooses how many people it is for."
      )
      try keys.defaulted(
        "when", &when, to: .always,
        "Which customers it is sold to, even if it changes a plan that runs; of several packages of one product and billing, the first that applies is shown."
      )
      try keys.optional("offer", &offer, "The offer it is sold with, to customers who may have it.")
      try keys.flag(
        "introductoryOffer", &hasIntroductoryOffer, usually: true,
        "Whether it begins with the product's introductory offer for those who are eligible: `false` sells it at its full price to everyone."
      )
      try keys.optional(
        "offerLine", &offerLine, "For those who get the offer, or the introductory offer.")
      try keys.optional(
        "priceLine", &priceLine,
        "For everyone else; without `offerLine` and `offer`, for everyone.")
      try keys.optional("badge", &badge, "A word that sets it apart.")
      try keys.flag(
        "countdown", &hasCountdown, usually: false,
        "Whether it shows how much longer `when` holds; `when` must stop holding as time passes.")
      try keys.flag("showsPriceToEveryone", &showsPriceToEveryone, usually: false, "")
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
  public private(set) var benefits: [Benefit]
  /// The offering: the products for sale here, best first.
  public private(set) var packages: [Package]
  /// The title of the button that buys; nil for the standard one, which depends on the plan.
  public private(set) var button: LocalizedText.ID?
  /// Whether it can be closed without buying.
  public private(set) var isDismissible: Bool
  /// The text after a purchase.
  public private(set) var welcome: LocalizedText.ID?
  /// What it says to some customers instead; the first that is for a customer counts.
  public private(set) var cases: [Case]
  /// Whether its subtitle is for customers whose payment failed, and says so in place of the standard line.
  package private(set) var explainsFailedPayment = false
  /// What is on top, above the title.
  public private(set) var hero: Hero
  /// Whether it shows when an introductory offer begins, reminds and charges.
  public private(set) var hasTimeline: Bool
  /// Ratings and quotes, best first.
  public private(set) var proof: [Proof]
  /// Questions and their answers.
  public private(set) var questions: [Question]
  /// How many seconds later the close button shows, 1 to 30; nil if it shows at once.
  public private(set) var closeDelay: Int?
  /// The tiers, each shown on its own tab, lowest first; empty if all plans are shown together.
  public private(set) var tabs: [Tab]
  /// Whether apps show its web page in place of the native paywall, if the page loads in time.
  public private(set) var showsWebPage: Bool
  /// What shows before the offer and after it.
  public private(set) var flow: Flow

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

  package static var blank: Paywall { Paywall(id: "", title: "", packages: []) }

  package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
    try keys.required("id", &id, "")
    try keys.required("title", &title, "The title.")
    try keys.optional("subtitle", &subtitle, "The line below it.")
    try keys.list(
      "benefits", &benefits, of: "a benefit", isRequired: false, "Reasons to buy, best first.")
    try keys.list(
      "packages", &packages, of: "a package", isRequired: true,
      "What can be bought here, best first.")
    try keys.optional(
      "button", &button, "The title of the button that buys, in place of the standard one.")
    try keys.flag(
      "dismissible", &isDismissible, usually: true, "Whether it can be closed without buying.")
    try keys.optional("welcome", &welcome, "What is shown after a purchase.")
    try keys.list(
      "cases", &cases, of: "a case of a paywall", isRequired: false,
      "What it says to some customers in place of its own texts; the first whose `when` holds counts."
    )
    try keys.optional("icon", &hero.icon, "The icon on top, where no feature's pitch is.")
    try keys.optional("image", &hero.image, "The app's own art on top, in place of any icon.")
    try keys.flag(
      "timeline", &hasTimeline, usually: false,
      "Whether it shows when an introductory offer begins, reminds and charges.")
    try keys.list(
      "proof", &proof, of: "a rating or a quote", isRequired: false,
      "Ratings and quotes, best first.")
    try keys.list(
      "questions", &questions, of: "a question", isRequired: false, "Questions and their answers.")
    try keys.optional(
      "closeAfter", &closeDelay, in: Self.closeDelays, "Seconds until the close button shows.")
    try keys.list(
      "tabs", &tabs, of: "a tab", isRequired: false,
      "The tiers, each shown on its own tab, lowest first.")
    try keys.flag(
      "webPage", &showsWebPage, usually: false,
      "Whether apps show its web page in place of the native paywall, if the page loads in time.")
    try keys.list(
      "pages", &flow.pages, of: "a page", isRequired: false,
      "The pages before the offer, in order.")
    try keys.optional(
      "exitOffer", &flow.exitOffer,
      "The paywall that shows once when this one is closed without a purchase.")
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
    search.look(in: self)
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
        product: $0.product, billing: $0.billing, seats: $0.seats,
        hasIntroductoryOffer: $0.hasIntroductoryOffer, priceLine: $0.priceLine, badge: $0.badge)
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

  // A second, optimized copy of every description would be most of what a paywall adds to an app.
  @_optimize(none)
  func look(in object: some BlueprintObject) {
    var object = object
    object.describe(to: self)
  }

  func required<Value>(_ key: String, _ value: inout Value, _ about: About) {
    if let value = value as? Wanted { found.append((place + [key], value)) }
  }

  func optional<Value>(_ key: String, _ value: inout Value?, _ about: About) {
    if let value = value as? Wanted { found.append((place + [key], value)) }
    if let text = (value as? Paywall.Image)?.description as? Wanted {
      found.append((place + [key, "description"], text))
    }
  }

  func optional(_ key: String, _ number: inout Int?, in range: ClosedRange<Int>, _ about: About) {}

  func optional(_ key: String, _ value: inout Paywall.Page.Question?, _ about: About) {
    place.append(key)
    if let value { look(in: value) }
    place.removeLast()
  }

  func flag(_ key: String, _ value: inout Bool, usually usual: Bool, _ about: About) {}

  func defaulted<Value>(_ key: String, _ value: inout Value, to usual: Value, _ about: About) {
    required(key, &value, about)
  }

  func list<Object: BlueprintObject>(
    _ key: String, _ values: inout [Object], of what: About, isRequired: Bool, _ about: About
  ) {
    for (position, value) in values.enumerated() {
      place += [key, "\(position)"]
      look(in: value)
      place.removeLast(2)
    }
  }
}
