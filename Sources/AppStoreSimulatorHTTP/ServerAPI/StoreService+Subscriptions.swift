import AppStoreSimulator
import TollgateAppStore

extension StoreService {
  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-all-subscription-statuses>.
  nonisolated func statuses(_ call: ServerAPICall) throws(ServerAPIRefusal) -> StatusResponse {
    let customer = try customer(call.parameter("id"))
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
  func setAppAccountToken(_ call: ServerAPICall) throws(ServerAPIRefusal) {
    let payload = try transaction(call.parameter("id")).payload
    guard let token = try call.body()["appAccountToken"]?.text, Self.isUUID(token) else {
      throw ServerAPIRefusal(.invalidAppAccountTokenUUID)
    }
    guard payload.inAppOwnershipType == .purchased else {
      throw ServerAPIRefusal(.familyTransactionNotSupported)
    }
    guard simulator.setAppAccountToken(token, of: payload.transactionId) else {
      throw ServerAPIRefusal(.transactionIDIsNotOriginalTransactionID)
    }
  }

  /// Whether a text is a UUID (RFC 9562 section 4).
  static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }
}

extension SubscriptionCondition {
  fileprivate var item: LastTransactionsItem {
    LastTransactionsItem(
      originalTransactionId: transaction.payload.originalTransactionId, status: status,
      signedTransactionInfo: transaction.jws, signedRenewalInfo: renewalInfo.jws)
  }
}
