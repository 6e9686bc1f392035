import Foundation
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("Tokens that prove nothing")
struct IdentityRefusalTests {
  /// A token that differs from a valid one of Apple's in one respect.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    var claims: [String: any Sendable] = [:]
    var without: String?
    var signing = TestIssuer.Signing.rsa
    var header: [String: String] = [:]
    var nonce: String? = "raw"
    var key = 0
    var code: ProblemCode? = .invalidIdentityToken

    init(
      _ description: String, _ claims: [String: any Sendable] = [:], without: String? = nil,
      signing: TestIssuer.Signing = .rsa, header: [String: String] = [:], nonce: String? = "raw",
      key: Int = 0, code: ProblemCode? = .invalidIdentityToken
    ) {
      self.description = description
      self.claims = claims
      self.without = without
      self.signing = signing
      self.header = header
      self.nonce = nonce
      self.key = key
      self.code = code
    }
  }

  static let now = TestServer.start.map { $0.milliseconds / 1000 } ?? 0

  static let cases: [Case] = [
    Case("a good one", code: nil),
    Case("good, with several audiences", ["aud": ["other", "com.example.strikelab"]], code: nil),
    Case("good, a clock apart", ["iat": now + 60, "exp": now + 600], code: nil),
    Case("good, expired within the tolerance", ["exp": now - 59], code: nil),
    Case("for another app", ["aud": "com.example.other"]),
    Case("for nobody", without: "aud"),
    Case("of another issuer", ["iss": "https://accounts.example.com"], code: .unknownIssuer),
    Case("of nobody", without: "iss", code: .unknownIssuer),
    Case("expired", ["exp": now - 60], code: .expiredIdentityToken),
    Case("that never expires", without: "exp"),
    Case("with an expiry that is not a number", ["exp": "tomorrow"]),
    Case("from the future", ["iat": now + 61]),
    Case("not yet valid", ["nbf": now + 61]),
    Case("without a user", without: "sub"),
    Case("with an empty user", ["sub": ""]),
    Case("with a user of another kind", ["sub": 7]),
    Case("with a user too long", ["sub": String(repeating: "x", count: 256)]),
    Case("answering another nonce", nonce: "other"),
    Case("answering a nonce that nobody made", nonce: nil),
    Case("without the nonce that was made", without: "nonce"),
    Case("signed by another key", key: 1),
    Case("signed by nobody", signing: .none),
    Case("signed with the public key as a secret", signing: .secretOfPublicKey),
    Case("signed with a secret of another issuer", signing: .secret),
    Case("signed with one algorithm and claiming another", header: ["alg": "RS384"]),
    Case("claiming an elliptic curve for an RSA key", header: ["alg": "ES256"]),
    Case("claiming no algorithm", header: ["alg": "none"]),
    Case("claiming an algorithm in lower case", header: ["alg": "rs256"]),
    Case("naming a key that nobody has", header: ["kid": "other"]),
  ]

  @Test("each thing that can be wrong with a token is refused by its code", arguments: cases)
  func refused(case row: Case) async throws {
    let identity = try await IdentityServer()
    var claims = identity.apple().merging(row.claims) { $1 }
    if let name = row.without { claims[name] = nil }
    var issuer = identity.issuer
    issuer.key = row.key
    let token = try issuer.token(claims, signing: row.signing, header: row.header)
    #expect(try await identity.refusal(token, nonce: row.nonce) == row.code)
    let isRefused = row.code != nil
    #expect(try await identity.server.entries().isEmpty == isRefused)
  }

  @Test(
    "a time that cannot be read refuses the token, whichever claim it is in",
    arguments: ["exp", "nbf", "iat"])
  func unreadableTime(claim: String) async throws {
    let identity = try await IdentityServer()
    let unreadable: [any Sendable] = [
      Int64.max, 1e300, -1e300, true, false, "tomorrow", "\(identity.now)", [identity.now],
    ]
    for value in unreadable {
      let token = try identity.issuer.token(identity.apple().merging([claim: value]) { $1 })
      #expect(
        try await identity.refusal(token, nonce: "raw") == .invalidIdentityToken, "\(value)")
    }
  }

  @Test("a time before all others is in the past, and stops nothing")
  func firstTime() async throws {
    let identity = try await IdentityServer()
    let codes: [(String, ProblemCode?)] = [
      ("exp", .expiredIdentityToken), ("nbf", nil), ("iat", nil),
    ]
    for (claim, code) in codes {
      let token = try identity.issuer.token(identity.apple().merging([claim: Int64.min]) { $1 })
      #expect(try await identity.refusal(token, nonce: "raw") == code, "\(claim)")
    }
  }

  @Test("a claim of another kind is not a missing one")
  func otherKinds() async throws {
    let identity = try await IdentityServer()
    func token(_ more: [String: any Sendable]) throws -> String {
      var claims: [String: any Sendable] = [
        "iss": "https://securetoken.google.com/strikelab-1", "aud": "strikelab-1", "sub": "u",
        "exp": identity.now + 60, "email": "ada@example.com",
      ]
      claims.merge(more) { $1 }
      return try identity.issuer.token(claims)
    }
    #expect(try await identity.refusal(try token(["nonce": 7])) == .invalidIdentityToken)
    #expect(try await identity.signIn(try token([:])).snapshot.email == "ada@example.com")
    let unverified: [(String, any Sendable)] = [("a", 0), ("b", "no"), ("c", [String]())]
    for (user, value) in unverified {
      let session = try await identity.signIn(try token(["sub": user, "email_verified": value]))
      #expect(session.snapshot.email == nil, "\(value)")
    }
  }

  @Test("a public key in PEM is not accepted as a secret")
  func confusion() async throws {
    let issuer = TestIssuer()
    let server = try await TestServer(
      "strikelab",
      configuration: .sandbox(issuers: [
        TokenIssuer(
          issuer: "https://id.example.com", audiences: ["strikelab"],
          keys: [.publicKey(try issuer.publicPEM)])
      ]))
    let claims: [String: any Sendable] = [
      "iss": "https://id.example.com", "aud": "strikelab", "sub": "u",
      "exp": server.now.milliseconds / 1000 + 60,
    ]
    for (signing, isTaken) in [
      (TestIssuer.Signing.rsa, true), (.secretOfPublicKey, false), (.none, false),
    ] {
      let token = try issuer.token(claims, signing: signing)
      let exchange = try await server.exchange(.signInWithToken, body: #"{"token":"\#(token)"}"#)
      #expect((exchange.status == 200) == isTaken)
    }
  }

  @Test("a role that is not a user's is refused")
  func role() async throws {
    let identity = try await IdentityServer()
    for role in ["anon", "service_role"] {
      let token = try identity.issuer.token(
        [
          "iss": "https://abcdefgh.supabase.co/auth/v1", "aud": "authenticated", "role": role,
          "sub": "u", "exp": identity.now + 60,
        ], signing: .secret)
      #expect(try await identity.refusal(token) == .invalidIdentityToken)
    }
  }

  @Test("a token with any character changed is refused, and so is every part of one")
  func mangled() async throws {
    let identity = try await IdentityServer()
    let token = try identity.issuer.token(identity.apple())
    var tried = 0
    let characters = Array(token)
    for position in stride(from: 0, to: characters.count - 1, by: 7) {
      var changed = characters
      changed[position] = changed[position] == "A" ? "B" : "A"
      guard changed != characters else { continue }
      let code = try await identity.refusal(String(changed), nonce: "raw")
      #expect(code == .invalidIdentityToken || code == .unknownIssuer, "at \(position)")
      tried += 1
    }
    #expect(tried > 90)
    for part in [
      "", ".", "..", "a.b.c", String(token.dropLast(9)), token + ".x", "\(token)\(token)",
    ] {
      #expect(try await identity.refusal(part, nonce: "raw") != nil)
    }
    let long = String(repeating: "a", count: 8193)
    #expect(try await identity.refusal(long) == .invalidIdentityToken)
    #expect(try await identity.server.entries().isEmpty)
  }

  @Test("a problem with a token is answered whole")
  func answered() async throws {
    let identity = try await IdentityServer()
    let exchange = try await identity.server.exchange(.signInWithToken, body: #"{"token":"a.b.c"}"#)
    #expect(
      "\(exchange)" == """
        401 application/problem+json
        WWW-Authenticate: Bearer
        {
          "code": "invalid_identity_token",
          "detail": "The token does not prove who the person is in this app.",
          "isRetryable": false,
          "status": 401,
          "title": "Invalid issuer's token",
          "type": "urn:tollgate:problem:invalid_identity_token"
        }
        """)
  }
}
