import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Secret keys")
struct SecretKeyTests {
  /// A caller of an endpoint of the app's own backend without a valid key.
  enum Stranger: CaseIterable, Sendable {
    case nobody, customer, anotherCustomer, garbage, basic
    case malformedKey, publicPartAlone, unknownKey, wrongSecret, otherApp, otherAppsKeyRenamed
    case revoked

    var code: ProblemCode {
      switch self {
      case .nobody: .missingSecretKey
      case .customer, .anotherCustomer, .garbage: .secretKeyNeeded
      case .basic: .invalidToken
      case .malformedKey, .publicPartAlone, .unknownKey, .wrongSecret, .otherAppsKeyRenamed:
        .invalidSecretKey
      case .otherApp: .secretKeyOfAnotherApp
      case .revoked: .revokedSecretKey
      }
    }

    /// The `Authorization` that it sends to a server of `coach-paid`.
    func authorization(_ server: TestServer, customer: TestPhone) async throws -> String? {
      let keys = server.service.secretKeys
      let (key, record) = try await keys.create(named: "backend", in: server.app)
      let (other, _) = try await keys.create(named: "backend", in: "coach-free")
      switch self {
      case .nobody: return nil
      case .customer: return "Bearer \(customer.token)"
      case .anotherCustomer: return "Bearer \(try await server.phone().token)"
      case .garbage: return "Bearer nonsense"
      case .basic: return "Basic \(Data(key.utf8).base64EncodedString())"
      case .malformedKey: return "Bearer \(key.dropLast())"
      case .publicPartAlone: return "Bearer \(record.id)"
      case .unknownKey: return "Bearer sk_coach-paid_" + String(repeating: "0", count: 80)
      case .wrongSecret:
        return "Bearer \(key.dropLast())\(key.hasSuffix("0") ? "1" : "0")"
      case .otherApp: return "Bearer \(other)"
      case .otherAppsKeyRenamed:
        return "Bearer \(other.replacing("sk_coach-free_", with: "sk_coach-paid_"))"
      case .revoked:
        _ = try await keys.revoke(record.id)
        return "Bearer \(key)"
      }
    }
  }

  @Test(
    "CP-8 EX-12 without a valid key of the app, nothing is returned or recorded for any customer",
    arguments: Endpoint.ownBackend, Stranger.allCases)
  func strangers(endpoint: Endpoint, stranger: Stranger) async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let authorization = try await stranger.authorization(server, customer: phone)
    // The customer exists or not: the answer is the same.
    var answers: Set<String> = []
    for customer in [phone.id, "nobody"] {
      let exchange = try await server.exchange(
        try #require(HTTPRequest.Method(rawValue: endpoint.method.rawValue)),
        Endpoint.forCustomer(customer, endpoint).path(app: server.app), key: "key",
        headers: authorization.map { ["Authorization": $0] } ?? [:], body: #"{"item":"i"}"#)
      #expect(exchange.status == stranger.code.status)
      #expect(exchange.body.contains("\"code\":\"\(stranger.code.rawValue)\""))
      if exchange.status == 401 { #expect(exchange.headers["WWW-Authenticate"] == "Bearer") }
      answers.insert("\(exchange)")
    }
    #expect(answers.count == 1)
    if let secret = authorization?.split(separator: " ").last {
      #expect(!answers.contains { $0.contains(secret) })
    }
    #expect(try await server.entries().isEmpty)
  }

  /// Every endpoint that takes a customer token, or may take one.
  static let customers: [Endpoint] =
    OwnDataTests.personal + [.signUp, .signIn, .signInWithToken]

  @Test("CP-8 a secret key is not valid as a customer's token", arguments: customers)
  func keyAsToken(endpoint: Endpoint) async throws {
    let server = try await TestServer("coach-paid")
    let key = try await TestBackend(server).key
    let exchange = try await server.exchange(endpoint, token: key, key: "key", body: "{}")
    #expect(exchange.status == 403)
    #expect(exchange.body.contains(#""code":"secret_key_not_allowed""#))
    #expect(!exchange.body.contains(key))
    #expect(try await server.entries().isEmpty)
  }

  @Test(
    "a key's endpoints check the app, the key, the customer, the idempotency key, then the names")
  func precedence() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let key = try await TestBackend(server).key
    let rows: [(String, String?, String?, ProblemCode)] = [
      ("/v1/apps/none/customers/none/features/none/uses", nil, nil, .unknownApp),
      ("/v1/apps/techniq/customers/none/features/none/uses", nil, nil, .missingSecretKey),
      ("/v1/apps/techniq/customers/none/features/none/uses", key, nil, .unknownCustomer),
      (
        "/v1/apps/techniq/customers/\(phone.id)/features/none/uses", key, nil,
        .missingIdempotencyKey
      ),
      ("/v1/apps/techniq/customers/\(phone.id)/features/none/uses", key, "k", .unknownFeature),
      ("/v1/apps/techniq/customers/\(phone.id)/milestones/none", key, nil, .unknownMilestone),
      ("/v1/apps/techniq/customers/me/milestones/none", key, nil, .secretKeyNotAllowed),
    ]
    for (path, token, idempotencyKey, code) in rows {
      let exchange = try await server.exchange(.post, path, token: token, key: idempotencyKey)
      #expect(exchange.status == code.status)
      #expect(exchange.body.contains("\"code\":\"\(code.rawValue)\""))
    }
  }

