import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@Suite("Accounts and tokens")
struct AccountTests {
  @Test("an anonymous customer is created with a token")
  func create() async throws {
    let server = try await TestServer("strikelab")
    let exchange = try await server.exchange(.createCustomer, body: #"{"device":"phone"}"#)
    #expect(
      "\(exchange)" == """
        200 application/json
        {
          "snapshot": {
            "app": "strikelab",
            "blueprintRevision": "r1",
            "facts": [
              {
                "at": 1772442000000,
                "device": "phone",
                "kind": "device",
                "origin": "customer-1"
              }
            ],
            "id": "customer-1",
            "membership": {
              "entitlements": [

              ],
              "features": {
                "track-progress": {
                  "answer": "denied",
                  "paywall": "subscribe",
                  "reason": "notIncluded"
                },
                "train": {
                  "answer": "denied",
                  "paywall": "subscribe",
                  "reason": "notIncluded"
                }
              },
              "nudges": [

              ],
              "phase": "blocked",
              "prompts": [

              ]
            },
            "serverTime": 1772442000000,
            "version": 1
          },
          "token": TOKEN,
          "tokenExpiresAt": 1775034000000
        }
        """)
    #expect(exchange.headers["Cache-Control"] == "no-store")
  }

  @Test("signing up and in finds the same customer, whatever the case of the address")
  func signIn() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp(" Ada@Example.com ")
    var tablet = try await server.phone()
    try await tablet.signIn("ada@EXAMPLE.com")
    #expect(tablet.id == phone.id)
    #expect(try await tablet.snapshot().email == "ada@example.com")
    let first = tablet.token
    try await tablet.signIn("ada@example.com")
    #expect(tablet.id == phone.id)
    // Each sign-in is a session of its own, to be ended alone.
    #expect(tablet.token != first)
  }

  @Test("an unknown address and a wrong password get the same response")
  func noOracle() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let wrong = #"{"email":"ada@example.com","password":"wrong horse"}"#
    let unknown = #"{"email":"eve@example.com","password":"wrong horse"}"#
    let first = try await server.exchange(.signIn, body: wrong)
    #expect(
      "\(first)" == """
        401 application/problem+json
        WWW-Authenticate: Bearer
        {
          "code": "wrong_credentials",
          "detail": "The email address or the password is wrong.",
          "isRetryable": false,
          "status": 401,
          "title": "Wrong email address or password",
          "type": "urn:tollgate:problem:wrong_credentials"
        }
        """)
    #expect("\(try await server.exchange(.signIn, body: unknown))" == "\(first)")
  }

  @Test(
    "an invalid address or password is refused",
    arguments: [
      ("ada", "correct horse", "invalid_email"), ("a@b", "correct horse", "invalid_email"),
      ("a b@example.com", "correct horse", "invalid_email"),
      ("@example.com", "correct horse", "invalid_email"),
      ("ada@example..com", "correct horse", "invalid_email"),
      ("ada@example.com", "1234567", "invalid_password"),
      ("ada@example.com", String(repeating: "x", count: 129), "invalid_password"),
    ])
  func invalid(email: String, password: String, code: String) async throws {
    let server = try await TestServer("strikelab")
    let exchange = try await server.exchange(
      .signUp, body: #"{"email":"\#(email)","password":"\#(password)"}"#)
    #expect(exchange.status == 422)
    #expect(exchange.body.contains("\"code\":\"\(code)\""))
    #expect(try await server.entries().isEmpty)
  }

  @Test("an address has one account")
  func emailTaken() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let recorded = try await server.entries()
    let exchange = try await server.exchange(
      .signUp, body: #"{"email":"ADA@example.com","password":"another horse"}"#)
    #expect(exchange.status == 409)
    #expect(exchange.body.contains(#""code":"email_taken""#))
    #expect(try await server.entries() == recorded)
  }

  @Test("signing up with an account's token creates another customer")
  func secondAccount() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    let first = phone.id
    try await phone.buy("strikelab.pro.monthly")
    try await phone.signUp("eve@example.com")
    #expect(phone.id != first)
    #expect(try await phone.phase() == .blocked)
    #expect(try await phone.snapshot().facts.facts.count == 1)
  }

  @Test("a token expires after 30 days and can be exchanged for 400")
  func expiry() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    let token = phone.token
    server.advance(milliseconds: 30 * 86_400_000 - 1)
    #expect(try await server.exchange(.membership, token: token).status == 200)
    server.advance(milliseconds: 1)
    await #expect {
      let _: MembershipSummary = try await server.send(.membership, token: token)
    } throws: {
      ($0 as? Problem)?.code == .expiredToken
    }
    let renewed: SessionResponse = try await server.send(.session, token: token)
    #expect(renewed.snapshot.id == phone.id)
    #expect(renewed.tokenExpiresAt == server.now.adding(Period(30, .day)))
    server.advance(Period(370, .day))
    await #expect {
      let _: SessionResponse = try await server.send(.session, token: token)
    } throws: {
      ($0 as? Problem)?.code == .expiredToken
    }
  }
}
