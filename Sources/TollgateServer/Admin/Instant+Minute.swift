import Tollgate

extension Instant {
  /// The instant to the minute, as in `2026-03-02 09:41`; in UTC.
  var minute: String { text(16) }

  /// The instant to the second, as in `2026-03-02 09:41:07`; in UTC.
  var second: String { text(19) }

  private func text(_ length: Int) -> String {
    String(description.prefix(length)).replacing("T", with: " ")
  }
}
