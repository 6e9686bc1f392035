import Foundation
import TollgateMutex

/// The header `Date` ([RFC 9110, 6.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1)), written once a second.
///
/// It shows the machine's clock, which decides nothing.
final class ResponseDate: Sendable {
  private let cached = Mutex((second: Int.min, text: ""))

  /// The date at a second since 1970, by default the current one.
  func text(at second: Int = time(nil)) -> String {
    cached.withLock { cached in
      if cached.second != second { cached = (second, Self.format(second)) }
      return cached.text
    }
  }

  private static func format(_ second: Int) -> String {
    var seconds = time_t(second)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    let time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
  }
}
