import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the App Store Server API for the subscriptions of a customer.
enum SubscriptionEndpoints {
  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-all-subscription-statuses>.
  ///
  /// Lists each group that the customer ever bought from, with the latest transaction of the customer's own
  /// subscription and of one that is family-shared; `status` narrows them down and may be repeated.
  static func statuses(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> StatusResponse {
    let customer = try simulator.requireCustomer(call.parameter("id"))
    var wanted: Set<Int> = []
    for text in call.values("status") {
      guard let number = Int(text), (1...5).contains(number) else {
        throw ServerAPIRefusal(.invalidStatus)
      }
      wanted.insert(number)
    }
    let conditions = simulator.conditions(of: customer)
      .filter { wanted.isEmpty || wanted.contains($0.status.rawValue) }
    let groups = Dictionary(grouping: conditions, by: \.groupID).sorted { $0.key < $1.key }
    return StatusResponse(
      environment: simulator.environment, bundleId: simulator.bundleID,
      data: groups.map { group, conditions in
        SubscriptionGroupIdentifierItem(
          subscriptionGroupIdentifier: group, lastTransactions: conditions.map(\.item))
      }, appAppleId: simulator.appAppleID)
  }

  /// Answers <https://developer.apple.com/documentation/appstoreserverapi/set-app-account-token>.
  ///
  /// Only for an original transaction that the customer bought. No notification is sent.
  static func setAppAccountToken(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) {
    let payload = try simulator.requireTransaction(call.parameter("id")).payload
    guard let token = try call.body()["appAccountToken"]?.text, IdentifierFormat.isUUID(token)
    else {
      throw ServerAPIRefusal(.invalidAppAccountTokenUUID)
    }
    try payload.requirePurchased()
    guard simulator.setAppAccountToken(token, of: payload.transactionId) else {
      throw ServerAPIRefusal(.transactionIDIsNotOriginalTransactionID)
    }
  }
}

extension SubscriptionCondition {
  /// The last transaction of a group as the endpoint lists it.
  fileprivate var item: LastTransactionsItem {
    LastTransactionsItem(
      originalTransactionId: transaction.payload.originalTransactionId, status: status,
      signedTransactionInfo: transaction.jws, signedRenewalInfo: renewalInfo.jws)
  }
}
