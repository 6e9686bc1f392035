import AppStoreSimulator
import TollgateAppStore

/// The result of a purchase, as the device receives it.
struct PurchaseAnswer: Encodable, Sendable {
  /// StoreKit's results of a purchase.
  enum Result: String, Encodable {
    /// Bought, or already owned.
    case success

    /// A parent has to approve it.
    case pending

    /// The customer closed the sheet.
    case cancelled

    /// Nothing was bought.
    case failed
  }

  /// The buyer, whose name the store generates if the request has none.
  let account: String
  let result: Result

  /// The transaction, and the JWS that the device receives; nil unless the purchase succeeded.
  var transactionId: String?
  var originalTransactionId: String?
  var signedTransactionInfo: String?

  /// The number of the pending purchase.
  var purchase: Int?

  /// The reason of ``PurchaseFailure``; nil unless the purchase failed.
  var failure: String?

  init(_ result: PurchaseResult, by account: AccountID) {
    self.account = account.rawValue
    switch result {
    case .success(let signed):
      self.result = .success
      transactionId = signed.payload.transactionId
      originalTransactionId = signed.payload.originalTransactionId
      signedTransactionInfo = signed.jws
    case .pending(let waiting):
      self.result = .pending
      purchase = waiting.id
    case .cancelled:
      self.result = .cancelled
    case .failed(let why):
      self.result = .failed
      failure = why.rawValue
    }
  }
}
