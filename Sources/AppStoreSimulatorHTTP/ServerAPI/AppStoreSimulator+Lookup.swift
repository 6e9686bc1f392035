import AppStoreSimulator
import Foundation
import TollgateAppStore

extension AppStoreSimulator {
  /// The customer for any transaction, original transaction or app transaction identifier.
  ///
  /// - Throws: `invalidTransactionID` if the text is not of the form, `transactionIDNotFound` if nobody has it.
  func requireCustomer(_ id: String) throws(ServerAPIRefusal) -> AccountID {
    guard IdentifierFormat.isTransactionID(id) else {
      throw ServerAPIRefusal(.invalidTransactionID)
    }
    if let owner = account(owning: id) { return owner }
    if let owner = customer(downloading: id) { return owner }
    throw ServerAPIRefusal(.transactionIDNotFound)
  }

  /// The transaction with an identifier, in its latest version.
  ///
  /// - Throws: `invalidTransactionID` if the text is not of the form, `appTransactionIDNotSupported` if it identifies a
  ///   download of the app, `transactionIDNotFound` if nothing has it.
  func requireTransaction(_ id: String) throws(ServerAPIRefusal) -> Signed<TransactionPayload> {
    guard IdentifierFormat.isTransactionID(id) else {
      throw ServerAPIRefusal(.invalidTransactionID)
    }
    if let transaction = transaction(id) { return transaction }
    throw ServerAPIRefusal(
      customer(downloading: id) == nil ? .transactionIDNotFound : .appTransactionIDNotSupported)
  }

  /// The customer whose download of the app has an identifier.
  private func customer(downloading id: String) -> AccountID? {
    accounts.first { appTransactionID(of: $0) == id }
  }

  /// An account's download of the app, signed now; nil for an account that has bought neither the app nor anything in it.
  func signedAppTransaction(of account: AccountID) throws -> String? {
    try firstSeen(account).map {
      try chain.sign(appTransaction(of: account, version: "1", downloaded: $0))
    }
  }

  /// The receipt in the bundle of an account's app, in Base64; nil if there is no signed app
  /// transaction.
  func appReceipt(of account: AccountID) throws -> String? {
    try firstSeen(account).map {
      try appReceipt(of: account, version: "1", downloaded: $0).base64EncodedString()
    }
  }

  private func firstSeen(_ account: AccountID) -> Instant? {
    transactions(of: account).first?.payload.originalPurchaseDate
      ?? appPurchase(of: account)?.date
  }
}

extension ServerAPICall {
  /// The identifier in the path, which must be of the form of an original transaction's.
  func originalTransactionID() throws(ServerAPIRefusal) -> String {
    let id = parameter("id")
    guard IdentifierFormat.isTransactionID(id) else {
      throw ServerAPIRefusal(.invalidOriginalTransactionID)
    }
    return id
  }
}

extension TransactionPayload {
  /// Refuses a purchase that the account has from its family, or as a seat.
  func requirePurchased() throws(ServerAPIRefusal) {
    guard inAppOwnershipType != .assigned else {
      throw ServerAPIRefusal(.assignedTransactionNotSupported)
    }
    guard inAppOwnershipType == .purchased else {
      throw ServerAPIRefusal(.familyTransactionNotSupported)
    }
  }
}
