/// Sign in or sign up.
struct LoginScreen: Sendable, Equatable {
  /// The large title.
  var title: String
  /// A sentence below it.
  var text: String
  /// The email address to begin with.
  var email = ""
  /// Why the last attempt failed.
  var problem: String?
  /// Sign in with Apple.
  var apple: PageButton?
  /// Continue without an account.
  var anonymous: PageButton?
}
