public import TollgateWire

/// The [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0) document of the HTTP API, made from the table of endpoints.
///
/// It has every path with its method, parameters and authentication, and the form of problems; the forms of other bodies
/// are in `Documentation/HTTP.md`.
public struct OpenAPIDocument: Encodable, Sendable {
  private let openapi = "3.1.0"
  private let info = ["title": "Tollgate", "version": Endpoint.version]
  private let paths: [String: [String: Operation]]
  private let components = Components()

  /// Creates the document of this version.
  public init() {
    paths = Endpoint.templates.reduce(into: [:]) { paths, endpoint in
      paths[endpoint.template(), default: [:]][endpoint.method.rawValue.lowercased()] =
        Operation(endpoint)
    }
  }

  /// Returns the document as JSON, in the same bytes each time.
  ///
  /// - Throws: `Problem` with code `internal_error`.
  public func json() throws(Problem) -> [UInt8] { try JSON.bytes(self) }
}

extension OpenAPIDocument {
  /// One method of a path.
  private struct Operation: Encodable {
    let operationId: String
    let parameters: [Parameter]
    let requestBody: Content?
    let responses: [String: Content]
    let security: [[String: [String]]]

    init(_ endpoint: Endpoint) {
      let template = endpoint.template()
      let words = template.split { "/{}-.".contains($0) }.drop {
        ["v1", "apps", "app"].contains($0)
      }
      operationId = ([endpoint.method.rawValue.lowercased()] + words.map(String.init))
        .joined(separator: "_")
      var parameters = template.split(separator: "/").filter { $0.hasPrefix("{") }
        .map { Parameter(name: String($0.dropFirst().dropLast()), place: "path", required: true) }
      parameters += endpoint.queryParameters.map {
        Parameter(name: $0, place: "query", required: false)
      }
      if endpoint.needsIdempotencyKey {
        parameters.append(Parameter(name: Header.idempotencyKey, place: "header", required: true))
      }
      self.parameters = parameters
      requestBody = endpoint.method == .post ? Content("A JSON object.", "object") : nil
      responses = [
        "2XX": endpoint.isPage
          ? Content("The page.", "string", as: "text/html")
          : Content("The request was served.", "object"),
        "default": Content(
          "The request was refused.", reference: "#/components/schemas/Problem",
          as: Problem.mediaType),
      ]
      security = endpoint.authentication.requirements
    }
  }

  private struct Parameter: Encodable {
    let name: String
    let place: String
    let required: Bool
    let schema = ["type": "string"]

    private enum CodingKeys: String, CodingKey {
      case name, required, schema
      case place = "in"
    }
  }

  /// A body.
  private struct Content: Encodable {
    let description: String
    let content: [String: [String: [String: String]]]

    init(_ description: String, _ type: String, as mediaType: String = "application/json") {
      self.description = description
      content = [mediaType: ["schema": ["type": type]]]
    }

    init(_ description: String, reference: String, as mediaType: String) {
      self.description = description
      content = [mediaType: ["schema": ["$ref": reference]]]
    }
  }

  private struct Components: Encodable {
    let schemas = ["Problem": ProblemSchema()]
    let securitySchemes = Dictionary(
      uniqueKeysWithValues: Endpoint.Authentication.allCases.compactMap { kind in
        kind.scheme.map { ($0, SecurityScheme()) }
      })
  }

  private struct ProblemSchema: Encodable {
    let type = "object"
    let properties: [String: [String: String]] = [
      "code": ["type": "string"], "detail": ["type": "string"],
      "isRetryable": ["type": "boolean"], "status": ["type": "integer"],
      "title": ["type": "string"], "type": ["type": "string"],
    ]
    let required = ["code", "detail", "isRetryable", "status", "title", "type"]
  }

  private struct SecurityScheme: Encodable {
    let type = "http"
    let scheme = "bearer"
  }
}

extension Endpoint {
  /// Whose token an endpoint needs.
  fileprivate enum Authentication: CaseIterable {
    /// Nobody's.
    case open
    /// An anonymous customer's, if the device has one.
    case visitor
    /// A customer's.
    case customer
    /// A secret key of the app's own backend.
    case backend
    /// A secret key of an operator.
    case operators

    /// The name of its scheme; nil for ``open`` and ``visitor``, which have none of their own.
    var scheme: String? {
      switch self {
      case .open, .visitor: nil
      case .customer: "customerToken"
      case .backend: "secretKey"
      case .operators: "operatorKey"
      }
    }

    /// The alternatives, as OpenAPI writes them.
    var requirements: [[String: [String]]] {
      switch self {
      case .open: []
      case .visitor: [[:], ["customerToken": []]]
      case .customer, .backend, .operators: scheme.map { [[$0: []]] } ?? []
      }
    }
  }

  fileprivate var authentication: Authentication {
    switch self {
    case .createCustomer, .requestPasswordReset, .blueprint, .paywallPage, .signingKey,
      .appStoreNotifications, .retentionMessage, .health, .ready, .openAPI:
      .open
    case .signUp, .signIn, .signInWithToken, .resetPassword: .visitor
    case .forCustomer: .backend
    case .findCustomers, .life, .reason, .grant, .extendGrant, .revokeGrant, .changeTrial,
      .transferPurchase, .mergeCustomer, .exportCustomer, .eraseCustomer, .charts, .chart:
      .operators
    case .session, .signOut, .signOutEverywhere, .changePassword, .requestEmailVerification,
      .verifyEmail, .me, .export, .deleteCustomer, .customer, .membership, .access, .profile,
      .makeProfile, .device, .milestone, .setAttributes, .use, .reserve, .releaseReservation,
      .release, .heldItems, .transactions, .restore, .restorePreview, .promotionalOffer,
      .dismissal, .paywallShown, .paywallClosed, .nudgeDelivered:
      .customer
    }
  }

  /// Whether it answers with a page for a browser.
  fileprivate var isPage: Bool {
    if case .paywallPage = self { true } else { false }
  }

  /// The names that its query may have, all of them optional.
  fileprivate var queryParameters: [String] {
    switch self {
    case .findCustomers: CustomerSearch.names
    case .life, .reason: ["at"]
    case .chart: ChartParameter.allCases.map(\.rawValue)
    case .paywallPage: ["language", "eligible", "feature"]
    case .createCustomer, .requestPasswordReset, .blueprint, .signingKey, .appStoreNotifications,
      .retentionMessage, .health, .ready, .openAPI, .signUp, .signIn, .signInWithToken,
      .resetPassword, .forCustomer, .grant, .extendGrant, .revokeGrant, .changeTrial,
      .transferPurchase, .mergeCustomer, .exportCustomer, .eraseCustomer, .charts, .session,
      .signOut, .signOutEverywhere, .changePassword, .requestEmailVerification, .verifyEmail, .me,
      .export, .deleteCustomer, .customer,
      .membership, .access, .profile, .makeProfile, .device, .milestone, .setAttributes, .use,
      .reserve, .releaseReservation, .release, .heldItems, .transactions, .restore,
      .restorePreview, .promotionalOffer, .dismissal, .paywallShown, .paywallClosed,
      .nudgeDelivered:
      []
    }
  }
}
