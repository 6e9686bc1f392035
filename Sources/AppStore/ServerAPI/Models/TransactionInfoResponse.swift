/// The answer about one transaction.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/transactioninforesponse>.
public struct TransactionInfoResponse: Hashable, Codable, Sendable {
  /// The transaction, signed by itself.
  public var signedTransactionInfo: String

  /// Makes the value from its fields, named as Apple names them.
  public init(signedTransactionInfo: String) {
    self.signedTransactionInfo = signedTransactionInfo
  }
}
