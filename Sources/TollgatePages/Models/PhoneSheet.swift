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
  /// Continues.
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