  @Test("a key made or revoked in the ledger by another process is valid, or refused, at once")
  func atOnce() async throws {
    let ledger = SQLiteLedger.inMemory()
    let server = try await TestServer("coach-paid", ledger: ledger)
    let phone = try await server.phone()
    let command = SecretKeys(ledger: ledger, clock: { server.now })
    let (key, record) = try await command.create(named: "backend", in: server.app)
    #expect(key.hasPrefix(record.id) && record.id.hasPrefix("sk_coach-paid_"))
    func status() async throws -> Int {
      try await server.exchange(.forCustomer(phone.id, .membership), token: key).status
    }
    #expect(try await status() == 200)
    let revoked = try await command.revoke(key)
    #expect(revoked.revokedAt == server.now)
    #expect(try await status() == 401)
    server.advance(Period(1, .day))
    #expect(try await command.revoke(record.id) == revoked)
  }

  /// Every endpoint of an app's own backend, with names that the blueprint has.
  static let named: [Endpoint] = [
    .membership, .access("send-message"), .milestone("discovery-complete"), .setAttributes,
    .use("send-message"), .reserve("send-message"), .releaseReservation("send-message", "r"),
    .release("send-message"), .teams, .invite("family"), .endSeat("seat_1"),
  ]

  /// Every scope, and whether a key with it may call an endpoint.
  static let scopes: [(LedgerSecretKey.Scope, @Sendable (Endpoint) -> Bool)] = [
    (.read, { [.membership, .access("send-message"), .teams].contains($0) }),
    (LedgerSecretKey.Scope(rawValue: "later"), { _ in false }),
    (.readOnly, { _ in false }), (.support, { _ in false }), (.developer, { _ in false }),
    (.owner, { _ in false }),
    (.backend, { _ in true }),
  ]

