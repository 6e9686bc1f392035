public import Tollgate

/// What became of a transaction on its way to the server.
public struct PurchaseChange: Hashable, Sendable {
  /// How far a transaction is.
  public enum State: Hashable, Sendable {
    /// It is safe on the device and waits for the server.
    case waiting
    /// The server could not be asked for long enough: the signed transaction decides on this device until it answers.
    case provisional
    /// The server has recorded it, and it is finished with the store.
    case recorded
    /// The server refused it.
    case refused(ClientError)
  }

  /// The transaction.
  public let transaction: StoreTransaction.ID
  /// What was bought; nil where the transaction could not be read on the device.
  public let product: Product.ID?
  /// How far it is.
  public let state: State
}

/// What the server said of a use that waited for the network.
public struct UseChange: Hashable, Sendable {
  /// What was used.
  public let feature: Feature.ID
  /// The name of the use.
  public let key: Idempotency.Key
  /// The server's answer.
  public let answer: Access
}

extension TollgateClient {
  /// How many changes wait for a listener who does not come; the oldest are dropped.
  public static let changeLimit = 100

  /// What holds now, and again whenever an answer changes; a slow listener misses what is outdated.
  public var membershipChanges: AsyncStream<Membership> {
    memberships.stream(beginningWith: membership)
  }

  /// The paywall on screen now, and again whenever it changes; nil is none.
  public var presentationChanges: AsyncStream<PaywallPresentation?> {
    presentations.stream(beginningWith: presentation)
  }

  /// What becomes of every transaction from now on, those made elsewhere included.
  public var purchaseChanges: AsyncStream<PurchaseChange> { purchases.stream() }

  /// What the server says of uses that waited for the network, from now on.
  public var useChanges: AsyncStream<UseChange> { uses.stream() }
}
