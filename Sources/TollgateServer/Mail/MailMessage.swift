import Tollgate
import TollgateWire

/// A mail that the operator's own mail system is asked to send, as the JSON that the hook receives.
///
/// It contains a secret and an email address, and is never logged.
struct MailMessage: Hashable, Sendable, Encodable {
  /// What the code is for: `passwordReset` or `emailVerification`.
  let kind: String
  let app: Blueprint.App.ID
  /// The address to send the mail to.
  let email: String
  let code: String
  /// The language that the person prefers; nil if the request named none.
  let locale: String?
  /// When the code expires, in milliseconds since 1970.
  let expiresAt: Instant

  /// A locale that can be passed on: letters, digits and hyphens, as in BCP 47.
  ///
  /// - Throws: `Problem` with code `invalid_value`.
  static func checked(_ locale: String?) throws(Problem) -> String? {
    guard let locale else { return nil }
    let isTag = locale.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isTag, (1...PasswordResetRequest.localeLimit).contains(locale.utf8.count) else {
      throw Problem(.invalidValue, "`locale` must be a language tag, such as de-CH.")
    }
    return locale
  }
}
