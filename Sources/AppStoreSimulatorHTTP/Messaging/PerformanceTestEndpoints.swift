import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the Retention Messaging API that test the app's server.
enum PerformanceTestEndpoints {
  /// A test that has begun.
  ///
  /// Follows <https://developer.apple.com/documentation/retentionmessaging/performancetestresponse>.
  struct Started: Encodable, Sendable {
    var config: PerformanceTest.Config
    var requestId: String
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/initiate-performance-test>.
  ///
  /// The response does not wait for the test, which needs the original transaction of a subscription that the customer
  /// bought. Fails with `realtimeURLNotFound` while no URL is set.
  static func start(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) -> Started {
    let simulator = messaging.simulator
    guard simulator.environment != .production else {
      throw ServerAPIRefusal(
        .invalidPerformanceTestRequest, "Performance tests run in the sandbox only.")
    }
    guard let id = try call.body()["originalTransactionId"]?.text else {
      throw ServerAPIRefusal(.invalidPerformanceTestRequest)
    }
    let payload = try simulator.requireTransaction(id).payload
    guard payload.inAppOwnershipType == .purchased else {
      throw ServerAPIRefusal(.familyTransactionNotSupported)
    }
    guard payload.type == .autoRenewable else {
      throw ServerAPIRefusal(.invalidPerformanceTestRequest)
    }
    guard payload.transactionId == payload.originalTransactionId else {
      throw ServerAPIRefusal(.transactionIDIsNotOriginalTransactionID)
    }
    guard let url = messaging.realtimeURL else { throw ServerAPIRefusal(.realtimeURLNotFound) }
    guard messaging.runningTest == nil else { throw ServerAPIRefusal(.existingPerformanceTestRun) }
    let latest = simulator.condition(of: payload)?.transaction.payload ?? payload
    return Started(
      config: PerformanceTest.config, requestId: messaging.startTest(of: url, asking: latest))
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/get-performance-test-results>.
  static func result(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) -> PerformanceTestResult {
    let id = call.parameter("test")
    guard IdentifierFormat.isUUID(id) else { throw ServerAPIRefusal(.invalidPerformanceTestID) }
    guard let test = messaging.performanceTests[id.lowercased()] else {
      throw ServerAPIRefusal(.performanceTestRunNotFound)
    }
    return test.result
  }
}

extension AppStoreSimulator {
  /// The condition of the subscription that a transaction belongs to; nil if a later one took its place in the group.
  func condition(of transaction: TransactionPayload) -> SubscriptionCondition? {
    guard let owner = account(owning: transaction.transactionId) else { return nil }
    return conditions(of: owner).first {
      $0.transaction.payload.originalTransactionId == transaction.originalTransactionId
    }
  }
}
