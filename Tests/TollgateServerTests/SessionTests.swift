import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Ending sessions, and limiting password guesses")
struct SessionTests {
  @Test("SL-1 signing out ends the session on the server; other devices stay signed in")
  func signOut() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    var tablet = try await server.phone(device: "tablet")
    try await tablet.signIn("ada@example.com")
    let token = phone.token
    let renewed: SessionResponse = try await server.send(.session, token: token)
    for _ in 1...2 {
      let ended: ChangeResponse = try await server.send(.signOut, token: token)
      #expect(ended.facts == [])
    }
    // The token that it was exchanged for belongs to the same session.
    for old in [token, renewed.token] {
      for endpoint in [Endpoint.me, .membership, .session, .transactions] {
        let exchange = try await server.exchange(endpoint, token: old, body: "{}")
        #expect(exchange.status == 401)
        #expect(exchange.body.contains(#""code":"session_ended""#))
      }
    }
    #expect(try await tablet.snapshot().id == phone.id)
    try await phone.signInAgain("ada@example.com")
    #expect(try await phone.snapshot().email == "ada@example.com")
  }

  @Test("SL-1 a session that was ended stays so when the server starts again")
  func survivesRestart() async throws {
    let ledger = SQLiteLedger.inMemory()
    let server = try await TestServer("strikelab", ledger: ledger)
    let phone = try await server.phone()
    let other = try await server.phone()
    let _: ChangeResponse = try await server.send(.signOut, token: phone.token)
    let again = try await TestServer("strikelab", ledger: ledger)
    #expect(try await again.exchange(.me, token: phone.token).status == 401)
    #expect(try await again.exchange(.me, token: other.token).status == 200)
  }

  @Test("SL-1 an expired token can still end its session, so that it is not exchanged later")
  func expired() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    let token = phone.token
    server.advance(Period(31, .day))
    let _: ChangeResponse = try await server.send(.signOut, token: token)
    await #expect {
      let _: SessionResponse = try await server.send(.session, token: token)
    } throws: {
      ($0 as? Problem)?.code == .sessionEnded
    }
  }

  private func signIn(
    _ server: TestServer, _ email: String, _ password: String, device: String = "phone"
  ) async throws -> Exchange {
    try await server.exchange(
      .signIn, body: #"{"email":"\#(email)","password":"\#(password)","device":"\#(device)"}"#)
  }

  @Test("after ten wrong passwords an address is locked for the rest of a quarter of an hour")
  func perAddress() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    for number in 1...10 {
      let exchange = try await signIn(
        server, "Ada@example.com", "wrong horse", device: "d\(number)")
      #expect(exchange.status == 401)
      server.advance(milliseconds: 1000)
    }
    let refused = try await signIn(server, "ada@example.com", "correct horse", device: "new")
    #expect(
      "\(refused)" == """
        429 application/problem+json
        Retry-After: 890
        {
          "code": "too_many_attempts",
          "detail": "Too many wrong passwords: try again later.",
          "isRetryable": true,
          "retryAfter": 890,
          "status": 429,
          "title": "Too many attempts",
          "type": "urn:tollgate:problem:too_many_attempts"
        }
        """)
    // Open sessions, other accounts and signing up continue to work.
    #expect(try await phone.snapshot().id == phone.id)
    #expect(try await signIn(server, "eve@example.com", "wrong horse").status == 401)
    server.advance(milliseconds: 890_000 - 1)
    #expect(try await signIn(server, "ada@example.com", "correct horse").status == 429)
    server.advance(milliseconds: 1)
    #expect(try await signIn(server, "ada@example.com", "correct horse").status == 200)
  }

  @Test("the right password clears the count of its address")
  func cleared() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    for round in 1...3 {
      for _ in 1...9 {
        let exchange = try await signIn(
          server, "ada@example.com", "wrong horse", device: "d\(round)")
        #expect(exchange.status == 401)
      }
      #expect(
        try await signIn(server, "ada@example.com", "correct horse", device: "e").status == 200)
    }
  }

  @Test("one device tries thirty wrong passwords, whatever the addresses")
  func perDevice() async throws {
    let server = try await TestServer("strikelab")
    var statuses: [Int] = []
    for number in 1...31 {
      statuses.append(
        try await signIn(server, "a\(number)@example.com", "wrong horse", device: "d").status)
    }
    #expect(statuses == Array(repeating: 401, count: 30) + [429])
    #expect(try await signIn(server, "b@example.com", "wrong horse", device: "e").status == 401)
  }

  @Test("concurrent attempts allow no extra guesses")
  func together() async throws {
    let server = try await TestServer("strikelab")
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<24 {
        group.addTask {
          try await signIn(server, "ada@example.com", "wrong horse", device: "d\(number)").status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 401 }.count == 10)
    #expect(statuses.filter { $0 == 429 }.count == 14)
  }
}

extension TestPhone {
  /// Signs in without a session, as after a sign-out.
  fileprivate mutating func signInAgain(_ email: String) async throws {
    let response: SessionResponse = try await server.send(
      .signIn,
      json: CredentialsRequest(email: email, password: "correct horse", device: device))
    self = TestPhone(server: server, response, device: device, account: account)
  }
}
