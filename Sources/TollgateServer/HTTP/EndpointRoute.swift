import Hummingbird
import Tollgate
import TollgateAppStore
import TollgateSchemas
package import TollgateWire

/// All that the server knows of an endpoint: what handles it, and what the OpenAPI document says about it.
///
/// Each is next to its handler, in `EndpointHandler+….swift`. The router, authentication, metrics, traces and the
/// document read this table; method, path and callers are those of its `Endpoint`, which clients read too. To add an
/// endpoint, declare it in `Endpoint.swift` and add its row and its handler here in the server.
struct EndpointRoute: Sendable {
  /// The endpoint, with placeholders in braces for names.
  let endpoint: Endpoint
  /// The name of the function that a generated client has for it, which never changes within a version of the API.
  let id: String
  /// The group of operations that it belongs to.
  let tag: Tag
  /// What it does, in one sentence.
  let summary: String
  /// What else a caller has to know, in Markdown.
  let details: String
  /// The names in its path that the document does not know from other endpoints.
  let path: [EndpointParameter]
  /// The fields that its query may have, all of them optional.
  let query: [EndpointParameter]
  let body: RequestBody
  /// The responses other than problems, the most frequent first; every request can also be answered by a problem.
  let answers: [Answer]
  let handling: Handling

  init(
    _ endpoint: Endpoint, _ id: String, _ tag: Tag, _ summary: String, _ details: String,
    path: [EndpointParameter] = [], query: [EndpointParameter] = [], body: RequestBody = .none,
    answers: [Answer], by handling: Handling
  ) {
    self.endpoint = endpoint
    self.id = id
    self.tag = tag
    self.summary = summary
    self.details = details
    self.path = path
    self.query = query
    self.body = body
    self.answers = answers
    self.handling = handling
  }

  /// Every endpoint, in the order of the documents.
  static let all: [EndpointRoute] = {
    let own = customers + accounts + features + purchases + teams + reports
    let backend = own.filter { $0.endpoint.callers == .customersAndBackend }.map(\.forCustomer)
    return own + backend + grants + operators + charts + app + appStore + server
  }()

  /// The same for the customer that the path names, called by the app's own backend.
  private var forCustomer: EndpointRoute {
    EndpointRoute(
      .forCustomer("{customer}", endpoint), "\(id)ForCustomer", .backend, summary, details,
      path: path, query: query, body: body, answers: answers, by: handling)
  }
}

extension Endpoint {
  /// Every endpoint, with placeholders in braces for names.
  package static let templates = EndpointRoute.all.map(\.endpoint)
}

extension EndpointRoute {
  /// Handles requests with a method of `EndpointHandler`, for a caller that the server has already authenticated.
  ///
  /// A test calls each endpoint without a token, and compares the refusal with its `callers`.
  enum Handling: Sendable {
    typealias Handler<Who> =
      @Sendable (EndpointHandler) -> (IncomingRequest, Who) async throws(Problem) -> Response

    /// A request to the server itself.
    case server(@Sendable (EndpointHandler) -> (IncomingRequest) async throws(Problem) -> Response)
    /// A request to an app, whose handler reads the token if there is one.
    case app(Handler<ServedApp>)
    /// A request of somebody who signs up or in.
    case visitor(Handler<Visitor>)
    /// A request of a customer, or for the one that the path names.
    case customer(Handler<Caller>)
    /// A request of a customer, who may have been merged into another one.
    case mergedCustomer(Handler<Caller>)
    /// A request of an operator.
    case operators(Handler<Operator>)
  }

  /// The body of a request, which is refused as `invalid_json` if it is not of the shape.
  enum RequestBody: Sendable {
    /// A body of this shape, which the handler reads with `json`.
    case required(Shape)
    /// A body of this shape, or none, which the handler reads with `jsonOrEmpty`.
    case optional(Shape)
    /// None; what is sent is not read.
    case none
  }

  /// A response to a request that succeeds, or to a check that fails.
  struct Answer: Sendable {
    var status = 200
    /// What it says.
    let description: String
    /// The schema of its body; nil if it has none.
    let schema: Schema?
    /// A value of the body; nil without one.
    var example: JSONValue?
    var mediaType = "application/json"

    /// A response with a body of a shape.
    static func shape(_ shape: Shape, status: Int = 200) -> Answer {
      Answer(
        status: status, description: shape.name, schema: .shape(shape), example: shape.example)
    }

    /// The response to a change by an operator, which can be previewed.
    ///
    /// - Parameter shape: What a change answers that was made.
    /// - Returns: One response, as both have status 200.
    static func change(_ shape: Shape) -> Answer {
      Answer(
        description: "\(shape.name), or CustomerChangeResponse for a preview",
        schema: .any([shape, .customerChangeResponse]), example: shape.example)
    }

    /// The response to a request that failed, whatever its status.
    static let problem = Answer(
      description: "The request failed.", schema: .shape(.problem),
      example: Shape.problem.example, mediaType: Problem.mediaType)

    /// The response to a caller who already has the version that a tag names.
    static let notModified = Answer(
      status: 304, description: "The caller has this version.", schema: nil)
  }

  /// The groups of operations.
  enum Tag: String, CaseIterable, Sendable {
    case customers = "Customers"
    case accounts = "Accounts"
    case features = "Features"
    case purchases = "Purchases"
    case teams = "Teams"
    case reports = "Reports"
    case backend = "Your own backend"
    case operators = "Operators"
    case app = "App"
    case appStore = "App Store"
    case server = "Server"

    /// What the group is for.
    var description: String {
      switch self {
      case .customers: "Customers, their sessions, and what is known about them."
      case .accounts: "Accounts with a password or an issuer's user, and their profiles."
      case .features: "Checking, using and reserving features."
      case .purchases: "Posting and restoring what the store signed."
      case .teams: "Teams and households, whose owners share what they bought."
      case .reports: "What a device reports."
      case .backend: "The same for any customer of the app, with a secret key."
      case .operators: "Support and charts, with an operator's secret key."
      case .app: "What is the same for every customer of an app."
      case .appStore: "What the App Store calls."
      case .server: "The server itself."
      }
    }
  }
}
