import ArgumentParser
import Foundation
import Tollgate

extension Instant {
  /// The time of the machine that runs the command.
  static var current: Instant {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  /// Throws a `ValidationError` for the first option whose text is not an instant.
  static func validate(_ options: KeyValuePairs<String, String?>) throws {
    for (option, text) in options {
      guard let text, Instant(text) == nil else { continue }
      throw ValidationError(
        "--\(option): `\(text)` is not a date and time; use 2026-10-01T00:00:00Z.")
    }
  }

  /// The instant in UTC, to the minute.
  var minute: String { String(description.prefix(16)) + "Z" }
}
