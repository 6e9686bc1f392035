import AppStoreSimulator
import TollgateAppStore

/// The test notifications that were requested, by the tokens with which their status is requested.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/testnotificationtoken>.
struct TestNotifications: Sendable {
  /// How many are tracked; the oldest are dropped, and their status is then not found.
  static let limit = 1_000

  private var sequences: [String: Int] = [:]

  /// The position of the notification among the store's; nil for a token that was not issued or is too old.
  subscript(token: String) -> Int? { sequences[token] }

  /// Adds a notification.
  ///
  /// - Returns: Its token: its UUID and its instant in seconds since 1970.
  mutating func add(_ notification: SignedNotification) -> String {
    let token = "\(notification.payload.notificationUUID)_\(notification.at.milliseconds / 1000)"
    if sequences.count >= Self.limit,
      let oldest = sequences.min(by: { $0.value < $1.value })?.key
    {
      sequences[oldest] = nil
    }
    sequences[token] = notification.sequence
    return token
  }

  /// Whether a text has the form of a token, issued or not.
  static func isToken(_ text: String) -> Bool {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    return parts.count == 2 && IdentifierFormat.isUUID(String(parts[0])) && Int64(parts[1]) != nil
  }
}
