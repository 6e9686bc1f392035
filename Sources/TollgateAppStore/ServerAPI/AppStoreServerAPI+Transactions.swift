extension AppStoreServerAPI {
  /// Returns one transaction.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-info>.
  ///
  /// - Returns: The latest version of the transaction.
  public func transaction(
    _ id: String
  ) async throws(ServerAPIError) -> Verified<TransactionPayload> {
    let response: TransactionInfoResponse = try await answer(
      to: ServerAPIEndpoint(.get, "v1", "transactions", id))
    return try await verified { now throws(VerificationError) in
      try await verifier.transaction(response.signedTransactionInfo, at: now)
    }
  }

  /// Returns a customer's transactions, page by page.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history>.
  ///
  /// - Parameters:
  ///   - id: Any transaction of the customer.
  ///   - query: Which transactions to list; the same for every page.
  ///   - revision: The revision of the last known page, to get only what is new.
  public func transactionHistory(
    of id: String, query: TransactionHistoryQuery = TransactionHistoryQuery(),
    after revision: String? = nil
  ) -> ServerAPIPages<TransactionPage> {
    ServerAPIPages(from: revision) { revision throws(ServerAPIError) in
      let response: HistoryResponse = try await answer(
        to: ServerAPIEndpoint(.get, "v2", "history", id)
          .asking(query.parameters + Self.parameters(revision)))
      let transactions = try await verifiedTransactions(response.signedTransactions)
      return try Self.part(transactions, response.revision, hasMore: response.hasMore)
    }
  }

  /// Returns a customer's refunded transactions, page by page.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-refund-history>.
  ///
  /// - Parameters:
  ///   - id: Any transaction of the customer.
  ///   - revision: The revision of the last known page, to get only what is new.
  public func refundHistory(
    of id: String, after revision: String? = nil
  ) -> ServerAPIPages<TransactionPage> {
    ServerAPIPages(from: revision) { revision throws(ServerAPIError) in
      let response: RefundHistoryResponse = try await answer(
        to: ServerAPIEndpoint(.get, "v2", "refund", "lookup", id)
          .asking(Self.parameters(revision)))
      let transactions = try await verifiedTransactions(response.signedTransactions)
      return try Self.part(transactions, response.revision, hasMore: response.hasMore)
    }
  }

  /// Returns the purchases of an order; only production has orders.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/look-up-order-id>.
  ///
  /// - Parameter id: The order identifier, which the customer finds in a receipt from Apple.
  public func order(_ id: String) async throws(ServerAPIError) -> VerifiedOrder {
    let response: OrderLookupResponse = try await answer(
      to: ServerAPIEndpoint(.get, "v1", "lookup", id))
    return VerifiedOrder(
      status: response.status,
      transactions: try await verifiedTransactions(response.signedTransactions ?? []))
  }

  /// Returns a customer's download of the app.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-app-transaction-info>.
  ///
  /// - Parameter id: Any transaction of the customer.
  public func appTransaction(
    of id: String
  ) async throws(ServerAPIError) -> Verified<AppTransactionPayload> {
    let response: AppTransactionInfoResponse = try await answer(
      to: ServerAPIEndpoint(.get, "v1", "transactions", "appTransactions", id))
    return try await verified { now throws(VerificationError) in
      try await verifier.appTransaction(response.signedAppTransactionInfo, at: now)
    }
  }

  /// Sets the UUID of the customer's account on a transaction, replacing any it has.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/set-app-account-token>.
  ///
  /// - Parameters:
  ///   - token: The UUID.
  ///   - id: The original transaction.
  public func setAppAccountToken(
    _ token: String, of id: String
  ) async throws(ServerAPIError) {
    try await perform(
      ServerAPIEndpoint(.put, "v1", "transactions", id, "appAccountToken")
        .sending(UpdateAppAccountTokenRequest(appAccountToken: token)))
  }

  /// Sends Apple information about how a purchase was used, in response to a notification that requests it.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information>.
  ///
  /// - Parameters:
  ///   - information: The information; send it only with the customer's consent.
  ///   - id: The transaction that the customer wants refunded.
  public func sendConsumption(
    _ information: ConsumptionRequest, of id: String
  ) async throws(ServerAPIError) {
    try await perform(
      ServerAPIEndpoint(.put, "v2", "transactions", "consumption", id).sending(information))
  }

  /// Marks a transaction as finished, as the app does after delivering the purchase.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/finish-transaction>.
  public func finishTransaction(_ id: String) async throws(ServerAPIError) {
    try await perform(ServerAPIEndpoint(.post, "v1", "transactions", id, "finish"))
  }

  static func parameters(_ revision: String?) -> [(name: String, value: String)] {
    revision.map { [("revision", $0)] } ?? []
  }

  private static func part(
    _ transactions: [Verified<TransactionPayload>], _ revision: String?, hasMore: Bool
  ) throws(ServerAPIError) -> (page: TransactionPage, next: String?) {
    guard revision != nil || !hasMore else {
      throw ServerAPIError(.answerUnreadable, "A page does not say how the next was requested.")
    }
    let page = TransactionPage(transactions: transactions, revision: revision)
    return (page, hasMore ? revision : nil)
  }
}

/// A page of a customer's transactions.
public struct TransactionPage: Hashable, Sendable {
  /// The transactions, at most 20.
  public let transactions: [Verified<TransactionPayload>]

  /// The revision with which to continue after this page, later, to get only what is new.
  public let revision: String?
}

/// An order that a customer identifies from a receipt from Apple.
public struct VerifiedOrder: Hashable, Sendable {
  /// Whether the order belongs to this app.
  public let status: OrderLookupStatus

  public let transactions: [Verified<TransactionPayload>]
}
