import HTTPTypes
import Hummingbird
import NIOCore
import TollgateAppStore
import TollgateWire

/// A refusal in the form that RevenueCat's SDK reads: a number and a sentence.
///
/// The SDK finishes a transaction at every status from 400 to 499 of a posted receipt, and keeps it at 500 and above.
struct RevenueCatError: Error, Hashable, Sendable {
  /// The numbers of RevenueCat's API.
  enum Code: Int, Sendable {
    /// The purchase cannot be recorded now.
    case storeProblem = 7101
    /// Another account has the purchase.
    case receiptInUse = 7102
    /// This is not a purchase of the App Store.
    case invalidReceipt = 7103
    /// The server failed.
    case unknownError = 7110
    /// The name is not that of one person.
    case invalidAppUserID = 7220
    /// No app has the public key.
    case invalidAPIKey = 7225
    /// The request cannot be answered here.
    case invalidRequest = 7226
    /// No offer can be signed.
    case invalidAppStoreKey = 7234
    /// There is no such purchase from the web.
    case invalidRedemptionToken = 7849
  }

  let status: Int
  /// The number of the reason.
  let code: Code
  /// The explanation, without personal values.
  let message: String
  /// How many seconds to wait before a retry; nil if unknown.
  var retryAfter: Int?

  init(_ status: Int, _ code: Code, _ message: String, retryAfter: Int? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  /// Creates the error of a request other than a posted receipt.
  init(_ problem: Problem) {
    let code: Code =
      switch problem.code {
      case .missingToken, .invalidToken, .unknownApp: .invalidAPIKey
      case .ownedByAnotherCustomer: .receiptInUse
      default: problem.status < 500 ? .invalidRequest : .unknownError
      }
    self.init(problem.status, code, problem.message, retryAfter: problem.retryAfter)
  }

  /// Creates the error of a posted receipt.
  ///
  /// A status below 500 would finish the transaction, so it is only for one that is recorded already, with its owner,
  /// and for data that is not the store's. Whatever another configuration or a later version might accept is kept on
  /// the device.
  init(ofReceipt problem: Problem) {
    switch problem.code {
    case .ownedByAnotherCustomer:
      self.init(409, .receiptInUse, problem.message)
    case .signedDataMalformed, .signedDataInvalidSignature:
      self.init(400, .invalidReceipt, problem.message)
    default:
      self.init(
        max(problem.status, 503), .storeProblem, problem.message, retryAfter: problem.retryAfter)
    }
  }

  /// The same error at a status that keeps the transaction.
  var keepingTransaction: RevenueCatError {
    status < 500 ? RevenueCatError(503, code, message, retryAfter: retryAfter) : self
  }

  /// The response, whose body is an object with `code` and `message`.
  var response: Response {
    get throws {
      let body = JSONValue.object([
        "code": .integer(Int64(code.rawValue)), "message": .string(message),
      ])
      var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
      if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
      return Response(
        status: .init(code: status), headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSON.bytes(body))))
    }
  }
}
