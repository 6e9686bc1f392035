/// Which notifications of the past to list.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/notificationhistoryrequest>.
public struct NotificationHistoryRequest: Hashable, Codable, Sendable {
  /// The earliest, within the past 180 days, or 30 in the sandbox.
  public var startDate: Milliseconds
  /// The end of the time asked for, after its start.
  public var endDate: Milliseconds
  /// Only those that tell this; not together with a transaction identifier.
  public var notificationType: NotificationType?
  /// Only those that tell this more closely; only together with a type.
  public var notificationSubtype: Subtype?
  /// Only those about the customer who has this transaction.
  public var transactionId: String?
  /// True for only those that the server has not acknowledged.
  public var onlyFailures: Bool?

  /// Makes the value from its fields, named as Apple names them.
  public init(
    startDate: Milliseconds,
    endDate: Milliseconds,
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
