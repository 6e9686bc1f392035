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

  public let transaction: StoreTransaction.ID
  /// The product; nil if the transaction could not be read on the device.
  public let product: CatalogProduct.ID?
  public let state: State
}

/// The server's answer to a use that waited for the network.
public struct UseChange: Hashable, Sendable {
  public let feature: Feature.ID
  public let key: Idempotency.Key
  public let answer: Access
}

extension PurchaseChange {
  init(_ purchase: SignedPurchase, _ state: State) {
    self.init(
      transaction: purchase.id,
      product: SignedTransaction(purchase.transaction)?.transaction.product, state: state)
  }
}
