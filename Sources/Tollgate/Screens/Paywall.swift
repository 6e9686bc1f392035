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
  public struct Package: Hashable, Sendable {
    /// The product to buy.
    public let product: CatalogProduct.ID
    /// The line for customers eligible for the introductory offer.
    public let offerLine: LocalizedText.ID?
    /// The line for everyone else.
    public let priceLine: LocalizedText.ID?
    /// A label that makes it stand out, such as "Best value".
    public let badge: LocalizedText.ID?

    /// Creates a package.
    public init(
      product: CatalogProduct.ID, offerLine: LocalizedText.ID? = nil,
      priceLine: LocalizedText.ID? = nil,
      badge: LocalizedText.ID? = nil
    ) {
      self.product = product
      self.offerLine = offerLine
      self.priceLine = priceLine
      self.badge = badge
    }
  }

  /// The paywall's name.
  public let id: ID
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
  /// The icon on top, where no feature's pitch is; nil for the standard one.
  public let icon: String?
  /// Whether it shows when an introductory offer begins, reminds and charges.
  public let hasTimeline: Bool
  /// Ratings and quotes, best first.
  public let proof: [Proof]
  /// Questions and their answers.
  public let questions: [Question]
  /// How many seconds later the close button shows, 1 to 30; nil if it shows at once.
  public let closeDelay: Int?

  /// Creates a paywall.
  public init(
    id: ID, title: LocalizedText.ID, subtitle: LocalizedText.ID? = nil, benefits: [Benefit] = [],
    packages: [Package], isDismissible: Bool = true, welcome: LocalizedText.ID? = nil,
    icon: String? = nil, hasTimeline: Bool = false, proof: [Proof] = [],
    questions: [Question] = [], closeDelay: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.benefits = benefits
    self.packages = packages
    self.isDismissible = isDismissible
    self.welcome = welcome
    self.icon = icon
    self.hasTimeline = hasTimeline
    self.proof = proof
    self.questions = questions
    self.closeDelay = closeDelay
  }
}
