import OpenStoreKit

/// The operations of the store that the parts of the public interface correspond to.
private let operations: [ObjectIdentifier: StoreSession.Operation] = [
  ObjectIdentifier(StoreKitLoadProductsAPI.self): .loadProducts,
  ObjectIdentifier(StoreKitPurchaseAPI.self): .purchase,
  ObjectIdentifier(StoreKitAppStoreSyncAPI.self): .sync,
  ObjectIdentifier(StoreKitSubscriptionStatusAPI.self): .subscriptionStatus,
  ObjectIdentifier(StoreKitAppTransactionAPI.self): .appTransaction,
  ObjectIdentifier(StoreKitRefundRequestAPI.self): .refundRequest,
  ObjectIdentifier(StoreKitManageSubscriptionsAPI.self): .manageSubscriptions,
  ObjectIdentifier(StoreKitOfferCodeRedeemAPI.self): .offerCodeRedemption,
]

extension SKTestSession {
  /// Makes a part of StoreKit's interface fail, or succeed again.
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
    guard let operation = operations[ObjectIdentifier(API.self)] else {
      throw SKTestError(.invalidAction, "\(API.self) is not part of StoreKit that can fail")
    }
    let failure = error.flatMap { $0 as? any SimulatedFailure }
    store.setFailure(failure?.error, of: operation)
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
    guard let operation = operations[ObjectIdentifier(API.self)],
      let failure = API.Failure.self as? any SimulatedFailure.Type,
      let error = store.failure(of: operation)
    else { return nil }
    return failure.init(error) as? API.Failure
  }
}
