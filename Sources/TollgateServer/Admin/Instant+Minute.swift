import Tollgate

extension Instant {
  /// The instant to the minute, as in `2026-03-02 09:41`; in UTC.
  var minute: String { String(description.prefix(16)).replacing("T", with: " ") }
}
