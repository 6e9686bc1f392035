import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Who may call which route")
struct RoleTests {
  /// The caller, and the code with which routes that need a secret key refuse them.
  enum Role: String, CaseIterable, Sendable {
    case nobody, customer, backend, read
    case readOnly = "read-only"
    case support, developer, owner, revoked, otherApp

    var refusal: ProblemCode {
      switch self {
      case .nobody: .missingSecretKey
      case .customer: .secretKeyNeeded
      case .backend, .read, .readOnly, .support, .developer, .owner: .insufficientScope
      case .revoked: .revokedSecretKey
      case .otherApp: .secretKeyOfAnotherApp
      }
    }

    func token(_ server: TestServer, customer: TestPhone) async throws -> String? {
      let keys = server.service.secretKeys
      switch self {
      case .nobody: return nil
      case .customer: return customer.token
      case .backend, .read, .readOnly, .support, .developer, .owner:
        return try await keys.create(
          named: rawValue, scope: LedgerSecretKey.Scope(rawValue: rawValue), in: server.app
        ).text
      case .revoked:
        let key = try await keys.create(named: "old", scope: .owner, in: server.app).text
        _ = try await keys.revoke(key)
        return key
      case .otherApp:
        return try await keys.create(named: "other", scope: .owner, in: "coach-free").text
      }
    }
  }

  /// Every route that takes a secret key, with the roles that may call it.
  static let routes = """
    GET /customers/{customer}/membership: backend read
    GET /customers/{customer}/access/{feature}: backend read
    POST /customers/{customer}/features/{feature}/uses: backend
    POST /customers/{customer}/features/{feature}/reservations: backend
    DELETE /customers/{customer}/features/{feature}/reservations/{key}: backend
    POST /customers/{customer}/features/{feature}/releases: backend
    GET /customers/{customer}/teams: backend read
    POST /customers/{customer}/teams/{team}/invitations: backend
    DELETE /customers/{customer}/seats/{seat}: backend
    POST /customers/{customer}/milestones/{milestone}: backend
    POST /customers/{customer}/attributes: backend
    POST /customers/{customer}/grants: backend
    POST /customers/{customer}/grants/{grant}/revocation: backend
    GET /operator/customers: read-only support developer owner
    GET /operator/customers/{customer}: read-only support developer owner
    GET /operator/customers/{customer}/why/{feature}: read-only support developer owner
    POST /operator/customers/{customer}/grants: support developer owner
    POST /operator/customers/{customer}/grants/{grant}/extensions: support developer owner
    POST /operator/customers/{customer}/grants/{grant}/revocation: support developer owner
    POST /operator/customers/{customer}/trials/{trial}/changes: support developer owner
    POST /operator/customers/{customer}/transfers: support developer owner
    POST /operator/customers/{customer}/merges: support developer owner
    GET /operator/customers/{customer}/export: read-only support developer owner
    POST /operator/customers/{customer}/erasure: support developer owner
    GET /operator/revisions/{revision}: read-only developer owner
    GET /operator/audit: owner
    GET /operator/charts: read-only developer owner
    GET /operator/charts/{chart}: read-only developer owner
    """

  @Test(
    "CP-8 every route that takes a secret key allows the roles of the table, and no others")
  func keyRoutes() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    var tokens: [(Role, String?)] = []
    for role in Role.allCases {
      tokens.append((role, try await role.token(server, customer: phone)))
    }
    var table: [String] = []
    let templates = Endpoint.templates.filter { $0.callers == .backend || $0.isForOperators }
    for endpoint in templates {
      var allowed: [String] = []
      for (role, token) in tokens {
        // Whether the customer exists makes no difference to who may ask.
        let exchange = try await server.exchange(endpoint, token: token, key: "k", body: "{}")
        let code = exchange.code
        if code == role.refusal {
          #expect(exchange.status == role.refusal.status)
        } else {
          #expect(!Self.refusals.contains(code ?? .notFound), "\(endpoint) \(role)")
          allowed.append(role.rawValue)
        }
      }
      let path = endpoint.template().replacing("/v1/apps/{app}", with: "")
      table.append("\(endpoint.method.rawValue) \(path): \(allowed.joined(separator: " "))")
    }
    #expect(table.joined(separator: "\n") == Self.routes)
    #expect(try await server.entries().isEmpty)
  }

  @Test("CP-8 no secret key opens a route that needs a customer token")
  func tokenRoutes() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let open: Set<Endpoint> = [
      .createCustomer, .requestPasswordReset, .blueprint, .paywallPage("{paywall}"),
      .font("{font}"), .signingKey,
      .appStoreNotifications, .retentionMessage, .health, .ready, .openAPI,
    ]
    let routes = Endpoint.templates.filter { endpoint in
      endpoint.callers != .backend && !endpoint.isForOperators && !open.contains(endpoint)
    }
    #expect(routes.count > 20)
    for role in Role.allCases where role != .nobody && role != .customer {
      let token = try await role.token(server, customer: phone)
      for endpoint in routes {
        let exchange = try await server.exchange(endpoint, token: token, key: "k", body: "{}")
        #expect(exchange.code == .secretKeyNotAllowed, "\(endpoint) \(role)")
      }
    }
  }

  private static let refusals = Set(
    Role.allCases.map(\.refusal) + [.invalidSecretKey, .secretKeyNotAllowed])
}

extension Exchange {
  /// The code of a problem; nil for another response.
  var code: ProblemCode? {
    (try? JSONDecoder().decode(Problem.self, from: Data(body.utf8)))?.code
  }
}
