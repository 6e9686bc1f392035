import TollgateAppStore

/// A notification as stored; its payload is created and signed on request.
struct NotificationRecord: Sendable {
  enum Content: Sendable {
    case data(
      transaction: TransactionRecord?, renewal: RenewalRecord?, status: SubscriptionStatus?,
      reason: ConsumptionRequestReason?)

    /// The account's download of the app; apart from the record, since few notifications have it.
    indirect case appData(AppTransactionPayload)

    /// The claims of seats that the store released.
    case unclaim([String])

    /// The result of a mass extension.
    case summary(MassExtensionRequest)
  }

  var type: NotificationType
  var subtype: Subtype?
  var at: Instant
  var account: AccountNumber?
  var content: Content
}
