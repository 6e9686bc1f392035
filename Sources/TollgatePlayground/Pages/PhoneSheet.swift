/// The sheet or alert over the screen and the paywall.
enum PhoneSheet: Sendable, Equatable {
  /// The store's purchase sheet.
  case purchase(PurchaseSheet)
  /// A purchase or restore is in progress.
  case progress(ProgressSheet)
  /// The purchase succeeded.
  case welcome(WelcomeSheet)
  /// The purchase failed, or the app shows a message.
  case alert(AlertSheet)
}

/// The store's own sheet; its choices are posted as `answer-sheet`.
struct PurchaseSheet: Sendable, Equatable {
  var appName: String
  var product: String
  /// The price line, such as "$19.99 per month".
  var price: String
  /// The introductory offer's line.
  var offer: String?
  var account: String
  /// Whether Ask to Buy is offered.
  var asksParent = true
}

/// A purchase or restore in progress.
struct ProgressSheet: Sendable, Equatable {
  /// The text, such as "Confirming your purchase…".
  var text: String
}

/// The purchase succeeded.
struct WelcomeSheet: Sendable, Equatable {
  /// The greeting, such as "Welcome to Pro!".
  var title: String
  /// A sentence below it.
  var text: String
  var icon: Icon = .crown
  var button: PageButton
  /// Milliseconds after which the button presses itself.
  var closesAfter: Int?
}

struct AlertSheet: Sendable, Equatable {
  var title: String
  /// What happened, and what to do.
  var text: String
  /// Tries again; nil if that cannot help.
  var tryAgain: PageButton?
  var cancel: PageButton
  /// The language, if it is another one than the app's, such as that of a stand-in for the store's sheets.
  var language: String?
}
