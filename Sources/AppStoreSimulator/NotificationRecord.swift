import TollgateAppStore

/// A notification as stored; its payload is created and signed on request.
struct NotificationRecord: Sendable {
  /// The content of the notification.
  enum Content: Sendable {
    case data(
      transaction: TransactionRecord?, renewal: RenewalRecord?, status: SubscriptionStatus?,
      reason: ConsumptionRequestReason?)

    /// The result of a mass extension.
    case summary(MassExtensionRequest)
  }

  var type: NotificationType
  var subtype: Subtype?
  var at: Instant
  var account: AccountNumber?
  var content: Content
}
