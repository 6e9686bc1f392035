import Foundation
import Tollgate

extension Instant {
  /// The time of the machine that runs the command.
  static var current: Instant {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  /// The instant in UTC, to the minute.
  var minute: String { String(description.prefix(16)) + "Z" }
}
