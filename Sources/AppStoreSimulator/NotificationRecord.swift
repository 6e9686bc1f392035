import AppStore

/// A notification as the store keeps it; its payload is made and signed when it is asked for.
struct NotificationRecord: Sendable {
  /// What the notification holds.
  enum Content: Sendable {
    case data(
      transaction: TransactionRecord?, renewal: RenewalRecord?, status: SubscriptionStatus?,
      reason: ConsumptionRequestReason?)

    /// The result of a mass extension.
    case summary(StoreBook.MassExtensionKey)
  }

  var type: NotificationType
  var subtype: Subtype?
  var at: Milliseconds
  var account: StoreBook.AccountNumber?
  var content: Content
}
