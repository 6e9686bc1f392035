import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

/// A server that trusts Apple, Supabase, Firebase and an Auth0 tenant, all with one key of the tests.
struct IdentityServer: Sendable {
  static let appleKeys = "https://appleid.apple.com/auth/keys"
  let server: TestServer
  let keySets: TestKeySets
  let issuer = TestIssuer()

  init(ledger: any Ledger = SQLiteLedger.inMemory()) async throws {
    let set = try issuer.keySet()
    keySets = TestKeySets([
      Self.appleKeys: set,
      "https://abcdefgh.supabase.co/auth/v1/.well-known/jwks.json": set,
      "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com":
        set,
      "https://strikelab.eu.auth0.com/.well-known/jwks.json": set,
    ])
    server = try await TestServer(
      "strikelab", ledger: ledger,
      configuration: .sandbox(
        issuers: [
          .apple(bundleID: "com.example.strikelab", services: ["com.example.strikelab.web"]),
          .supabase(project: "abcdefgh", secret: TestIssuer.secret),
          .firebase(project: "strikelab-1"),
          TokenIssuer(
            issuer: "https://strikelab.eu.auth0.com/", audiences: ["https://api.strikelab.app"],
            keys: [.keySet("https://strikelab.eu.auth0.com/.well-known/jwks.json")]),
        ], keySets: keySets))
  }

  var now: Int64 { server.now.milliseconds / 1000 }

  /// Claims as Apple issues them for the app.
  func apple(
    _ user: String = "001234.apple", nonce: String? = "raw", _ more: [String: any Sendable] = [:]
  ) -> [String: any Sendable] {
    var claims: [String: any Sendable] = [
      "iss": "https://appleid.apple.com", "aud": "com.example.strikelab", "sub": user,
      "iat": now, "exp": now + 600, "email": "ada@privaterelay.appleid.com",
      "email_verified": "true", "is_private_email": "true", "nonce_supported": true,
    ]
    if let nonce { claims["nonce"] = TestIssuer.hashed(nonce) }
    claims.merge(more) { $1 }
    return claims
  }

  @discardableResult
  func signIn(
    _ token: String, nonce: String? = nil, presenting: String? = nil, device: Device.ID? = nil
  ) async throws -> SessionResponse {
    try await server.send(
      .signInWithToken, token: presenting,
      json: TokenSignInRequest(token: token, nonce: nonce, device: device))
  }

  /// The code with which a token is refused; nil if it is accepted.
  func refusal(_ token: String, nonce: String? = nil) async throws -> ProblemCode? {
    do {
      try await signIn(token, nonce: nonce)
      return nil
    } catch let problem as Problem {
      return problem.code
    }
  }
}

