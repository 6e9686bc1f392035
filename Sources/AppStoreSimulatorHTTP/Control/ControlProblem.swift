import HTTPTypes
import Hummingbird

/// An error of the control API, in the form of RFC 9457.
struct ControlProblem: Error, Hashable, Encodable {
  /// The stable code of a reason.
  enum Code: String, Encodable, CaseIterable {
    /// The body is not a JSON object.
    case notReadable

    /// A required field is missing.
    case missingField

    /// The action does not accept one of the fields.
    case unknownField

    /// A field has the wrong type or a value out of range.
    case wrongField

    /// The path names no action.
    case unknownAction

    /// The store has no account of that name.
    case unknownAccount

    /// The configuration has no such product.
    case unknownProduct

    /// The store never assigned that identifier.
    case unknownTransaction

    /// There is nothing to act on, such as a pending purchase of that number.
    case notFound

    /// The action is valid, but the state of the store does not allow it.
    case nothingToDo

    /// A page of another site sent the request.
    case otherOrigin

    /// Too many turns are waiting; the same request may succeed later.
    case busy

    /// The HTTP status: whose mistake it is, and whether it may succeed later.
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

  /// A URN made of the code, as RFC 9457 asks for.
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
  /// The problem as a response, of type `application/problem+json`.
  init(_ problem: ControlProblem) throws {
    try self.init(
      json: problem, status: .init(code: problem.status), type: "application/problem+json")
  }
}
