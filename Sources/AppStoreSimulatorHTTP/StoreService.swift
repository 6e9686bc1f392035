public import AppStore
public import AppStoreSimulator

/// A simulated App Store with its server's side: it answers the App Store Server API.
///
/// A request that changes something comes after those that came before it.
public actor StoreService {
  /// The store.
  public nonisolated let simulator: AppStoreSimulator

  /// The key that authorizes callers of the App Store Server API.
  public nonisolated let key: StoreKey

  nonisolated let tokenCheck: TokenCheck
  nonisolated let callersClock: @Sendable () -> Milliseconds

  /// What the app told of purchases whose customers want their money back, by transaction.
  var consumptions: [String: JSONValue] = [:]

  /// When requests to extend the renewal dates of many were done.
  var massExtensionDates: [MassExtension: Milliseconds] = [:]

  /// Puts a server's side to a store.
  ///
  /// - Parameters:
  ///   - simulator: The store.
  ///   - key: The key that authorizes callers.
  ///   - callersClock: The clock that callers date their tokens with; nil takes the store's own.
  public init(
    _ simulator: AppStoreSimulator, key: StoreKey,
    callersClock: (@Sendable () -> Milliseconds)? = nil
  ) {
    self.simulator = simulator
    self.key = key
    self.callersClock = callersClock ?? { simulator.now }
    tokenCheck = TokenCheck(key: key, bundleID: simulator.bundleID)
  }

  struct MassExtension: Hashable {
    var productID: String
    var requestID: String
  }
}
