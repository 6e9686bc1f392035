import TollgateWire

/// The range of a password's length, in characters.
enum PasswordLength {
  static let range = CredentialsRequest.passwordLength

  static func check(_ password: String) throws(Problem) {
    guard range.contains(password.count) else {
      throw Problem(
        .invalidPassword,
        "A password has \(range.lowerBound) to \(range.upperBound) characters.")
    }
  }
}
