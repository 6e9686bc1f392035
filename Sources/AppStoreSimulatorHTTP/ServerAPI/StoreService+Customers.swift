import AppStoreSimulator
import TollgateAppStore

extension StoreService {
  /// The customer for any transaction, original transaction or app transaction identifier.
  nonisolated func customer(_ id: String) throws(ServerAPIRefusal) -> AccountID {
    guard Self.isIdentifier(id) else { throw ServerAPIRefusal(.invalidTransactionID) }
    if let owner = simulator.account(owning: id) { return owner }
    if let owner = customer(downloading: id) { return owner }
    throw ServerAPIRefusal(.transactionIDNotFound)
  }

  /// The transaction with an identifier, which must not be an app transaction's.
  nonisolated func transaction(_ id: String) throws(ServerAPIRefusal) -> Signed<TransactionPayload>
  {
    guard Self.isIdentifier(id) else { throw ServerAPIRefusal(.invalidTransactionID) }
    if let transaction = simulator.transaction(id) { return transaction }
    throw ServerAPIRefusal(
      customer(downloading: id) == nil ? .transactionIDNotFound : .appTransactionIDNotSupported)
  }

  /// The customer whose download of the app has an identifier.
  private nonisolated func customer(downloading id: String) -> AccountID? {
    simulator.accounts.first { simulator.appTransactionID(of: $0) == id }
  }

  /// Whether a text has the form of a transaction identifier.
  static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
