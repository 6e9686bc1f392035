import TollgateWire

/// The range of a password's length, in Unicode code points.
enum PasswordLength {
  static let range = CredentialsRequest.passwordLength

  static func check(_ password: String) throws(Problem) {
    guard range.contains(password.unicodeScalars.count) else {
      throw Problem(
        .invalidPassword,
        "A password has \(range.lowerBound) to \(range.upperBound) characters.")
    }
  }

  /// Whether an account can have a password, including one from an earlier version, which counted grapheme clusters
  /// instead of code points.
  static func isPossible(_ password: String) -> Bool {
    password.unicodeScalars.count >= range.lowerBound && password.count <= range.upperBound
  }
}
