/// The identifier of an order, as found in Apple's receipt; each order has one transaction.
///
/// It is `MT` and the transaction identifier in base 36, so it can be looked up without being stored.
public struct OrderID: RawRepresentable, Hashable, Sendable {
  /// The prefix of every order, by which other texts are told apart.
  private static let mark = "MT"

  /// The transaction that the order paid for.
  public let transactionID: String

  /// Creates the identifier of the order that paid for a transaction; nil for an invalid transaction identifier.
  public init?(transactionID: String) {
    guard UInt64(transactionID) != nil else { return nil }
    self.transactionID = transactionID
  }

  /// Parses an identifier; nil if the text is not one of this store's.
  public init?(rawValue: String) {
    guard rawValue.hasPrefix(Self.mark),
      let number = UInt64(rawValue.dropFirst(Self.mark.count), radix: 36)
    else { return nil }
    transactionID = String(number)
  }

  /// The identifier as the customer finds it.
  public var rawValue: String {
    Self.mark + String(UInt64(transactionID) ?? 0, radix: 36, uppercase: true)
  }
}
