/// What lies over the screen and the paywall.
public enum PhoneSheet: Sendable, Equatable {
  /// The store asks.
  case purchase(PurchaseSheet)
  /// A purchase or restore is under way.
  case progress(ProgressSheet)
  /// It worked.
  case welcome(WelcomeSheet)
  /// It did not, or the app has something to say.
  case alert(AlertSheet)
}

/// The store's own sheet; its choices are posted as `answer-sheet`.
public struct PurchaseSheet: Sendable, Equatable {
  /// Whose product it is.
  public var appName: String
  /// The product's name.
  public var product: String
  /// The price line, such as "$19.99 per month".
  public var price: String
  /// The introductory offer's line.
  public var offer: String?
  /// The store account.
  public var account: String
  /// Whether a parent may be asked.
  public var asksParent: Bool

  /// Creates the value from its parts.
  public init(
    appName: String,
    product: String,
    price: String,
    offer: String? = nil,
    account: String,
    asksParent: Bool = true
  ) {
    self.appName = appName
    self.product = product
    self.price = price
    self.offer = offer
    self.account = account
    self.asksParent = asksParent
  }
}

/// A purchase or restore under way.
public struct ProgressSheet: Sendable, Equatable {
  /// What happens, such as "Confirming your purchase…".
  public var text: String

  /// Creates the value from its parts.
  public init(
    text: String
  ) {
    self.text = text
  }
}

/// The purchase worked.
public struct WelcomeSheet: Sendable, Equatable {
  /// The greeting, such as "Welcome to Pro!".
  public var title: String
  /// A sentence on it.
  public var text: String
  /// Its icon.
  public var icon: Icon
  /// Goes on.
  public var button: PageButton
  /// Milliseconds after which the button presses itself.
  public var closesAfter: Int?

  /// Creates the value from its parts.
  public init(
    title: String,
    text: String,
    icon: Icon = .crown,
    button: PageButton,
    closesAfter: Int? = nil
  ) {
    self.title = title
    self.text = text
    self.icon = icon
    self.button = button
    self.closesAfter = closesAfter
  }
}

/// An alert in plain words.
public struct AlertSheet: Sendable, Equatable {
  /// What it is about.
  public var title: String
  /// What happened and what to do.
  public var text: String
  /// Tries again, where that can help.
  public var tryAgain: PageButton?
  /// Closes it.
  public var cancel: PageButton

  /// Creates the value from its parts.
  public init(
    title: String,
    text: String,
    tryAgain: PageButton? = nil,
    cancel: PageButton
  ) {
    self.title = title
    self.text = text
    self.tryAgain = tryAgain
    self.cancel = cancel
  }
}

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
  /// Closes it; none where it may not be dismissed.
  public var close: PageAction?
  /// Renewal terms.
  public var footnote: String?

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
    close: PageAction? = nil,
    footnote: String? = nil
  ) {
    self.id = id
    self.icon = icon
    self.title = title
    self.text = text
    self.offer = offer
    self.benefits = benefits
    self.packages = packages
    self.buyLabel = buyLabel
    self.close = close
    self.footnote = footnote
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
  /// Whether it is chosen at first.
  public var selected: Bool

  /// Creates the value from its parts.
  public init(
    product: String,
    title: String,
    price: String,
    period: String,
    detail: String? = nil,
    badge: String? = nil,
    selected: Bool = false
  ) {
    self.product = product
    self.title = title
    self.price = price
    self.period = period
    self.detail = detail
    self.badge = badge
    self.selected = selected
  }
}
