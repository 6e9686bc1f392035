/// What the App Store shows a customer who is about to cancel, chosen in real time: a message, alone or with something
/// to buy.
///
/// Messages are named by the UUIDs under which they were uploaded. Follows
/// <https://developer.apple.com/documentation/retentionmessaging/realtimeresponsebody>.
public enum RetentionResponse: Hashable, Sendable {
  /// A message alone.
  case message(String)
  /// A message, and another subscription of the group.
  case alternateProduct(String, productID: String)
  /// A message, and a promotional offer with its signature: a JSON Web Signature that names a transaction.
  case promotionalOffer(String, signature: String)
}

extension RetentionResponse: Encodable {
  private enum Key: String, CodingKey { case message, alternateProduct, promotionalOffer }

  private struct Choice: Encodable {
    let messageIdentifier: String
    var productId: String?
    var promotionalOfferSignatureV2: String?
  }

  /// Encodes an object with one member, as Apple requires.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch self {
    case .message(let id): try object.encode(Choice(messageIdentifier: id), forKey: .message)
    case .alternateProduct(let id, let productID):
      try object.encode(
        Choice(messageIdentifier: id, productId: productID), forKey: .alternateProduct)
    case .promotionalOffer(let id, let signature):
      try object.encode(
        Choice(messageIdentifier: id, promotionalOfferSignatureV2: signature),
        forKey: .promotionalOffer)
    }
  }
}
