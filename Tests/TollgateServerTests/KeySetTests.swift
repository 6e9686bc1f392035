import Foundation
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("Key sets of issuers")
struct KeySetTests {
  private func token(_ identity: IdentityServer, key: Int = 0, kid: String = "key-0") throws
    -> String
  {
    try TestIssuer(key: key, kid: kid).token(identity.apple())
  }

  @Test("a set is fetched when it is needed, and not again while it is fresh")
  func cached() async throws {
    let identity = try await IdentityServer()
    #expect(identity.keySets.reads == 0)
    for _ in 1...5 { try await identity.signIn(try token(identity), nonce: "raw") }
    #expect(identity.keySets.reads == 1)
    identity.server.advance(milliseconds: 3_600_000 - 1)
    try await identity.signIn(try token(identity), nonce: "raw")
    #expect(identity.keySets.reads == 1)
    identity.server.advance(milliseconds: 1)
    try await identity.signIn(try token(identity), nonce: "raw")
    #expect(identity.keySets.reads == 2)
  }

  @Test(
    "a set stays fresh for as long as it says, within bounds",
    arguments: [
      ("max-age=600", 600), ("public, max-age=21600, must-revalidate", 21_600),
      ("max-age=0", 300), ("max-age=999999999", 86_400), ("no-store", 3600),
      ("max-age=soon", 3600),
    ] as [(String, Int64)])
  func age(cacheControl: String, seconds: Int64) async throws {
    let identity = try await IdentityServer()
    identity.keySets.serve(
      try identity.issuer.keySet(), at: IdentityServer.appleKeys, cacheControl: cacheControl)
    try await identity.signIn(try token(identity), nonce: "raw")
    identity.server.advance(milliseconds: seconds * 1000 - 1)
    try await identity.signIn(try token(identity), nonce: "raw")
    #expect(identity.keySets.reads == 1)
    identity.server.advance(milliseconds: 1)
    try await identity.signIn(try token(identity), nonce: "raw")
    #expect(identity.keySets.reads == 2)
  }

  @Test("a new key is found at once; unknown ones are requested once a minute")
  func rotation() async throws {
    let identity = try await IdentityServer()
    try await identity.signIn(try token(identity), nonce: "raw")
    identity.server.advance(milliseconds: 60_000)
    identity.keySets.serve(
      try TestIssuer(key: 1, kid: "key-1").keySet(), at: IdentityServer.appleKeys)
    try await identity.signIn(try token(identity, key: 1, kid: "key-1"), nonce: "raw")
    #expect(identity.keySets.reads == 2)
    for _ in 1...5 {
      let forged = try token(identity, kid: "forged")
      #expect(try await identity.refusal(forged, nonce: "raw") == .invalidIdentityToken)
    }
    #expect(identity.keySets.reads == 2)
    identity.server.advance(milliseconds: 60_000)
    for _ in 1...5 {
      _ = try await identity.refusal(try token(identity, kid: "forged"), nonce: "raw")
    }
    #expect(identity.keySets.reads == 3)
  }

