import TestSupport
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Attacks on passwords, sign-ups and anonymous customers")
struct GuessingTests {
  private func signIn(
    _ server: TestServer, _ email: String, _ password: String, device: String? = nil,
    from address: String? = nil
  ) async throws -> Exchange {
    let device = device.map { #","device":"\#($0)""# } ?? ""
    return try await server.exchange(
      .signIn, from: address, body: #"{"email":"\#(email)","password":"\#(password)"\#(device)}"#)
  }

  @Test("a victim's count survives 50,000 guesses at other addresses", .exhaustive)
  func eviction() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    for _ in 1...10 {
      #expect(try await signIn(server, "ada@example.com", "wrong horse").status == 401)
    }
    // One character, as in the attack, at the service itself: routing 50,000 requests would only take longer.
    let app = try server.service.app(server.app)
    let visitor = try await server.service.authenticator.visitor(presenting: nil, in: app)
    for number in 1...50_000 {
      do {
        _ = try await server.service.accounts.signIn(
          CredentialsRequest(email: "a\(number)@example.com", password: "x"), as: visitor)
        Issue.record("nobody has this password")
      } catch {
        #expect(error.code == .wrongCredentials)
      }
    }
    #expect(try await signIn(server, "ada@example.com", "correct horse").status == 429)
  }

  @Test("wrong passwords are counted across a restart, and a correct one forgets them")
  func restart() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    for _ in 1...9 {
      #expect(try await signIn(server, "ada@example.com", "wrong horse").status == 401)
    }
    let second = try await server.restarted()
    #expect(try await signIn(second, "ada@example.com", "correct horse").status == 200)
    let third = try await server.restarted()
    for _ in 1...10 {
      #expect(try await signIn(third, "ada@example.com", "wrong horse").status == 401)
    }
    let fourth = try await server.restarted()
    let refused = try await signIn(fourth, "ada@example.com", "correct horse")
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "900")
  }

  @Test(
    "a password of an impossible length counts like any other wrong one",
    arguments: ["x", "", String(repeating: "x", count: 129)])
  func impossible(password: String) async throws {
    let server = try await TestServer("strikelab")
    for number in 1...30 {
      let exchange = try await signIn(server, "a\(number)@example.com", password, device: "d")
      #expect(exchange.status == 401)
    }
    #expect(try await signIn(server, "b@example.com", password, device: "d").status == 429)
    for _ in 1...10 {
      #expect(try await signIn(server, "ada@example.com", password).status == 401)
    }
    #expect(try await signIn(server, "ada@example.com", password).status == 429)
  }

  @Test("a network address tries a hundred wrong passwords; others continue")
  func perNetwork() async throws {
    let server = try await TestServer("strikelab")
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    for number in 1...100 {
      let exchange = try await signIn(
        server, "a\(number)@example.com", "wrong horse",
        from: "2001:db8:0:1::\(String(number, radix: 16))")
      #expect(exchange.status == 401)
    }
    let flooded = try await signIn(
      server, "ada@example.com", "correct horse", from: "2001:db8:0:1::ffff")
    #expect(flooded.status == 429)
    let other = try await signIn(
      server, "ada@example.com", "correct horse", from: "2001:db8:0:2::1")
    #expect(other.status == 200)
  }

  @Test("X-Forwarded-For is read from the right, and only what trusted proxies wrote")
  func forwarded() async throws {
    let server = try await TestServer("strikelab")
    // What the client wrote itself stands on the left and makes no other address of it.
    for number in 1...100 {
      let exchange = try await signIn(
        server, "a\(number)@example.com", "wrong horse", from: "192.0.2.\(number), 203.0.113.9")
      #expect(exchange.status == 401)
    }
    let last = try await signIn(
      server, "b@example.com", "wrong horse", from: "192.0.2.200, 203.0.113.9")
    #expect(last.status == 429)
  }

  private func signUp(
    _ server: TestServer, _ email: String, from address: String
  ) async throws -> Exchange {
    try await server.exchange(
      .signUp, from: address, body: #"{"email":"\#(email)","password":"correct horse"}"#)
  }

  @Test("twenty sign-ups for taken addresses use up a network address's sign-ups")
  func probing() async throws {
    let server = try await TestServer("strikelab")
    for number in 1...21 {
      #expect(
        try await signUp(server, "a\(number)@example.com", from: "198.51.100.\(number)").status
          == 200)
    }
    for number in 1...20 {
      #expect(
        try await signUp(server, "a\(number)@example.com", from: "203.0.113.9").status == 409)
    }
    // From here on, nothing is revealed.
    let taken = try await signUp(server, "a21@example.com", from: "203.0.113.9")
    let free = try await signUp(server, "free@example.com", from: "203.0.113.9")
    #expect(taken.status == 429)
    #expect("\(taken)" == "\(free)")
    #expect(try await signUp(server, "free@example.com", from: "203.0.113.8").status == 200)
  }

  @Test("a device creates a hundred customers, a network address two thousand")
  func customers() async throws {
    let server = try await TestServer("strikelab")
    var statuses: [Int] = []
    for _ in 1...101 {
      statuses.append(
        try await server.exchange(.createCustomer, body: #"{"device":"phone"}"#).status)
    }
    #expect(statuses == Array(repeating: 200, count: 100) + [429])
    #expect(try await server.exchange(.createCustomer, body: #"{"device":"other"}"#).status == 200)
    server.advance(Period(15, .minute))
    #expect(try await server.exchange(.createCustomer, body: #"{"device":"phone"}"#).status == 200)
  }
}
