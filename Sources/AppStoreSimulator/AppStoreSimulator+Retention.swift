public import TollgateAppStore

extension AppStoreSimulator {
  /// Asks what to show a customer who is about to cancel a subscription, as the App Store does in real time.
  ///
  /// - Parameters:
  ///   - transactionID: Any transaction of the subscription.
  ///   - locale: The language and region of the customer's device.
  ///   - identifier: The UUID of the request.
  /// - Returns: The signed request, to be posted as `{"signedPayload": …}`; nil if there is no such subscription.
  public func retentionRequest(
    of transactionID: String, locale: String = "en-US",
    identifier: String = "00000000-0000-0000-0000-000000000001"
  ) -> Signed<RetentionRequestPayload>? {
    guard let transaction = transaction(transactionID)?.payload, transaction.type == .autoRenewable
    else { return nil }
    return retentionRequest(about: transaction, locale: locale, identifier: identifier)
  }

  /// Asks what to show a customer who is about to cancel a subscription, given a transaction of it.
  ///
  /// - Parameters:
  ///   - locale: The language and region of the customer's device.
  ///   - identifier: The UUID of the request.
  /// - Returns: The signed request, to be posted as `{"signedPayload": …}`.
  package func retentionRequest(
    about transaction: TransactionPayload, locale: String, identifier: String
  ) -> Signed<RetentionRequestPayload> {
    read { book in
      book.settings.sign(
        RetentionRequestPayload(
          originalTransactionId: transaction.originalTransactionId,
          appAppleId: book.settings.appAppleID ?? 0, productId: transaction.productId,
          userLocale: locale, requestIdentifier: identifier,
          environment: book.settings.environment, signedDate: book.now))
    }
  }
}
