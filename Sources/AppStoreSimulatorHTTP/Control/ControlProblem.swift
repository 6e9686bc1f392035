import HTTPTypes
import Hummingbird

/// An error of the control API, in the form of RFC 9457.
struct ControlProblem: Error, Hashable, Encodable {
  /// The stable code of a reason.
  enum Code: String, Encodable, CaseIterable {
    case notReadable
    case missingField
    case unknownField
    case wrongField
    case unknownAction
    case unknownAccount
    case unknownProduct
    case unknownTransaction
    case notFound
    case nothingToDo
    case otherOrigin
    case busy

    var status: Int {
      switch self {
      case .notReadable, .missingField, .unknownField, .wrongField: 400
      case .otherOrigin: 403
      case .unknownAction, .unknownAccount, .unknownProduct, .unknownTransaction, .notFound: 404
      case .nothingToDo: 409
      case .busy: 503
      }
    }
  }

  let type: String
  let status: Int
  let code: Code

  /// A description of the error for people.
  let message: String

  private enum CodingKeys: String, CodingKey {
    case type, status, code
    case message = "detail"
  }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
    status = code.status
    type = "urn:tollgate:problem:\(code.rawValue)"
  }
}

extension Response {
  init(_ problem: ControlProblem) throws {
    try self.init(
      json: problem, status: .init(code: problem.status), type: "application/problem+json")
  }
}
