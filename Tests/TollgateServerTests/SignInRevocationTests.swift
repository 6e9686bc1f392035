import Crypto
import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("Revocation of Sign in with Apple")
struct SignInRevocationTests {
  private let user = "001234.apple"
  private var token: String { "refresh \(user)/+&=" }

  /// A server with a key for Sign in with Apple, and its issuer of identity tokens.
  private struct Setup {
    let server: TestServer
    let issuer = TestIssuer()

    init(_ apple: TestAppleID, hasKey: Bool = true) async throws {
      var configuration = SimulatedBackend.Configuration.sandbox(
        issuers: [.apple(bundleID: "com.example.strikelab")],
        keySets: TestKeySets([IdentityServer.appleKeys: try issuer.keySet()]))
      if hasKey {
        configuration.signInKey = try AppleSignInKey(
          pem: TestAppleID.key.pemRepresentation, keyID: "KEY123", teamID: "TEAM12")
      }
      configuration.appleSignIn = apple
      server = try await TestServer("strikelab", configuration: configuration)
    }

    func signIn(_ user: String, code: String?) async throws -> SessionResponse {
      let now = server.now.milliseconds / 1000
      let token = try issuer.token([
        "iss": "https://appleid.apple.com", "aud": "com.example.strikelab", "sub": user,
        "iat": now, "exp": now + 600, "nonce": TestIssuer.hashed("raw"),
      ])
      return try await server.send(
        .signInWithToken,
        json: TokenSignInRequest(token: token, nonce: "raw", authorizationCode: code))
    }

    func delete(_ session: SessionResponse) async throws {
      let _: DeletionResponse = try await server.send(.deleteCustomer, token: session.token)
    }

    func runJobs(on other: TestServer? = nil) async {
      await StoreJobs((other ?? server).service, logger: quietLogger).runOnce()
    }
  }

  @Test("the code is exchanged at sign-in, and the token revoked once the account is deleted")
  func revoked() async throws {
    let apple = TestAppleID(codes: ["code 1": user])
    let setup = try await Setup(apple)
    let session = try await setup.signIn(user, code: "code 1")
    await setup.runJobs()
    #expect(apple.revoked == [])
    try await setup.delete(session)
    // The deletion does not wait for Apple.
    #expect(apple.revoked == [])
    await setup.runJobs()
    await setup.runJobs()
    #expect(apple.revoked == [token])
    let exchange = try #require(apple.requests.first)
    #expect(exchange.address == "https://appleid.apple.com/auth/token")
    #expect(
      exchange.fields.filter { $0.key != "client_secret" } == [
        "client_id": "com.example.strikelab", "code": "code 1", "grant_type": "authorization_code",
      ])
    #expect(
      exchange.secret == [
        "alg": "ES256", "kid": "KEY123", "iss": "TEAM12", "iat": "1772442000",
        "exp": "1772442300", "aud": "https://appleid.apple.com", "sub": "com.example.strikelab",
      ])
    let revoke = try #require(apple.requests.last)
    #expect(revoke.address == "https://appleid.apple.com/auth/revoke")
    #expect(
      revoke.fields.filter { $0.key != "client_secret" } == [
        "client_id": "com.example.strikelab", "token": token, "token_type_hint": "refresh_token",
      ])
  }

  @Test("without a key or a code nothing is sent, and the account is deleted all the same")
  func unconfigured() async throws {
    for (hasKey, code) in [(false, "code 1"), (true, nil)] {
      let apple = TestAppleID(codes: ["code 1": user])
      let setup = try await Setup(apple, hasKey: hasKey)
      let session = try await setup.signIn(user, code: code)
      try await setup.delete(session)
      await setup.runJobs()
      #expect(apple.requests.isEmpty)
      #expect(try await setup.server.entries().isEmpty)
    }
  }

  @Test(
    "a sign-in succeeds although the code cannot be exchanged",
    arguments: [nil, 400, 500] as [Int?])
  func exchangeFails(status: Int?) async throws {
    let apple = TestAppleID(codes: ["code 1": user])
    if let status { apple.fail(with: status) } else { apple.setOnline(false) }
    let setup = try await Setup(apple)
    let session = try await setup.signIn(user, code: "code 1")
    #expect(session.snapshot.account != nil)
    try await setup.delete(session)
    await setup.runJobs()
    #expect(apple.requests.count == 1)
  }

  @Test("another user's code is discarded")
  func foreignCode() async throws {
    let apple = TestAppleID(codes: ["stolen": "009999.apple"])
    let setup = try await Setup(apple)
    try await setup.delete(try await setup.signIn(user, code: "stolen"))
    await setup.runJobs()
    #expect(apple.revoked == [])
  }

  @Test("a failed revocation is tried again after a restart, ever more rarely and 13 times in all")
  func retried() async throws {
    let apple = TestAppleID(codes: ["code 1": user])
    let setup = try await Setup(apple)
    try await setup.delete(try await setup.signIn(user, code: "code 1"))
    apple.setOnline(false)
    await setup.runJobs()
    await setup.runJobs()
    #expect(apple.requests.count == 2)
    setup.server.advance(milliseconds: 60_000)
    let restarted = try await setup.server.restarted()
    await setup.runJobs(on: restarted)
    await setup.runJobs(on: restarted)
    #expect(apple.requests.count == 3)
    apple.setOnline(true)
    apple.fail(with: 400)
    for _ in 0..<20 {
      setup.server.advance(Period(1, .day))
      await setup.runJobs()
    }
    #expect(apple.requests.count == 1 + 13)
    #expect(
      try await setup.server.ledger.revocations(
        dueAt: setup.server.now.adding(Period(1, .year)), in: setup.server.app, limit: 9) == [])
  }

  @Test("a revocation that failed once succeeds later")
  func recovers() async throws {
    let apple = TestAppleID(codes: ["code 1": user])
    let setup = try await Setup(apple)
    try await setup.delete(try await setup.signIn(user, code: "code 1"))
    apple.fail(with: 503)
    await setup.runJobs()
    apple.fail(with: nil)
    setup.server.advance(milliseconds: 60_000)
    await setup.runJobs()
    #expect(apple.revoked == [token])
  }

  @Test("a key's description shows its identifiers and no key, and an invalid one is refused")
  func key() throws {
    let pem = TestAppleID.key.pemRepresentation
    let key = try AppleSignInKey(pem: pem, keyID: "KEY123", teamID: "TEAM12")
    #expect("\(key)" == "AppleSignInKey(keyID: KEY123, teamID: TEAM12)")
    #expect(String(reflecting: key) == "\(key)")
    #expect(throws: ConfigurationError.self) {
      try AppleSignInKey(pem: "no key", keyID: "KEY123", teamID: "TEAM12")
    }
  }
}
