import TollgateWire

/// The range of a password's length, in characters as Unicode code points.
enum PasswordLength {
  static let range = CredentialsRequest.passwordLength

  static func check(_ password: String) throws(Problem) {
    guard range.contains(password.unicodeScalars.count) else {
      throw Problem(
        .invalidPassword,
        "A password has \(range.lowerBound) to \(range.upperBound) characters.")
    }
  }

  /// Whether an account can have a password, also one of an earlier version, which counted a character and its marks as
  /// one.
  static func isPossible(_ password: String) -> Bool {
    password.unicodeScalars.count >= range.lowerBound && password.count <= range.upperBound
  }
}