  @Test("while an issuer cannot be reached, its old keys are used for a week")
  func unreachable() async throws {
    let identity = try await IdentityServer()
    try await identity.signIn(try token(identity), nonce: "raw")
    identity.keySets.disconnect()
    identity.server.advance(Period(6, .day))
    for _ in 1...3 { try await identity.signIn(try token(identity), nonce: "raw") }
    #expect(identity.keySets.reads == 2)
    // Whether a new key is valid is currently unknown, which is not a no.
    let new = try token(identity, key: 1, kid: "key-1")
    #expect(try await identity.refusal(new, nonce: "raw") == .issuerUnavailable)
    identity.server.advance(Period(1, .day))
    #expect(
      try await identity.refusal(try token(identity), nonce: "raw") == .issuerUnavailable)
    identity.server.advance(milliseconds: 60_000)
    identity.keySets.serve(try identity.issuer.keySet(), at: IdentityServer.appleKeys)
    try await identity.signIn(try token(identity), nonce: "raw")
  }

  @Test("an issuer that was never reached is a retryable problem, and is asked once a minute")
  func neverReached() async throws {
    let identity = try await IdentityServer()
    identity.keySets.disconnect()
    for _ in 1...3 {
      let body = #"{"token":"\#(try token(identity))","nonce":"raw"}"#
      let exchange = try await identity.server.exchange(.signInWithToken, body: body)
      #expect(exchange.status == 503)
      #expect(exchange.headers["Retry-After"] == "1")
      #expect(exchange.body.contains(#""code":"issuer_unavailable""#))
    }
    #expect(identity.keySets.reads == 1)
  }

  @Test(
    "an invalid key set counts as no response",
    arguments: [("", 200), ("{}", 200), (#"{"keys":[]}"#, 200), ("not found", 404), ("[1]", 200)])
  func damaged(body: String, status: Int) async throws {
    let identity = try await IdentityServer()
    identity.keySets.serve(Data(body.utf8), at: IdentityServer.appleKeys, status: status)
    #expect(
      try await identity.refusal(try token(identity), nonce: "raw") == .issuerUnavailable)
  }
}

@Suite("The operator's issuers file")
struct TokenIssuerFileTests {
  private let app = Blueprint.App(
    id: "strikelab", name: "StrikeLab", bundleID: "com.example.strikelab")

  @Test("known issuers need few members, others need all of them")
  func reads() throws {
    let file = try TokenIssuerFile(
      json: """
        {"strikelab": [
          {"kind": "apple", "services": ["com.example.strikelab.web"]},
          {"kind": "supabase", "project": "abcdefgh", "secret": "\(TestIssuer.secret)"},
          {"kind": "firebase", "project": "strikelab-1"},
          {"issuer": "https://id.example.com/", "audiences": ["strikelab"],
           "keySet": "https://id.example.com/.well-known/jwks.json", "userClaim": "uid"}]}
        """.utf8)
    #expect(file.apps == ["strikelab"])
    let expected: [TokenIssuer] = [
      .apple(bundleID: "com.example.strikelab", services: ["com.example.strikelab.web"]),
      .supabase(project: "abcdefgh", secret: TestIssuer.secret),
      .firebase(project: "strikelab-1"),
      TokenIssuer(
        issuer: "https://id.example.com/", audiences: ["strikelab"],
        keys: [.keySet("https://id.example.com/.well-known/jwks.json")], userClaim: "uid"),
    ]
    #expect(try file.issuers(of: app) == expected)
    let other = Blueprint.App(id: "other", name: "Other", bundleID: "com.example.other")
    #expect(try file.issuers(of: other) == nil)
  }

  @Test(
    "a mistake is reported with its position",
    arguments: [
      (#"{"kind": "supabase"}"#, "`strikelab.0`: `project` is missing."),
      (#"{"kind": "aple"}"#, "The issuers cannot be read: `strikelab.0.kind` cannot be read."),
      (#"{"issuer": "x"}"#, "`strikelab.0`: `audiences` is missing."),
      (#"{"issuer": "x", "audiences": []}"#, "the issuer x names no audience"),
      (#"{"issuer": "x", "audiences": ["a"]}"#, "the issuer x has no keys"),
      (
        #"{"issuer": "x", "audiences": ["a"], "keySet": "http://x"}"#,
        "the key set of x is not at an https address"
      ),
      (
        #"{"issuer": "x", "audiences": ["a"], "secret": "short"}"#,
        "the secret of x has less than 32 bytes"
      ),
      (
        #"{"issuer": "x", "audiences": ["a"], "publicKey": "short"}"#,
        "the public key of x is not an RSA or P-256 key in PEM"
      ),
      (
        #"{"kind": "apple", "service": []}"#,
        "`strikelab.0`: an issuer has no key `service`; did you mean `services`?"
      ),
    ])
  func mistakes(form: String, sentence: String) throws {
    do {
      _ = try TokenIssuerFile(json: #"{"strikelab": [\#(form)]}"#.utf8).issuers(of: app)
      Issue.record("the mistake was not found")
    } catch {
      #expect(error.code == .issuers)
      #expect(error.message.contains(sentence), "\(error.message)")
    }
  }
}
