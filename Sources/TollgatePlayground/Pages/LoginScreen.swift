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
  /// The labels of its parts.
  var labels = LoginLabels(.english)
  /// Sign in with Apple.
  var apple: PageButton?
  /// Continue without an account.
  var anonymous: PageButton?
}

/// The labels of a sign-in.
struct LoginLabels: Sendable, Equatable {
  /// The field of the email address.
  var email: String
  /// The field of the password.
  var password: String
  var signIn: String
  var signUp: String

  init(_ words: PhoneWords) {
    email = words[.email]
    password = words[.password]
    signIn = words[.signIn]
    signUp = words[.createAccount]
  }
}
