import Tollgate

/// How far the server is with the purchase whose outcome the app waits for.
enum PurchaseConfirmation: Hashable, Sendable {
  /// No outcome is awaited.
  case none
  /// The server has not refused it.
  case pending(Idempotency.Key)
  /// The server has refused it.
  case refused(Idempotency.Key, ClientError)

  /// The waits between polls.
  static let waits: [Duration] = [1000, 1500, 3000, 3000, 5000, 8000].map { .milliseconds($0) }
  /// The total of the waits: 21.5 seconds; after it the signed transaction itself decides.
  static let timeout = Duration.milliseconds(21_500)

  /// The purchase that is awaited.
  var key: Idempotency.Key? {
    switch self {
    case .none: nil
    case .pending(let key), .refused(let key, _): key
    }
  }

  /// Why the server refused it.
  var refusal: ClientError? {
    switch self {
    case .none, .pending: nil
    case .refused(_, let error): error
    }
  }
}
