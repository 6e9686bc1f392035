import Testing
import Tollgate
import TollgateClient
import TollgateWire

@MainActor
@Suite("A customer token for the app's own backend")
struct AuthorizationTests {
  private static let day: Int64 = 86_400_000

  private static func error(
    of client: TollgateClient
  ) async -> ClientError.Code? {
    do {
      _ = try await client.authorization()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("EX-12 a customer token is the customer's, valid on the server, and costs no request")
  func valid() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let sent = phone.network.requests.count
      let authorization = try await phone.client.authorization()
      #expect(phone.network.requests.count == sent)
      #expect(authorization.customer == phone.client.customer)
      #expect(authorization.headerValue == "Bearer \(authorization.token)")
      #expect(!"\(authorization)".contains(authorization.token))
      let problem = try await world.ask(.me, authorization.headerValue)
      #expect(problem == nil)
    }
  }

  @Test("EX-12 a first customer is created for it, once")
  func first() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      async let one = phone.client.authorization()
      async let two = phone.client.authorization()
      let (first, second) = (try await one, try await two)
      #expect(first == second)
      #expect(phone.network.requests.filter { $0.hasPrefix("POST") }.count == 1)
    }
  }

  @Test(
    "EX-12 a customer token is exchanged when it expires within a week, and kept offline while it is valid"
  )
  func renewed() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let first = try await phone.client.authorization()
      world.pass(22 * Self.day)
      #expect(try await phone.client.authorization() == first)
      world.pass(2 * Self.day)
      phone.network.isOnline = false
      #expect(try await phone.client.authorization() == first)
      phone.network.isOnline = true
      let second = try await phone.client.authorization()
      #expect(second.customer == first.customer)
      #expect(second.token != first.token)
      #expect(second.expiresAt == first.expiresAt.advanced(by: .days(24)))
      world.pass(31 * Self.day)
      phone.network.isOnline = false
      #expect(await Self.error(of: phone.client) == .network)
      phone.network.isOnline = true
      let problem = try await world.ask(.me, try await phone.client.authorization().headerValue)
      #expect(problem == nil)
    }
  }

  @Test(
    "EX-12 a person who signs out during the request leaves no token to the next person",
    arguments: [false, true])
  func signedOut(signsInAnother: Bool) async throws {
    try await World.of("strikelab") { world in
      let tablet = Phone(world, "tablet")
      try await tablet.client.signUp(email: "eve@example.com", password: "correct horse")
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      world.pass(24 * Self.day)
      let client = phone.client
      phone.network.after("/customers/me/session") {
        await client.signOut()
        guard signsInAnother else { return }
        do {
          try await client.signIn(email: "eve@example.com", password: "correct horse")
        } catch { Issue.record(error) }
      }
      #expect(await Self.error(of: client) == .customerChanged)
      let next = try await client.authorization()
      #expect((client.account != nil) == signsInAnother)
      #expect(next.customer == client.customer)
    }
  }

  @Test("EX-12 an account whose session was ended elsewhere gets no token of an anonymous customer")
  func ended() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let token = try await phone.client.authorization().headerValue
      let problem = try await world.ask(.signOut, token)
      #expect(problem == nil)
      world.pass(24 * Self.day)
      #expect(await Self.error(of: phone.client) == .sessionEnded)
      #expect(phone.client.customer == nil)
    }
  }
}
