/// A query for past notifications.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryrequest>.
public struct NotificationHistoryRequest: Hashable, Codable, Sendable {
  /// The start of the time span, within the past 180 days, or 30 in the sandbox.
  public var startDate: Instant
  /// The end of the time span, after its start.
  public var endDate: Instant
  /// Only notifications of this type; not together with a transaction identifier.
  public var notificationType: NotificationType?
  /// Only notifications of this subtype; only together with a type.
  public var notificationSubtype: Subtype?
  /// Only notifications about the customer who has this transaction.
  public var transactionId: String?
  /// True to list only those that the server has not acknowledged.
  public var onlyFailures: Bool?

  /// Creates the value from its fields, which have Apple's names.
  public init(
    startDate: Instant,
    endDate: Instant,
    notificationType: NotificationType? = nil,
    notificationSubtype: Subtype? = nil,
    transactionId: String? = nil,
    onlyFailures: Bool? = nil
  ) {
    self.startDate = startDate
    self.endDate = endDate
    self.notificationType = notificationType
    self.notificationSubtype = notificationSubtype
    self.transactionId = transactionId
    self.onlyFailures = onlyFailures
  }
}
