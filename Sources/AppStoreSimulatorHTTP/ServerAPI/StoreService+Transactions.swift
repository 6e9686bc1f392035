import AppStoreSimulator
import TollgateAppStore

extension StoreService {
  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-info>.
  nonisolated func transactionInfo(
    _ call: ServerAPICall
  ) throws(ServerAPIRefusal) -> TransactionInfoResponse {
    TransactionInfoResponse(signedTransactionInfo: try transaction(call.parameter("id")).jws)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history>.
  ///
  /// Version 2 lists every transaction. Version 1 leaves out consumables that were finished and not refunded:
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history-v1>.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - listsFinishedConsumables: Whether those are listed.
  /// - Returns: A page of the history.
  /// - Throws: Why the request is rejected.
  nonisolated func history(
    _ call: ServerAPICall, listsFinishedConsumables: Bool = true
  ) throws(ServerAPIRefusal) -> HistoryResponse {
    let customer = try customer(call.parameter("id"))
    let filter = try HistoryFilter(call)
    let listed = simulator.changes(of: customer).filter { change in
      filter.admits(change.transaction.payload)
        && (listsFinishedConsumables || !change.isUsedUp)
    }
    let page = try RevisionPage(
      of: listed, by: \.number, after: call.value("revision"), isDescending: filter.isDescending)
    return HistoryResponse(
      revision: page.revision, hasMore: page.hasMore, bundleId: simulator.bundleID,
      environment: simulator.environment, signedTransactions: page.transactions.map(\.jws),
      appAppleId: simulator.appAppleID)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-refund-history>.
  nonisolated func refunds(_ call: ServerAPICall) throws(ServerAPIRefusal) -> RefundHistoryResponse
  {
    let customer = try customer(call.parameter("id"))
    let refunded = simulator.changes(of: customer).filter {
      $0.transaction.payload.revocationType != .familyRevoke
    }
    let page = try RevisionPage(of: refunded, by: \.revocation, after: call.value("revision"))
    return RefundHistoryResponse(
      signedTransactions: page.transactions.map(\.jws), revision: page.revision,
      hasMore: page.hasMore)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/look-up-order-id>.
  ///
  /// Each transaction is an order of its own. The sandbox has no orders.
  nonisolated func order(_ call: ServerAPICall) -> OrderLookupResponse {
    guard simulator.environment == .production,
      let id = OrderID(rawValue: call.parameter("order")),
      let transaction = simulator.transaction(id.transactionID),
      transaction.payload.inAppOwnershipType == .purchased
    else { return OrderLookupResponse(status: .invalid) }
    return OrderLookupResponse(status: .valid, signedTransactions: [transaction.jws])
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-app-transaction-info>.
  nonisolated func appTransactionInfo(
    _ call: ServerAPICall
  ) throws -> AppTransactionInfoResponse {
    let customer = try customer(call.parameter("id"))
    guard let signed = try appTransaction(of: customer) else {
      throw ServerAPIRefusal(.appTransactionDoesNotExist)
    }
    return AppTransactionInfoResponse(signedAppTransactionInfo: signed)
  }

  /// An account's download of the app, signed now; nil for an account that has not bought anything yet.
  nonisolated func appTransaction(of account: AccountID) throws -> String? {
    let simulator = simulator
    guard let first = simulator.transactions(of: account).first?.payload else { return nil }
    let isProduction = simulator.environment == .production
    let payload = AppTransactionPayload(
      receiptType: simulator.environment, bundleId: simulator.bundleID,
      originalPurchaseDate: first.originalPurchaseDate, receiptCreationDate: simulator.now,
      appAppleId: isProduction ? simulator.appAppleID : nil,
      appTransactionId: first.appTransactionId, applicationVersion: "1",
      originalApplicationVersion: "1", originalPlatform: .iOS, requestDate: simulator.now)
    return try simulator.chain.sign(payload)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/finish-transaction>.
  nonisolated func finish(_ call: ServerAPICall) throws(ServerAPIRefusal) {
    simulator.finish(try transaction(call.parameter("id")).payload.transactionId)
  }
}

extension TransactionChange {
  /// Whether it bought something that is used up by now, as far as the store knows.
  fileprivate var isUsedUp: Bool {
    isFinished && revocation == nil && transaction.payload.type == .consumable
  }
}
