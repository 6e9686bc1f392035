/// Sign in or sign up.
struct LoginScreen: Sendable, Equatable {
  var title: String
  /// A sentence below it.
  var text: String
  /// The email address to begin with.
  var email = ""
  /// Why the last attempt failed.
  var problem: String?
  var labels = LoginLabels(.english)
  var apple: PageButton?
  /// Continue without an account.
  var anonymous: PageButton?
}

struct LoginLabels: Sendable, Equatable {
  var email: String
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
