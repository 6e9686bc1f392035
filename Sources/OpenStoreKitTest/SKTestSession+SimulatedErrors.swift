import OpenStoreKit

/// A part of the public interface that corresponds to an operation of the store.
protocol FailableOperation {
  static var operation: StoreSession.Operation { get }
}

extension StoreKitLoadProductsAPI: FailableOperation {
  static var operation: StoreSession.Operation { .loadProducts }
}

extension StoreKitPurchaseAPI: FailableOperation {
  static var operation: StoreSession.Operation { .purchase }
}

extension StoreKitAppStoreSyncAPI: FailableOperation {
  static var operation: StoreSession.Operation { .sync }
}

extension StoreKitSubscriptionStatusAPI: FailableOperation {
  static var operation: StoreSession.Operation { .subscriptionStatus }
}

extension StoreKitAppTransactionAPI: FailableOperation {
  static var operation: StoreSession.Operation { .appTransaction }
}

extension StoreKitRefundRequestAPI: FailableOperation {
  static var operation: StoreSession.Operation { .refundRequest }
}

extension StoreKitManageSubscriptionsAPI: FailableOperation {
  static var operation: StoreSession.Operation { .manageSubscriptions }
}

extension StoreKitOfferCodeRedeemAPI: FailableOperation {
  static var operation: StoreSession.Operation { .offerCodeRedemption }
}

extension SKTestSession {
  /// Creates a part of StoreKit's interface fail, or succeed again.
  ///
  /// - Parameters:
  ///   - error: The failure; nil for none.
  ///   - api: The part, such as `.loadProducts`.
  /// - Throws: ``SKTestError``: `invalidAction` for a part that this library does not know.
  public func setSimulatedError<API>(_ error: API.Failure?, forAPI api: API) async throws
  where API: FailableStoreKitAPI {
    if api is StoreKitVerificationAPI {
      let failure = error.flatMap { $0 as? SKTestFailures.Verification }
      return store.setVerificationFailure(failure?.failure)
    }
    guard let part = API.self as? any FailableOperation.Type else {
      throw SKTestError(.invalidAction, "\(API.self) is not part of StoreKit that can fail")
    }
    let failure = error.flatMap { $0 as? any SimulatedFailure }
    store.setFailure(failure?.error, of: part.operation)
  }

  /// The failure that a part of StoreKit's interface is set to have.
  ///
  /// - Parameter api: The part, such as `.loadProducts`.
  /// - Returns: The failure; nil if the part succeeds.
  public func simulatedError<API>(forAPI api: API) async -> API.Failure?
  where API: FailableStoreKitAPI {
    if api is StoreKitVerificationAPI {
      return store.verificationFailure.map(SKTestFailures.Verification.init) as? API.Failure
    }
    guard let part = API.self as? any FailableOperation.Type,
      let failure = API.Failure.self as? any SimulatedFailure.Type,
      let error = store.failure(of: part.operation)
    else { return nil }
    return failure.init(error) as? API.Failure
  }
}