  @Test("EX-12 CP-8 a key calls what its scope includes, and changes nothing otherwise")
  func scopesOfEndpoints() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let keys = server.service.secretKeys
    #expect(Self.named.count == Endpoint.ownBackend.count)
    for (scope, allows) in Self.scopes {
      let (key, _) = try await keys.create(named: "key", scope: scope, in: server.app)
      let (other, _) = try await keys.create(named: "key", scope: scope, in: "coach-free")
      for endpoint in Self.named {
        let forCustomer = Endpoint.forCustomer(phone.id, endpoint)
        let foreign = try await server.exchange(forCustomer, token: other, key: "k", body: "{}")
        #expect(foreign.status == 403)
        #expect(foreign.body.contains(#""code":"secret_key_of_another_app""#))
        // Whether the customer exists is not revealed to a key that may not ask.
        for customer in [phone.id, "nobody"] {
          let exchange = try await server.exchange(
            .forCustomer(customer, endpoint), token: key, key: "k", body: "{}")
          let isRefused = exchange.body.contains(#""code":"insufficient_scope""#)
          #expect(isRefused != allows(endpoint), "\(scope.rawValue) \(endpoint)")
          if isRefused { #expect(exchange.status == 403) }
        }
      }
      #expect(try await server.entries().isEmpty == (scope != .backend))
    }
  }

  @Test("a key that may only read is refused a use, and says why")
  func readingKey() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let (key, _) = try await server.service.secretKeys.create(
      named: "dashboard", scope: .read, in: server.app)
    let read = try await server.exchange(.forCustomer(phone.id, .membership), token: key)
    #expect(read.status == 200)
    let use = try await server.exchange(
      .forCustomer(phone.id, .use("send-message")), token: key, key: "k")
    #expect(
      use.description == """
        403 application/problem+json
        {
          "code": "insufficient_scope",
          "detail": "The secret key's scope, `read`, excludes this.",
          "isRetryable": false,
          "status": 403,
          "title": "Scope insufficient",
          "type": "urn:tollgate:problem:insufficient_scope"
        }
        """)
  }

  @Test("a key that is revoked later is valid until then, and its end only comes nearer")
  func overlap() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let keys = server.service.secretKeys
    let (key, record) = try await keys.create(named: "backend", in: server.app)
    let start = server.now
    /// How many hours after the start a key is revoked, with which delay, and when it then ends.
    let rows: [(at: Int64, delay: Int, end: Int64)] = [(0, 48, 48), (1, 72, 48), (2, 10, 12)]
    for row in rows {
      server.advance(milliseconds: row.at * 3_600_000 - server.now.since(start))
      let revoked = try await keys.revoke(record.id, after: .seconds(row.delay * 3_600))
      #expect(revoked.revokedAt == start.advanced(by: .seconds(row.end * 3_600)))
    }
    func status() async throws -> Int {
      try await server.exchange(.forCustomer(phone.id, .membership), token: key).status
    }
    server.advance(milliseconds: 10 * 3_600_000 - 1)
    #expect(try await status() == 200)
    server.advance(milliseconds: 1)
    #expect(try await status() == 401)
  }

  @Test(
    "EX-12 a key is rotated: its successor is valid at once, and both are until the overlap ends")
  func rotation() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let keys = server.service.secretKeys
    let (old, record) = try await keys.create(named: "backend", scope: .read, in: server.app)
    let new = try await keys.rotate(old, overlap: .seconds(86_400), by: "ada@example.com")
    #expect(new.record.name == "backend" && new.record.scope == .read)
    func statuses() async throws -> [Int] {
      var statuses: [Int] = []
      for key in [old, new.text] {
        statuses.append(
          try await server.exchange(.forCustomer(phone.id, .membership), token: key).status)
      }
      return statuses
    }
    #expect(try await statuses() == [200, 200])
    server.advance(milliseconds: 86_400_000 - 1)
    #expect(try await statuses() == [200, 200])
    server.advance(milliseconds: 1)
    #expect(try await statuses() == [401, 200])
    await #expect {
      try await keys.rotate(record.id, overlap: .zero)
    } throws: {
      ($0 as? Problem)?.code == .revokedSecretKey
    }
    let audit = try await server.ledger.administration.audit(LedgerAuditFilter(), in: server.app)
    #expect(
      audit.map { "\($0.author): \($0.action.rawValue) \($0.subject ?? "")" }.sorted()
        == [
          "ada@example.com: key-created \(new.record.id)",
          "ada@example.com: key-revoked \(record.id)", "command line: key-created \(record.id)",
        ].sorted())
  }

  @Test("the last use of a key is recorded at most once an hour")
  func lastUse() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let backend = try await TestBackend(server)
    func lastUse() async throws -> Instant? {
      try await server.service.secretKeys.list(in: server.app).first?.lastUsedAt
    }
    #expect(try await lastUse() == nil)
    let start = server.now
    for (minutes, expected) in [(0, 0), (59, 0), (1, 60), (30, 60), (200, 290)] {
      server.advance(milliseconds: Int64(minutes) * 60_000)
      _ = try await backend.access(to: "send-message", of: phone.id)
      #expect(try await lastUse() == start.advanced(by: .seconds(60 * expected)))
    }
  }

  @Test("the ledger has a key's hash and public part, and nothing of its secret")
  func hashed() async throws {
    let ledger = SQLiteLedger.inMemory()
    let keys = SecretKeys(ledger: ledger, clock: { Instant(milliseconds: 0) })
    var texts: Set<String> = []
    for _ in 0..<3 {
      let (text, record) = try await keys.create(named: "backend", in: "coach_1")
      #expect(text.wholeMatch(of: /sk_coach_1_[0-9a-f]{80}/) != nil)
      #expect(text.count == record.id.count + 64)
      #expect(record.hash.count == 32)
      let secret = String(text.suffix(64))
      #expect(!"\(record)".contains(secret))
      texts.insert(secret)
    }
    #expect(texts.count == 3)
    #expect(try await keys.list(in: "coach_1").count == 3)
  }

  @Test(
    "a name that a terminal cannot show is refused",
    arguments: ["", String(repeating: "x", count: 101), "a\nb", "\u{1B}[2J", "a\u{202E}b"])
  func names(name: String) async throws {
    let keys = SecretKeys(ledger: SQLiteLedger.inMemory(), clock: { Instant(milliseconds: 0) })
    await #expect {
      try await keys.create(named: name, in: "coach")
    } throws: {
      ($0 as? Problem)?.code == .invalidValue
    }
    #expect(try await keys.list(in: "coach").isEmpty)
    await #expect {
      try await keys.create(named: "backend", in: Blueprint.App.ID(name == "" ? "" : "a b"))
    } throws: {
      ($0 as? Problem)?.code == .invalidValue
    }
  }

  @Test("an app has at most a hundred valid keys, and any number of revoked ones")
  func limit() async throws {
    let keys = SecretKeys(ledger: SQLiteLedger.inMemory(), clock: { Instant(milliseconds: 0) })
    for number in 0..<SecretKeys.limit {
      _ = try await keys.create(named: "\(number)", in: "coach")
    }
    await #expect {
      try await keys.create(named: "one more", in: "coach")
    } throws: {
      ($0 as? Problem)?.code == .invalidValue
    }
    _ = try await keys.create(named: "other", in: "garden")
    _ = try await keys.revoke(try #require(try await keys.list(in: "coach").first).id)
    _ = try await keys.create(named: "one more", in: "coach")
    await #expect {
      try await keys.revoke("sk_coach_0000000000000000")
    } throws: {
      ($0 as? Problem)?.code == .invalidSecretKey
    }
  }

  @Test("a request with a key is logged without the key and the customer")
  func log() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let key = try await TestBackend(server).key
    let lines = LogLines()
    let logged = buildServer(
      server.service, logger: Logger(label: "tests") { _ in lines.handler })
    try await logged.test(.router) { client in
      for key in [key, String(key.dropLast())] {
        _ = try await client.execute(
          uri: Endpoint.forCustomer(phone.id, .access("send-message")).path(app: server.app),
          method: .get, headers: [.authorization: "Bearer \(key)"])
      }
    }
    let route = "method=GET route=/v1/apps/{app}/customers/{customer}/access/{feature}"
    #expect(
      lines.all == [
        "debug request \(route) status=200",
        "debug request code=invalid_secret_key \(route) status=401",
      ])
  }
}
