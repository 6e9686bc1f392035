import AppStoreSimulator
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import Tollgate
import TollgateAppStore
import TollgateWire

@testable import TollgateServer

@Suite("Rates of requests")
struct RateTests {
  /// A request to send, and the status that is expected.
  private struct Request {
    var method = HTTPRequest.Method.get
    let path: String
    var token: String?
    var address: String?
  }

  /// Sends requests to one server, which keeps its buckets between them.
  private func statuses(
    _ server: TestServer, _ rates: RequestRates, _ requests: [Request]
  ) async throws -> [Int] {
    let application = buildServer(
      server.service,
      configuration: ServerConfiguration(limits: ConnectionLimits(proxies: [""]), rates: rates),
      logger: quietLogger)
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    return try await application.test(.router) { client in
      var statuses: [Int] = []
      for request in requests {
        var headers: HTTPFields = [:]
        if let token = request.token { headers[.authorization] = "Bearer \(token)" }
        if let address = request.address { headers[name] = address }
        statuses.append(
          try await client.executeRequest(
            uri: request.path, method: request.method, headers: headers, body: nil
          ).status.code)
      }
      return statuses
    }
  }

  @Test(
    "an address has a minute's requests, whatever they are; others and the health check continue")
  func addresses() async throws {
    let server = try await TestServer("techniq")
    let blueprint = Endpoint.blueprint.path(app: server.app)
    let address = "203.0.113.9"
    #expect(
      try await statuses(
        server, RequestRates(perAddress: 3),
        [
          Request(path: blueprint, address: address),
          Request(path: "/v1/apps/none/blueprint", address: address),
          Request(path: Endpoint.me.path(app: server.app), address: address),
          // Refused before authentication, whatever else is wrong.
          Request(path: Endpoint.me.path(app: server.app), address: address),
          // What looks like a secret key counts only where one is needed.
          Request(path: blueprint, token: "sk_techniq_0", address: address),
          Request(path: "/health", address: address),
          Request(path: "/ready", address: address),
          Request(path: blueprint, address: "203.0.113.8"),
        ]) == [200, 404, 401, 429, 429, 200, 200, 200])
  }

  @Test(
    "a client that scans for paths is answered 429 in the end, in every part of the server, and others continue"
  )
  func scanners() async throws {
    let server = try await TestServer("techniq")
    let blueprint = Endpoint.blueprint.path(app: server.app)
    let address = "203.0.113.9"
    for path in ["/wp-login.php", "/v1/secrets", "/admin/secrets"] {
      #expect(
        try await statuses(
          server, RequestRates(perAddress: 3),
          [
            Request(path: path, address: address),
            Request(method: .delete, path: blueprint, address: address),
            // Counted once, like every other request.
            Request(path: blueprint, address: address),
            Request(path: path, address: address),
            Request(method: .delete, path: blueprint, address: address),
            Request(path: blueprint, address: address),
            Request(path: "/health", address: address),
            Request(path: path, address: "203.0.113.8"),
            Request(path: blueprint, address: "203.0.113.8"),
          ]) == [404, 405, 200, 429, 429, 429, 200, 404, 200], "\(path)")
    }
  }

  @Test(
    "EX-7 a path that RevenueCat's API has and this server has not counts as an address's request")
  func scannersOfRevenueCat() async throws {
    let server = try await TestServer.market()
    var keys = RevenueCatKeys()
    let isAdded = keys.add(TestSDK.key, for: server.app)
    #expect(isAdded)
    let limited = buildServer(
      server.service,
      configuration: ServerConfiguration(
        limits: ConnectionLimits(proxies: [""]), rates: RequestRates(perAddress: 2),
        revenueCatKeys: keys),
      logger: quietLogger)
    let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
    try await limited.test(.router) { client in
      for (path, status) in [
        ("/v2/projects", 404), ("/v1/subscribers/ada", 200), ("/v2/projects", 429),
        ("/v1/subscribers/ada", 429),
      ] {
        let response = try await client.executeRequest(
          uri: path, method: .get,
          headers: [.authorization: "Bearer \(TestSDK.key)", forwarded: "203.0.113.9"], body: nil)
        #expect(response.status.code == status, "\(path)")
        #expect((response.headers[.retryAfter] != nil) == (status == 429))
        let body = String(buffer: response.body)
        if status != 200 { #expect(body.contains("\"code\":7226"), "\(body)") }
      }
    }
  }

  @Test("a customer has a minute's requests, counted once they are authenticated")
  func customers() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let other = try await server.phone()
    let path = Endpoint.membership.path(app: server.app)
    #expect(
      try await statuses(
        server, RequestRates(perCustomer: 2),
        [
          Request(path: path, token: phone.token), Request(path: path, token: "forged"),
          Request(path: path, token: phone.token), Request(path: path, token: phone.token),
          Request(path: path, token: other.token),
        ]) == [200, 401, 200, 429, 200])
  }

  @Test("a backend's secret key is limited by itself, and refused keys by their address")
  func keys() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let key = try await TestBackend(server).key
    let path = Endpoint.forCustomer(phone.id, .membership).path(app: server.app)
    let address = "203.0.113.9"
    let forged = "\(key.dropLast(4))0000"
    #expect(
      try await statuses(
        server, RequestRates(perAddress: 2, perApp: 1, perKey: 3),
        [
          Request(path: path, token: key, address: address),
          Request(path: path, token: key, address: address),
          Request(path: path, token: key, address: address),
          Request(path: path, token: key, address: address),
          Request(path: path, token: forged, address: "203.0.113.8"),
          Request(path: path, token: forged, address: "203.0.113.8"),
          Request(path: path, token: forged, address: "203.0.113.8"),
          Request(path: path, token: forged, address: "203.0.113.7"),
        ]) == [200, 200, 200, 429, 401, 401, 429, 401])
  }

  @Test(
    "EX-7 reads under a customer's name use up neither the owner's reads nor a purchase")
  func naming() async throws {
    let server = try await TestServer.market()
    var keys = RevenueCatKeys()
    let isAdded = keys.add(TestSDK.key, for: server.app)
    #expect(isAdded)
    let limited = buildServer(
      server.service,
      configuration: ServerConfiguration(
        limits: ConnectionLimits(proxies: [""]),
        rates: RequestRates(perAddress: 100, perCustomer: 3), revenueCatKeys: keys),
      logger: quietLogger)
    let account = server.store.makeAccount()
    let purchases = try ["gold", "coins"].map { product in
      guard case .success(let bought) = server.store.purchase(product, by: account, outcome: .buy)
      else { throw Problem(.internalError, "the store did not sell") }
      return bought
    }
    let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
    try await limited.test(.router) { client in
      func send(
        _ method: HTTPRequest.Method, _ path: String, from address: String, _ body: String? = nil
      ) async throws -> Int {
        try await client.executeRequest(
          uri: path, method: method,
          headers: [.authorization: "Bearer \(TestSDK.key)", forwarded: address],
          body: body.map { ByteBuffer(string: $0) }
        ).status.code
      }
      func receipt(_ transaction: String) -> String {
        #"{"app_user_id":"ada","fetch_token":"\#(transaction)","is_restore":false}"#
      }
      let (stranger, owner) = ("203.0.113.9", "203.0.113.8")
      for status in [200, 200, 200, 429, 429] {
        #expect(try await send(.get, "/v1/subscribers/ada", from: stranger) == status)
      }
      // What claims to be a receipt costs an address its own rate, and a forgery nobody's.
      for status in [503, 503] {
        let answer = try await send(.post, "/v1/receipts", from: stranger, receipt(""))
        #expect(answer == status)
      }
      #expect(
        try await send(.post, "/v1/receipts", from: owner, receipt(purchases[0].jws)) == 200)
      #expect(try await send(.get, "/v1/subscribers/ada", from: owner) == 200)
      // A purchase has its own rate too, and another one that of its own.
      for status in [200, 200, 503] {
        let answer = try await send(
          .post, "/v1/receipts", from: stranger, receipt(purchases[0].jws))
        #expect(answer == status)
      }
      #expect(
        try await send(.post, "/v1/receipts", from: owner, receipt(purchases[1].jws)) == 200)
    }
  }

  @Test("an app has a minute's requests, and the App Store's do not count")
  func apps() async throws {
    let server = try await TestServer("techniq")
    let blueprint = Endpoint.blueprint.path(app: server.app)
    #expect(
      try await statuses(
        server, RequestRates(perApp: 1),
        [
          Request(path: blueprint), Request(path: blueprint),
          Request(method: .post, path: Endpoint.appStoreNotifications.path(app: server.app)),
        ]) == [200, 429, 400])
  }

  @Test("a bucket holds a minute's requests, and refills evenly")
  func bucket() throws {
    let table = try #require(RateTable<String>(perMinute: 60))
    var now = Instant(milliseconds: 1_772_442_000_000)
    for _ in 1...60 { #expect(table.admit("ada", at: now) == nil) }
    #expect(table.admit("ada", at: now) == 1)
    #expect(table.admit("eve", at: now) == nil)
    now = now.adding(milliseconds: 999)
    #expect(table.admit("ada", at: now) == 1)
    now = now.adding(milliseconds: 1)
    #expect(table.admit("ada", at: now, taking: false) == nil)
    #expect(table.admit("ada", at: now) == nil)
    #expect(table.admit("ada", at: now) == 1)
    // A clock that is set back locks nobody out.
    now = now.adding(milliseconds: -3_600_000)
    #expect(table.admit("ada", at: now) == nil)
    #expect(RateTable<String>(perMinute: 0) == nil)
  }

  @Test("a flood of subjects relaxes limits and tightens none")
  func flood() throws {
    let table = try #require(RateTable<Int>(perMinute: 2))
    let now = Instant(milliseconds: 1_772_442_000_000)
    for subject in 0..<300_000 { #expect(table.admit(subject, at: now) == nil) }
  }
}
