/// The plans on offer.
public struct PaywallSheet: Sendable, Equatable {
  /// The paywall's name in the blueprint.
  public var id: String
  /// Its icon.
  public var icon: Icon
  /// Its promise.
  public var title: String
  /// A sentence on it.
  public var text: String
  /// The offer line, such as "$2.99/week for 3 days, then $19.99/month".
  public var offer: String?
  /// What is gained, best first.
  public var benefits: [BenefitLine]
  /// The plans, at least one.
  public var packages: [PlanChoice]
  /// The buy button's words.
  public var buyLabel: String
  /// Whether a plan can be bought now.
  public var canBuy: Bool
  /// The restore button's words.
  public var restoreLabel: String
  /// What screen readers call the benefits.
  public var benefitsLabel: String
  /// What screen readers call the plans.
  public var plansLabel: String
  /// What screen readers call the close button.
  public var closeLabel: String
  /// Loads the prices again, where they could not be loaded.
  public var tryAgain: PageButton?
  /// Closes it; none where it may not be dismissed.
  public var close: PageAction?
  /// What buying the chosen plan means.
  public var footnote: String?
  /// The disclosures that Apple requires on a paywall.
  public var terms: [String]
  /// The terms of use and the privacy policy.
  public var links: [WebLink]

  /// Creates the value from its parts.
  public init(
    id: String,
    icon: Icon,
    title: String,
    text: String,
    offer: String? = nil,
    benefits: [BenefitLine] = [],
    packages: [PlanChoice] = [],
    buyLabel: String = "Continue",
    canBuy: Bool = true,
    restoreLabel: String = "Restore Purchases",
    benefitsLabel: String = "What you get",
    plansLabel: String = "Plans",
    closeLabel: String = "Close",
    tryAgain: PageButton? = nil,
    close: PageAction? = nil,
    footnote: String? = nil,
    terms: [String] = [],
    links: [WebLink] = []
  ) {
    self.id = id
    self.icon = icon
    self.title = title
    self.text = text
    self.offer = offer
    self.benefits = benefits
    self.packages = packages
    self.buyLabel = buyLabel
    self.canBuy = canBuy
    self.restoreLabel = restoreLabel
    self.benefitsLabel = benefitsLabel
    self.plansLabel = plansLabel
    self.closeLabel = closeLabel
    self.tryAgain = tryAgain
    self.close = close
    self.footnote = footnote
    self.terms = terms
    self.links = links
  }
}

/// A link to a page on the web.
public struct WebLink: Sendable, Equatable {
  /// What it says.
  public var label: String
  /// Where it leads.
  public var address: String

  /// Creates the value from its parts.
  public init(
    label: String,
    address: String
  ) {
    self.label = label
    self.address = address
  }
}

/// One thing gained.
public struct BenefitLine: Sendable, Equatable {
  /// Its icon.
  public var icon: Icon
  /// What it is.
  public var title: String
  /// A sentence on it.
  public var text: String?

  /// Creates the value from its parts.
  public init(
    icon: Icon,
    title: String,
    text: String? = nil
  ) {
    self.icon = icon
    self.title = title
    self.text = text
  }
}

/// One plan on offer.
public struct PlanChoice: Sendable, Equatable {
  /// The product id, posted as `product` with the action `buy`.
  public var product: String
  /// Its name, such as "Yearly".
  public var title: String
  /// Its price, such as "$19.99".
  public var price: String
  /// The billing period, such as "per month".
  public var period: String
  /// A line under the name, such as "Start 7-day free trial".
  public var detail: String?
  /// A badge, such as "Best value".
  public var badge: String?
  /// Whether it is chosen.
  public var selected: Bool
  /// All of it as one sentence, for screen readers; none reads its words.
  public var spoken: String?

  /// Creates the value from its parts.
  public init(
    product: String,
    title: String,
    price: String,
    period: String,
    detail: String? = nil,
    badge: String? = nil,
    selected: Bool = false,
    spoken: String? = nil
  ) {
    self.product = product
    self.title = title
    self.price = price
    self.period = period
    self.detail = detail
    self.badge = badge
    self.selected = selected
    self.spoken = spoken
  }
}
