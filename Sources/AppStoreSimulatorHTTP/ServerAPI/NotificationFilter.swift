import AppStoreSimulator
import TollgateAppStore

/// A filter for past notifications, from the request's body.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryrequest>.
struct NotificationFilter {
  /// How far back notifications can be requested: 180 days, 30 in the sandbox.
  static func memory(_ environment: Environment) -> Duration {
    .days(environment == .production ? 180 : 30)
  }

  /// Whether only notifications are listed that the server has not acknowledged.
  let onlyFailures: Bool

  private let start: Instant
  private let end: Instant
  private let type: NotificationType?
  private let subtype: Subtype?
  /// The customer of the transaction asked for; nil for everybody's notifications.
  private let customer: AccountID?

  /// Reads the filter from the body.
  ///
  /// Both dates are required. A subtype needs a type, and a type and a transaction exclude each other.
  ///
  /// - Throws: Apple's error for the first field that is invalid.
  init(_ call: ServerAPICall, _ simulator: AppStoreSimulator) throws(ServerAPIRefusal) {
    let fields = try call.body()
    start = try Self.instant(fields["startDate"], or: .invalidStartDate)
    end = try Self.instant(fields["endDate"], or: .invalidEndDate)
    guard start <= end else { throw ServerAPIRefusal(.startDateAfterEndDate) }
    let memory = Self.memory(simulator.environment)
    guard start.advanced(by: memory) >= simulator.now else {
      throw ServerAPIRefusal(.startDateTooFarInPast)
    }
    type = try Self.text(fields["notificationType"]).map(NotificationType.init(rawValue:))
    subtype = try Self.text(fields["notificationSubtype"]).map(Subtype.init(rawValue:))
    if subtype != nil, type == nil { throw ServerAPIRefusal(.invalidNotificationType) }
    let transaction = fields["transactionId"]?.text
    if transaction != nil, type != nil { throw ServerAPIRefusal(.multipleFiltersSupplied) }
    customer = try transaction.map { id throws(ServerAPIRefusal) in
      try simulator.requireCustomer(id)
    }
    onlyFailures = fields["onlyFailures"]?.boolean ?? false
  }

  /// Whether a notification is in the time span, both ends included, and of the type or customer asked for.
  func matches(_ notification: SignedNotification) -> Bool {
    guard start <= notification.at, notification.at <= end else { return false }
    if let customer, customer != notification.account { return false }
    if let type, type != notification.payload.notificationType { return false }
    if let subtype, subtype != notification.payload.subtype { return false }
    return true
  }

  /// An instant in milliseconds since 1970, which is required.
  private static func instant(
    _ value: JSONValue?, or code: ServerAPIErrorCode
  ) throws(ServerAPIRefusal) -> Instant {
    guard let number = value?.integer, number >= 0 else { throw ServerAPIRefusal(code) }
    return Instant(milliseconds: number)
  }

  /// The name of a type, in the form of Apple's names.
  private static func text(_ value: JSONValue?) throws(ServerAPIRefusal) -> String? {
    guard let value, value != .null else { return nil }
    guard let text = value.text, !text.isEmpty,
      text.allSatisfy({ $0 == "_" || ($0.isASCII && $0.isUppercase) })
    else { throw ServerAPIRefusal(.invalidNotificationType) }
    return text
  }
}
