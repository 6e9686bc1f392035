import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateWire

@testable import TollgateServer

/// Two apps on one server, and everybody who may call it.
private struct Tenants: Sendable {
  /// The app whose routes are called.
  static let app: Blueprint.App.ID = "coach-paid"
  /// The other tenant.
  static let other: Blueprint.App.ID = "strikelab"

  /// Somebody who calls a route.
  enum Caller: String, CaseIterable, Sendable {
    case nobody, customer, backend, read
    case readOnly = "read-only"
    case support, developer, owner
  }

  let service: TollgateService
  /// The secret keys of each app, by scope.
  private let keys: [Blueprint.App.ID: [String: String]]

  init() async throws {
    let chain = try TestServer.chain.get()
    let now = try #require(TestServer.start)
    let apps = try [Self.app, Self.other].map { app in
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let path = folder.appendingPathComponent("Blueprints/\(app).yml").path
      let blueprint = try BlueprintFile.load(path: path).blueprint
      return AppConfiguration(
        blueprint: blueprint, revision: "r1",
        verifier: SignedDataVerifier(
          roots: [chain.root], bundleID: blueprint.app.bundleID, appAppleID: nil,
          environments: [.sandbox]))
    }
    let identifiers = IdentifierSource.numbered()
    service = try await TollgateService(
      apps: apps, ledger: SQLiteLedger.inMemory(),
      keys: ServerKeys(at: now, identifiers: identifiers),
      clock: { now }, identifiers: identifiers, passwordCost: .negligible)
    var keys: [Blueprint.App.ID: [String: String]] = [:]
    for app in [Self.app, Self.other] {
      for scope in LedgerSecretKey.Scope.known {
        keys[app, default: [:]][scope.rawValue] = try await service.secretKeys.create(
          named: scope.rawValue, scope: scope, in: app
        ).text
      }
    }
    self.keys = keys
  }

  /// A new customer of an app.
  func customer(
    of app: Blueprint.App.ID, _ client: any TestClientProtocol
  ) async throws -> SessionResponse {
    let response = try await client.executeRequest(
      uri: Endpoint.createCustomer.path(app: app), method: .post,
      headers: [.contentType: "application/json"],
      body: ByteBuffer(string: "{}"))
    return try JSONDecoder().decode(
      SessionResponse.self, from: Data(response.body.readableBytesView))
  }

  /// How many facts are recorded for the customers of an app.
  func factCount(of app: Blueprint.App.ID) async throws -> Int {
    try await service.records.ledger.entries(after: 0, in: app, limit: 10_000).count
  }

  /// What a caller of an app presents; nil for nobody.
  func token(
    of caller: Caller, in app: Blueprint.App.ID, _ customer: SessionResponse
  ) -> String? {
    switch caller {
    case .nobody: nil
    case .customer: customer.token
    case .backend, .read, .readOnly, .support, .developer, .owner: keys[app]?[caller.rawValue]
    }
  }
}

@Suite("Every route, for everybody")
struct RouteAccessTests {
  /// A route of the app, with names that exist.
  private static func path(_ endpoint: Endpoint, of customer: Customer.ID) -> String {
    endpoint.template(app: Tenants.app)
      .replacing("{customer}", with: "\(customer)").replacing("{feature}", with: "send-message")
      .replacing("{paywall}", with: "after-discovery").replacing("{chart}", with: "mrr")
      .replacing(/\{[a-z]+\}/, with: "x")
  }

  /// Whether a caller is not refused because of who they are; the denial of a feature is an answer.
  private static func isAdmitted(_ response: TestResponse) -> Bool {
    let body = try? JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
    let isDenied = (body as? [String: Any])?["code"] as? String == "denied"
    return ![.unauthorized, .forbidden].contains(response.status) || isDenied
  }

