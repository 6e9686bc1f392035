/// A page that sells: its text, the products it offers and when it may show.
public struct Paywall: Hashable, Sendable, Identifiable {
  /// The paywall's name.
  public typealias ID = Identifier<Paywall>

  /// One reason to buy.
  public struct Benefit: Hashable, Sendable {
    /// The icon's name.
    public let icon: String
    /// What the customer gains.
    public let title: LocalizedText.ID
    /// One additional sentence.
    public let detail: LocalizedText.ID?
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
  }

  /// One product on offer.
  ///
  /// Of several packages of one product with the same billing, a customer is shown the first that applies.
  public struct Package: Hashable, Sendable {
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
}

extension Paywall {
  /// Every text that it shows.
  public var texts: [LocalizedText.ID] { lines.map(\.text) }

  /// Every text that it shows, with its place below the paywall in the blueprint.
  var lines: [(path: [String], text: LocalizedText.ID)] {
    var lines: [(path: [String], text: LocalizedText.ID)] = []
    func add(_ text: LocalizedText.ID?, _ path: String...) {
      if let text { lines.append((path, text)) }
    }
    func add(_ benefits: [Benefit], below path: [String] = []) {
      for (position, benefit) in benefits.enumerated() {
        let path = path + ["benefits", "\(position)"]
        lines.append((path + ["title"], benefit.title))
        if let detail = benefit.detail { lines.append((path + ["detail"], detail)) }
        if let free = benefit.free { lines.append((path + ["free"], free)) }
      }
    }
    add(title, "title")
    add(subtitle, "subtitle")
    add(button, "button")
    add(welcome, "welcome")
    for (position, own) in cases.enumerated() {
      add(own.title, "cases", "\(position)", "title")
      add(own.subtitle, "cases", "\(position)", "subtitle")
      add(own.button, "cases", "\(position)", "button")
      add(own.welcome, "cases", "\(position)", "welcome")
    }
    add(hero.image?.description, "image", "description")
    add(benefits)
    for (position, tab) in tabs.enumerated() {
      add(tab.title, "tabs", "\(position)", "title")
      add(tab.benefits, below: ["tabs", "\(position)"])
    }
    for (position, proof) in proof.enumerated() {
      add(proof.text, "proof", "\(position)", "text")
      add(proof.by, "proof", "\(position)", "by")
    }
    for (position, question) in questions.enumerated() {
      add(question.question, "questions", "\(position)", "question")
      add(question.answer, "questions", "\(position)", "answer")
    }
    for (position, page) in flow.pages.enumerated() {
      add(page.title, "pages", "\(position)", "title")
      add(page.text, "pages", "\(position)", "text")
      add(page.image?.description, "pages", "\(position)", "image", "description")
      add(page.benefits, below: ["pages", "\(position)"])
      for (number, answer) in (page.question?.answers ?? []).enumerated() {
        add(answer.text, "pages", "\(position)", "question", "answers", "\(number)", "text")
      }
    }
    for (position, package) in packages.enumerated() {
      add(package.offerLine, "packages", "\(position)", "offerLine")
      add(package.priceLine, "packages", "\(position)", "priceLine")
      add(package.badge, "packages", "\(position)", "badge")
    }
    return lines
  }

  /// The same contents under another name.
  func named(_ id: ID) -> Paywall {
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
