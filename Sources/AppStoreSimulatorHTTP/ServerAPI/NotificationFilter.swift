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

  let onlyFailures: Bool

  private let start: Instant
  private let end: Instant
  private let type: NotificationType?
  private let subtype: Subtype?
  private let customer: AccountID?

  init(_ call: ServerAPICall, _ service: StoreService) throws(ServerAPIRefusal) {
    let fields = try call.body()
    start = try Self.instant(fields["startDate"], or: .invalidStartDate)
    end = try Self.instant(fields["endDate"], or: .invalidEndDate)
    guard start <= end else { throw ServerAPIRefusal(.startDateAfterEndDate) }
    let memory = Self.memory(service.simulator.environment)
    guard start.advanced(by: memory) >= service.simulator.now else {
      throw ServerAPIRefusal(.startDateTooFarInPast)
    }
    type = try Self.text(fields["notificationType"]).map(NotificationType.init(rawValue:))
    subtype = try Self.text(fields["notificationSubtype"]).map(Subtype.init(rawValue:))
    if subtype != nil, type == nil { throw ServerAPIRefusal(.invalidNotificationType) }
    let transaction = fields["transactionId"]?.text
    if transaction != nil, type != nil { throw ServerAPIRefusal(.multipleFiltersSupplied) }
    customer = try transaction.map { id throws(ServerAPIRefusal) in try service.customer(id) }
    onlyFailures = fields["onlyFailures"]?.truth ?? false
  }

  func admits(_ notification: SignedNotification) -> Bool {
    guard start <= notification.at, notification.at <= end else { return false }
    if let customer, customer != notification.account { return false }
    if let type, type != notification.payload.notificationType { return false }
    if let subtype, subtype != notification.payload.subtype { return false }
    return true
  }

  private static func instant(
    _ value: JSONValue?, or code: ServerAPIErrorCode
  ) throws(ServerAPIRefusal) -> Instant {
    guard let number = value?.whole, number >= 0 else { throw ServerAPIRefusal(code) }
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
