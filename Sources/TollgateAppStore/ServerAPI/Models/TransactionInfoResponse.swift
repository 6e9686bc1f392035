/// The response about one transaction.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/transactioninforesponse>.
public struct TransactionInfoResponse: Hashable, Codable, Sendable {
  /// The transaction, signed separately.
  public var signedTransactionInfo: String

  /// Creates the value from its fields, which have Apple's names.
  public init(signedTransactionInfo: String) {
    self.signedTransactionInfo = signedTransactionInfo
  }
}
