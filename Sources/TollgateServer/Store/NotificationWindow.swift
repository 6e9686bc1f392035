import Tollgate

/// A window of past notifications that are requested together and recorded before the next window.
struct NotificationWindow: Hashable {
  /// The longest window, in milliseconds: an API client reads up to 200,000 notifications in one pass.
  static let longest: Int64 = 6 * 3_600_000
  /// How long before the mark a window begins, in milliseconds: the store may list a notification late.
  static let overlap: Int64 = 15 * 60_000
  /// The margin left out at the far end, in milliseconds, so that no request starts too early for the store.
  static let margin: Int64 = 3_600_000

  let start: Instant
  let end: Instant

  /// Creates the window that follows a mark; nil if nothing lies between the mark and now.
  ///
  /// - Parameters:
  ///   - mark: The instant up to which everything is recorded.
  ///   - now: The server's clock.
  ///   - environment: The store's environment.
  init?(after mark: Instant, at now: Instant, in environment: StoreEnvironment) {
    let kept = now.subtracting(Period(environment.daysOfNotifications, .day))
      .adding(milliseconds: Self.margin)
    let from = max(mark, kept)
    guard from < now else { return nil }
    start = max(from.adding(milliseconds: -Self.overlap), kept)
    end = min(from.adding(milliseconds: Self.longest), now)
  }
}

extension StoreEnvironment {
  /// For how many days the store
  /// [keeps notifications](https://developer.apple.com/documentation/appstoreserverapi/get-notification-history).
  fileprivate var daysOfNotifications: Int {
    switch self {
    case .production: 180
    case .sandbox, .xcode: 30
    }
  }
}