@Suite("Accounts from issuers")
struct IdentityTests {
  @Test("SL-1 Sign in with Apple opens an account, and the next time a session of it")
  func apple() async throws {
    let identity = try await IdentityServer()
    let token = try identity.issuer.token(identity.apple())
    let exchange = try await identity.server.exchange(
      .signInWithToken, body: #"{"token":"\#(token)","nonce":"raw","device":"phone"}"#)
    #expect(exchange.status == 200)
    let first = try JSONDecoder().decode(SessionResponse.self, from: Data(exchange.body.utf8))
    #expect(first.snapshot.account == "account-1")
    #expect(first.snapshot.email == "ada@privaterelay.appleid.com")
    identity.server.advance(Period(9, .day))
    let again = try identity.issuer.token(
      identity.apple(nonce: "other", ["aud": "com.example.strikelab.web"]))
    let second = try await identity.signIn(again, nonce: "other")
    #expect(second.snapshot.id == first.snapshot.id)
    let eve = try identity.issuer.token(identity.apple("009999.apple", nonce: "other"))
    #expect(try await identity.signIn(eve, nonce: "other").snapshot.id != first.snapshot.id)
  }

  /// Tokens as issuers create them.
  static let everyShape: [(String, TestIssuer.Signing, [String: any Sendable])] = [
    (
      "Supabase, the project's secret", .secret,
      [
        "iss": "https://abcdefgh.supabase.co/auth/v1", "aud": "authenticated",
        "role": "authenticated", "sub": "7d9f4b1c-5b7a-4c0e-8d66-2f2a1f3a9c11",
        "email": "ada@example.com", "phone": "", "aal": "aal1", "is_anonymous": false,
        "app_metadata": ["provider": "email"],
      ]
    ),
    (
      "Supabase, the project's own key", .p256,
      [
        "iss": "https://abcdefgh.supabase.co/auth/v1", "aud": "authenticated",
        "role": "authenticated", "sub": "7d9f4b1c-5b7a-4c0e-8d66-2f2a1f3a9c11",
        "email": "ada@example.com",
      ]
    ),
    (
      "Firebase", .rsa,
      [
        "iss": "https://securetoken.google.com/strikelab-1", "aud": "strikelab-1",
        "sub": "Xk2P8", "user_id": "Xk2P8", "email": "ada@example.com", "email_verified": true,
        "firebase": ["sign_in_provider": "password"],
      ]
    ),
    (
      "Auth0, with an audience of its own", .rsa,
      [
        "iss": "https://strikelab.eu.auth0.com/", "sub": "auth0|507f1f77bcf86cd799439020",
        "aud": ["https://api.strikelab.app", "https://strikelab.eu.auth0.com/userinfo"],
        "azp": "client", "scope": "openid email", "email": "ada@example.com",
      ]
    ),
  ]

  @Test("SL-1 an issuer's token opens the session of its user's account", arguments: everyShape)
  func shapes(name: String, signing: TestIssuer.Signing, claims: [String: any Sendable])
    async throws
  {
    let identity = try await IdentityServer()
    var claims = claims
    claims["iat"] = identity.now
    claims["exp"] = identity.now + 3600
    let token = try identity.issuer.token(claims, signing: signing)
    let first = try await identity.signIn(token)
    #expect(first.snapshot.account != nil)
    #expect(first.snapshot.email == "ada@example.com")
    #expect(try await identity.signIn(token).snapshot.id == first.snapshot.id)
  }

  @Test("SL-1 a project's old and new keys open one account of a user")
  func oneUser() async throws {
    let identity = try await IdentityServer()
    var ids: Set<Customer.ID> = []
    for (_, signing, claims) in Self.everyShape.prefix(2) {
      let timed = claims.merging(["exp": identity.now + 60]) { $1 }
      ids.insert(
        try await identity.signIn(try identity.issuer.token(timed, signing: signing)).snapshot.id)
    }
    #expect(ids.count == 1)
  }

  @Test("SL-5 signing in with a token carries over what the anonymous customer bought")
  func carriesOver() async throws {
    let identity = try await IdentityServer()
    let phone = try await identity.server.phone(device: "phone")
    try await phone.buy("strikelab.pro.monthly")
    let token = try identity.issuer.token(identity.apple())
    let session = try await identity.signIn(
      token, nonce: "raw", presenting: phone.token, device: "phone")
    #expect(session.snapshot.id == phone.id)
    #expect(session.snapshot.membership.phase == .subscribed)
    // A second device, with another purchase, joins the same account.
    let tablet = try await identity.server.phone(device: "tablet")
    try await tablet.buy("strikelab.pro.yearly")
    let joined = try await identity.signIn(
      token, nonce: "raw", presenting: tablet.token, device: "tablet")
    #expect(joined.snapshot.id == phone.id)
    #expect(joined.snapshot.facts.storeTransactions.count == 2)
  }

  @Test("accounts are never merged just because their email addresses match")
  func neverByEmail() async throws {
    let identity = try await IdentityServer()
    var ada = try await identity.server.phone()
    try await ada.signUp("ada@example.com")
    try await ada.buy("strikelab.pro.monthly")
    let token = try identity.issuer.token(
      identity.apple("eve", ["email": "ada@example.com"]))
    let session = try await identity.signIn(token, nonce: "raw")
    #expect(session.snapshot.id != ada.id)
    #expect(session.snapshot.membership.phase == .blocked)
    // An address that the issuer has not verified is not even displayed.
    let claimed = try identity.issuer.token(
      identity.apple("mallory", ["email": "ada@example.com", "email_verified": false]))
    #expect(try await identity.signIn(claimed, nonce: "raw").snapshot.email == nil)
  }

  @Test("one of many concurrent first sign-ins creates the account", arguments: 1...3)
  func together(round: Int) async throws {
    let identity = try await IdentityServer()
    let token = try identity.issuer.token(identity.apple())
    let ids = try await withThrowingTaskGroup(of: Customer.ID.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let phone = try await identity.server.phone()
          return try await identity.signIn(token, nonce: "raw", presenting: phone.token)
            .snapshot.id
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    let signUps = try await identity.server.entries().filter { $0.fact.kind == .signedUp }
    #expect(signUps.count == 1)
    #expect(identity.keySets.reads == 1)
  }
}
