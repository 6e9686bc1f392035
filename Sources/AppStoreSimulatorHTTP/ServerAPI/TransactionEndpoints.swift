import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the App Store Server API for transactions and orders.
///
/// They only read the store, except for ``finish(_:_:)``, so they do not wait for a turn.
enum TransactionEndpoints {
  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-info>.
  ///
  /// The latest version of the transaction is signed, with a refund or a new end of its period if there is one.
  static func info(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> TransactionInfoResponse {
    TransactionInfoResponse(
      signedTransactionInfo: try simulator.requireTransaction(call.parameter("id")).jws)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history>.
  ///
  /// Version 2 lists every transaction. Version 1 leaves out consumables that were finished and not refunded:
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history-v1>.
  ///
  /// - Returns: A page of the history.
  /// - Throws: Why the request is rejected.
  static func history(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator, listsFinishedConsumables: Bool = true
  ) throws(ServerAPIRefusal) -> HistoryResponse {
    let customer = try simulator.requireCustomer(call.parameter("id"))
    let filter = try HistoryFilter(call)
    let listed = simulator.changes(of: customer).filter { change in
      filter.matches(change.transaction.payload)
        && (listsFinishedConsumables || !change.isUsedUp)
    }
    let page = try RevisionPage(
      of: listed, by: \.number, after: call.value("revision"), isDescending: filter.isDescending,
      shape: call.pages)
    return HistoryResponse(
      revision: page.revision, hasMore: page.hasMore, bundleId: simulator.bundleID,
      environment: simulator.environment, signedTransactions: page.transactions.map(\.jws),
      appAppleId: simulator.appAppleID)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-refund-history>.
  ///
  /// Lists what was refunded in the order of the refunds, 20 on a page. The end of Family Sharing or of an assigned
  /// seat does not count as one.
  static func refunds(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> RefundHistoryResponse {
    let customer = try simulator.requireCustomer(call.parameter("id"))
    let refunded = simulator.changes(of: customer).filter {
      let type = $0.transaction.payload.revocationType
      return type != .familyRevoke && type != .assignmentRevoke
    }
    let page = try RevisionPage(
      of: refunded, by: \.revocation, after: call.value("revision"), shape: call.pages)
    return RefundHistoryResponse(
      signedTransactions: page.transactions.map(\.jws), revision: page.revision,
      hasMore: page.hasMore)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/look-up-order-id>.
  ///
  /// Each transaction is an order of its own. The sandbox has no orders.
  static func order(_ call: ServerAPICall, _ simulator: AppStoreSimulator) -> OrderLookupResponse {
    guard simulator.environment == .production,
      let id = OrderID(rawValue: call.parameter("order")),
      let transaction = simulator.transaction(id.transactionID),
      transaction.payload.inAppOwnershipType == .purchased
    else { return OrderLookupResponse(status: .invalid) }
    return OrderLookupResponse(status: .valid, signedTransactions: [transaction.jws])
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/get-app-transaction-info>.
  ///
  /// Any identifier of a transaction or an app transaction names the customer.
  static func appTransactionInfo(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws -> AppTransactionInfoResponse {
    let customer = try simulator.requireCustomer(call.parameter("id"))
    guard let signed = try simulator.signedAppTransaction(of: customer) else {
      throw ServerAPIRefusal(.appTransactionDoesNotExist)
    }
    return AppTransactionInfoResponse(signedAppTransactionInfo: signed)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/finish-transaction>.
  ///
  /// Finishing a transaction again has no effect.
  static func finish(_ call: ServerAPICall, _ simulator: AppStoreSimulator) throws(ServerAPIRefusal)
  {
    simulator.finish(try simulator.requireTransaction(call.parameter("id")).payload.transactionId)
  }
}

extension TransactionChange {
  /// Whether it bought something that has been used up, as far as the store knows.
  fileprivate var isUsedUp: Bool {
    isFinished && revocation == nil && transaction.payload.type == .consumable
  }
}
