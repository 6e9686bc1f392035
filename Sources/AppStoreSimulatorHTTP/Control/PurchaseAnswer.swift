import AppStoreSimulator
import TollgateAppStore

/// The result of a purchase, as the device receives it.
struct PurchaseAnswer: Encodable, Sendable {
  enum Result: String, Encodable {
    case success
    case pending
    case cancelled
    case failed
  }

  let account: String
  let result: Result
  var transactionId: String?
  var originalTransactionId: String?
  var signedTransactionInfo: String?

  /// The number of the pending purchase.
  var purchase: Int?
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
