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

    /// Creates a benefit.
    public init(icon: String, title: LocalizedText.ID, detail: LocalizedText.ID? = nil) {
      self.icon = icon
      self.title = title
      self.detail = detail
    }
  }

  /// One product on offer.
  ///
  /// Of several packages of one product, a customer is shown the first that applies.
  public struct Package: Hashable, Sendable {
    /// The offer of the product that a package is sold with.
    public enum Offer: Hashable, Sendable {
      /// A promotional or win-back offer, by its identifier.
      case named(CatalogProduct.Offer.ID)
      /// An offer that is redeemed with a code, in the store's sheet.
      case code(CatalogProduct.Offer.ID)

      /// The offer's identifier.
      public var id: CatalogProduct.Offer.ID {
        switch self {
        case .named(let id), .code(let id): id
        }
      }
    }

    /// The product to buy.
    public let product: CatalogProduct.ID
    /// The customers it is for.
    public let when: Condition
    /// The offer it is sold with; nil means the regular price, or the introductory offer.
    public let offer: Offer?
    /// The line for customers who get the offer, or the introductory offer.
    public let offerLine: LocalizedText.ID?
    /// The line for everyone else.
    public let priceLine: LocalizedText.ID?
    /// A label that makes it stand out, such as "Best value".
    public let badge: LocalizedText.ID?
    /// Whether a countdown shows how much longer it is offered, if time alone ends that.
    public let hasCountdown: Bool
    /// Whether ``priceLine`` is also the line for customers who get the introductory offer.
    public let showsPriceToEveryone: Bool

    /// Creates a package.
    public init(
      product: CatalogProduct.ID, when: Condition = .always, offer: Offer? = nil,
      offerLine: LocalizedText.ID? = nil, priceLine: LocalizedText.ID? = nil,
      badge: LocalizedText.ID? = nil, hasCountdown: Bool = false,
      showsPriceToEveryone: Bool = false
    ) {
      self.product = product
      self.when = when
      self.offer = offer
      self.offerLine = offerLine
      self.priceLine = priceLine
      self.badge = badge
      self.hasCountdown = hasCountdown
      self.showsPriceToEveryone = showsPriceToEveryone
    }

    /// Whether it is for some customers only, who may also change the plan that they have.
    package var isTargeted: Bool { when != .always || offer != nil }
  }

  /// The paywall's name.
  public private(set) var id: ID
  /// The title.
  public let title: LocalizedText.ID
  /// The line below it.
  public let subtitle: LocalizedText.ID?
  /// Reasons to buy, best first.
  public let benefits: [Benefit]
  /// The offering: the products for sale here, best first.
  public let packages: [Package]
  /// Whether it can be closed without buying.
  public let isDismissible: Bool
  /// The text after a purchase.
  public let welcome: LocalizedText.ID?
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

  /// Creates a paywall.
  public init(
    id: ID, title: LocalizedText.ID, subtitle: LocalizedText.ID? = nil, benefits: [Benefit] = [],
    packages: [Package], isDismissible: Bool = true, welcome: LocalizedText.ID? = nil,
    icon: String? = nil, image: Image? = nil, hasTimeline: Bool = false, proof: [Proof] = [],
    questions: [Question] = [], closeDelay: Int? = nil, tabs: [Tab] = [],
    showsWebPage: Bool = false, flow: Flow = Flow()
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.benefits = benefits
    self.packages = packages
    self.isDismissible = isDismissible
    self.welcome = welcome
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
      }
    }
    add(title, "title")
    add(subtitle, "subtitle")
    add(welcome, "welcome")
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

  /// The packages for everyone or, since a paywall must sell something, each product at its regular price.
  package var packagesForEveryone: [Package] {
    let everyones = packages.filter { !$0.isTargeted }
    if !everyones.isEmpty { return everyones }
    var products: Set<CatalogProduct.ID> = []
    return packages.filter { products.insert($0.product).inserted }.map {
      Package(product: $0.product, priceLine: $0.priceLine, badge: $0.badge)
    }
  }
}
