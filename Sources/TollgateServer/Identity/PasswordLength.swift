import TollgateWire

/// The range of a password's length, in Unicode code points.
enum PasswordLength {
  static let range = CredentialsRequest.passwordLength

  static func check(_ password: String) throws(Problem) {
    guard isPossible(password) else {
      throw Problem(
        .invalidPassword,
        "A password has \(range.lowerBound) to \(range.upperBound) characters.")
    }
  }

  /// Whether an account can have a password.
  static func isPossible(_ password: String) -> Bool {
    range.contains(password.unicodeScalars.count)
  }
}
