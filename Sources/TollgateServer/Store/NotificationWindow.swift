import Tollgate

/// A window of past notifications that are requested together and recorded before the next window.
struct NotificationWindow: Hashable {
  /// The longest window: an API client reads up to 200,000 notifications in one pass.
  static let longest = Duration.hours(6)
  /// How long before the mark a window begins: the store may list a notification late.
  static let overlap = Duration.minutes(15)
  /// The margin left out at the far end, so that no request starts too early for the store.
  static let margin = Duration.hours(1)

  /// The start of the window, at the earliest when the store's history begins.
  let start: Instant
  /// The end of the window, which becomes the mark once everything in it is recorded.
  let end: Instant

  /// Creates the window that follows a mark; nil if nothing lies between the mark and now.
  ///
  /// - Parameter mark: The instant up to which everything is recorded.
  init?(after mark: Instant, at now: Instant, in environment: StoreEnvironment) {
    let kept = now.subtracting(Period(environment.daysOfNotifications, .day))
      .advanced(by: Self.margin)
    let from = max(mark, kept)
    guard from < now else { return nil }
    start = max(from.advanced(by: .zero - Self.overlap), kept)
    end = min(from.advanced(by: Self.longest), now)
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
