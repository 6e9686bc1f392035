public import Tollgate

/// A change in the delivery of a transaction to the server.
public struct PurchaseChange: Hashable, Sendable {
  /// The state of a delivery.
  public enum State: Hashable, Sendable {
    /// It is safe on the device and waits for the server.
    case waiting
    /// The server was unreachable for too long: the signed transaction decides on this device until it responds.
    case provisional
    /// The server has recorded it, and it is finished with the store.
    case recorded
    /// The server refused it.
    case refused(ClientError)
  }

  /// The transaction.
  public let transaction: StoreTransaction.ID
  /// The product; nil if the transaction could not be read on the device.
  public let product: Product.ID?
  /// The state of the delivery.
  public let state: State
}

/// The server's answer to a use that waited for the network.
public struct UseChange: Hashable, Sendable {
  /// The feature that was used.
  public let feature: Feature.ID
  /// The idempotency key of the use.
  public let key: Idempotency.Key
  /// The server's answer.
  public let answer: Access
}

extension TollgateClient {
  /// How many changes are buffered for a slow listener; the oldest are dropped.
  public static let changeLimit = 100

  /// The current membership, and each change to it; a slow listener gets only the latest.
  public var membershipChanges: AsyncStream<Membership> {
    memberships.stream(beginningWith: membership)
  }

  /// The paywall on screen now, and each change to it; nil means none.
  public var presentationChanges: AsyncStream<PaywallPresentation?> {
    presentations.stream(beginningWith: presentation)
  }

  /// The state changes of every transaction from now on, including those made elsewhere.
  public var purchaseChanges: AsyncStream<PurchaseChange> { purchases.stream() }

  /// The server's answers to uses that waited for the network, from now on.
  public var useChanges: AsyncStream<UseChange> { uses.stream() }
}
