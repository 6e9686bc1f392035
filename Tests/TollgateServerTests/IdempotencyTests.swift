import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@Suite("A repeated request counts once")
struct IdempotencyTests {
  @Test("Pain 22: a repeated use returns the first response, byte for byte")
  func replay() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let first = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    #expect(
      "\(first)" == """
        200 application/json
        {
          "access": {
            "answer": "denied",
            "limit": {
              "limit": 1,
              "scope": "ever",
              "used": 1
            },
            "paywall": "pro",
            "reason": "limitReached"
          },
          "facts": [
            {
              "at": 1772442000000,
              "feature": "custom-drill",
              "key": "drill",
              "kind": "use",
              "origin": "customer-1"
            }
          ],
          "feature": "custom-drill",
          "serverTime": 1772442000000,
          "version": 2
        }
        """)
    server.advance(Period(1, .day))
    try await phone.use("quick-drill", key: "quick")
    let recorded = try await server.entries()
    let again = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    #expect(again.body == first.body)
    #expect(again.status == 200)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    #expect(first.headers["Idempotency-Replayed"] == nil)
    #expect(try await server.entries() == recorded)
  }

  @Test("an unlimited use and a dismissal are repeated byte for byte too")
  func replayOthers() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    for (key, endpoint) in [
      ("use", Endpoint.use("view-plant")), ("dismissal", .dismissal("export-inline")),
    ] {
      let first = try await server.exchange(endpoint, token: phone.token, key: key)
      #expect(first.status == 200)
      server.advance(Period(1, .hour))
      let again = try await server.exchange(endpoint, token: phone.token, key: key)
      #expect(again.body == first.body)
      #expect(again.headers["Idempotency-Replayed"] == "true")
    }
  }

  @Test("a repetition after signing in, which merged the customer, returns the first response")
  func replayAfterMerge() async throws {
    let server = try await TestServer("techniq")
    var account = try await server.phone()
    try await account.signUp("ada@example.com")
    var phone = try await server.phone()
    let first = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    try await phone.signIn("ada@example.com")
    let again = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    #expect(again.body == first.body)
    #expect(try await phone.membership().features["custom-drill"]?.limit?.used == 1)
  }

  @Test("a key that was used for a different request is refused")
  func reused() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    try await phone.use("add-plant", key: "key", item: "fern")
    let recorded = try await server.entries()
    let others: [(Endpoint, String?)] = [
      (.use("add-plant"), #"{"item":"moss"}"#), (.use("add-plant"), nil),
      (.use("view-plant"), nil), (.use("analytics"), nil), (.dismissal("export-inline"), nil),
    ]
    for (endpoint, body) in others {
      let exchange = try await server.exchange(
        endpoint, token: phone.token, key: "key", body: body)
      #expect(exchange.status == 422)
      #expect(exchange.body.contains(#""code":"idempotency_key_reused""#))
    }
    #expect(try await server.entries() == recorded)
  }

  @Test("a denial is not stored: the same key succeeds after a purchase")
  func denialIsNotKept() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    #expect(try await phone.refusal(of: "video-picks", key: "clip") != nil)
    try await phone.buy("techniq.pro.monthly")
    #expect(try await phone.use("video-picks", key: "clip").access.answer == .allowed)
  }

  @Test("no more of many concurrent uses succeed than are allowed")
  func race() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    let allowed = await withTaskGroup(of: Bool.self) { group in
      for number in 1...20 {
        group.addTask {
          do {
            try await phone.use("add-plant", key: "\(number)")
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(allowed == 3)
    #expect(try await phone.snapshot().facts.heldItems(of: "add-plant", at: server.now).count == 3)
  }

  @Test(
    "a key is required, and must be printable and short",
    arguments: [
      (nil, "missing_idempotency_key"), ("with space", "invalid_idempotency_key"),
      (String(repeating: "k", count: 129), "invalid_idempotency_key"),
    ])
  func keys(key: String?, code: String) async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let exchange = try await server.exchange(.use("custom-drill"), token: phone.token, key: key)
    #expect(exchange.status == 400)
    #expect(exchange.body.contains("\"code\":\"\(code)\""))
    #expect(try await server.entries().isEmpty)
  }
}

extension String {
  fileprivate var id: String { String(filter(\.isLetter)) }
}