  @Test(
    "who may call which endpoint is as the threat model says, and another app's keys open nothing")
  func endpoints() async throws {
    let tenants = try await Tenants()
    let server = buildServer(tenants.service, logger: quietLogger)
    let rows = try await server.test(.router) { client in
      var rows: [String] = []
      for endpoint in Endpoint.templates {
        var cells: [String] = []
        for caller in Tenants.Caller.allCases {
          func status(of app: Blueprint.App.ID) async throws -> TestResponse {
            let own = try await tenants.customer(of: Tenants.app, client)
            let presenting =
              app == Tenants.app ? own : try await tenants.customer(of: app, client)
            var headers: HTTPFields = [.contentType: "application/json"]
            if let token = tenants.token(of: caller, in: app, presenting) {
              headers[.authorization] = "Bearer \(token)"
            }
            return try await client.executeRequest(
              uri: Self.path(endpoint, of: own.snapshot.id),
              method: try #require(HTTPRequest.Method(rawValue: endpoint.method.rawValue)),
              headers: headers,
              body: endpoint.method == .get ? nil : ByteBuffer(string: "{}"))
          }
          let isAdmitted = Self.isAdmitted(try await status(of: Tenants.app))
          cells.append(isAdmitted ? "yes" : "–")
          if cells[0] == "–", caller != .nobody {
            let stranger = try await status(of: Tenants.other)
            #expect(
              !Self.isAdmitted(stranger),
              "\(endpoint), \(caller) of another app: \(stranger.status)")
          }
        }
        let route = endpoint.template().replacing("/v1/apps/{app}/", with: "")
        rows.append("| \(endpoint.method.rawValue) \(route) | \(cells.joined(separator: " | ")) |")
      }
      return rows
    }
    try Self.expect(rows, under: "### Endpoints")
  }

  @Test("who sees and does what on the operators' pages is as the threat model says")
  func pages() async throws {
    let tenants = try await Tenants()
    let server = buildServer(tenants.service, logger: quietLogger)
    let rows = try await server.test(.router) { client in
      let customer = try await tenants.customer(of: Tenants.app, client).snapshot.id
      /// The cookie and the form token of a session.
      func session(
        _ role: LedgerPerson.Role, _ number: Int, of app: Blueprint.App.ID
      ) async throws -> (cookie: String, form: String) {
        let link = try await tenants.service.people.add(
          "\(role.rawValue)-\(number)@example.com", as: role, in: app
        ).link
        let signedIn = try await client.executeRequest(
          uri: "/admin/\(app)/sign-in", method: .post,
          headers: [.contentType: "application/x-www-form-urlencoded"],
          body: ByteBuffer(string: "link=\(link)"))
        let cookie = try #require(signedIn.headers[.setCookie]?.split(separator: ";").first)
        let page = try await client.executeRequest(
          uri: "/admin/\(app)", method: .get, headers: [.cookie: String(cookie)], body: nil)
        let form = try #require(
          String(buffer: page.body).firstMatch(of: /name="form" value="([0-9a-f]{64})"/))
        return (String(cookie), String(form.output.1))
      }
      let roles: [LedgerPerson.Role?] = [nil, .readOnly, .support, .developer, .owner]
      var rows: [String] = []
      let routes = AdminRoute.allCases.filter { ![.start, .link, .signIn].contains($0) }
      for (number, route) in routes.enumerated() {
        var cells: [String] = []
        for role in roles {
          for app in [Tenants.app, Tenants.other] {
            var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            var form = ""
            if let role {
              let opened = try await session(role, number, of: app)
              headers[.cookie] = opened.cookie
              form = opened.form
            }
            let path = "\(route.path)".replacing("{app}", with: "\(Tenants.app)")
              .replacing("{customer}", with: "\(customer)").replacing("{chart}", with: "mrr")
              .replacing("{revision}", with: "1")
            let response = try await client.executeRequest(
              uri: path, method: route.isForm ? .post : .get, headers: headers,
              body: route.isForm ? ByteBuffer(string: "form=\(form)") : nil)
            let isRefused = [.unauthorized, .forbidden].contains(response.status)
            if app == Tenants.app {
              cells.append(isRefused ? "–" : "yes")
            } else {
              #expect(
                isRefused,
                "\(route) by \(role?.rawValue ?? "nobody") of another app: \(response.status)")
            }
          }
        }
        let path = "\(route.path)".replacing("/admin/{app}", with: "")
        let method = route.isForm ? "POST" : "GET"
        rows.append(
          "| \(method) \(path.isEmpty ? "/" : path) | \(cells.joined(separator: " | ")) |")
      }
      return rows
    }
    try Self.expect(rows, under: "### Pages")
  }

  @Test(
    "what RevenueCat's requests need is as the threat model says, and another app's key leaves this one as it is"
  )
  func revenueCat() async throws {
    let tenants = try await Tenants()
    var keys = RevenueCatKeys()
    let areAdded = [
      keys.add("appl_own", for: Tenants.app), keys.add("appl_other", for: Tenants.other),
    ]
    #expect(areAdded == [true, true])
    let server = buildServer(
      tenants.service, configuration: ServerConfiguration(revenueCatKeys: keys),
      logger: quietLogger)
    let rows = try await server.test(.router) { client in
      let customer = try await tenants.customer(of: Tenants.app, client)
      /// Whether a request is not refused because of its token.
      func isAdmitted(_ route: RevenueCatRoute, _ token: String?) async throws -> Bool {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let token { headers[.authorization] = "Bearer \(token)" }
        let path = "\(route.path)".replacing("{user}", with: "ada").replacing("{id}", with: "x")
        let response = try await client.executeRequest(
          uri: path, method: route.method, headers: headers,
          body: route.method == .get ? nil : ByteBuffer(string: "{}"))
        let body = String(buffer: response.body)
        return !body.contains(#""code":\#(RevenueCatError.Code.invalidAPIKey.rawValue)"#)
      }
      var rows: [String] = []
      for route in RevenueCatRoute.allCases {
        var cells: [String] = []
        for token in [
          nil, "appl_own", customer.token, tenants.token(of: .backend, in: Tenants.app, customer),
        ] {
          cells.append(try await isAdmitted(route, token) ? "yes" : "–")
        }
        let before = try await tenants.factCount(of: Tenants.app)
        _ = try await isAdmitted(route, "appl_other")
        #expect(try await tenants.factCount(of: Tenants.app) == before, "\(route)")
        rows.append(
          "| \(route.method.rawValue) \(route.path) | \(cells.joined(separator: " | ")) |")
      }
      return rows
    }
    try Self.expect(rows, under: "### RevenueCat's requests")
  }

  /// Compares a table with the one below a heading of the document.
  private static func expect(_ rows: [String], under heading: String) throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/THREAT-MODEL.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let section =
      try #require(text.components(separatedBy: "\(heading)\n").last)
      .components(separatedBy: "\n#").first ?? ""
    let shown = section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
      .map(String.init)
    #expect(shown == rows, "\(rows.joined(separator: "\n"))")
  }
}
