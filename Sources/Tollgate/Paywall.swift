/// A page that sells: its text, the products it offers and when it may show.
public struct Paywall: Hashable, Sendable, Codable, Identifiable {
  /// The paywall's name.
  public typealias ID = Identifier<Paywall>

  /// One reason to buy.
  public struct Benefit: Hashable, Sendable, Codable {
    /// The icon's name.
    public let icon: String
    /// What the customer gains.
    public let title: Text.ID
    /// One additional sentence.
    public let detail: Text.ID?

    /// Creates a benefit.
    public init(icon: String, title: Text.ID, detail: Text.ID? = nil) {
      self.icon = icon
      self.title = title
      self.detail = detail
    }
  }

  /// One product on offer.
  public struct Package: Hashable, Sendable, Codable {
    /// The product to buy.
    public let product: Product.ID
    /// The line for customers eligible for the introductory offer.
    public let offerLine: Text.ID?
    /// The line for everyone else.
    public let priceLine: Text.ID?
    /// A label that makes it stand out, such as "Best value".
    public let badge: Text.ID?

    /// Creates a package.
    public init(
      product: Product.ID, offerLine: Text.ID? = nil, priceLine: Text.ID? = nil,
      badge: Text.ID? = nil
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
  public let title: Text.ID
  /// The line below it.
  public let subtitle: Text.ID?
  /// Reasons to buy, best first.
  public let benefits: [Benefit]
  /// The offering: the products for sale here, best first.
  public let packages: [Package]
  /// Whether it can be closed without buying.
  public let isDismissible: Bool
  /// The text after a purchase.
  public let welcome: Text.ID?

  /// Creates a paywall.
  public init(
    id: ID, title: Text.ID, subtitle: Text.ID? = nil, benefits: [Benefit] = [],
    packages: [Package], isDismissible: Bool = true, welcome: Text.ID? = nil
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.benefits = benefits
    self.packages = packages
    self.isDismissible = isDismissible
    self.welcome = welcome
  }
}
