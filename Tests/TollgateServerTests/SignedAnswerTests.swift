import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Responses are signed")
struct SignedAnswerTests {
  /// A server's key as an app pins it.
  private func key(of server: TestServer) async throws -> AnswerKey {
    let response: SigningKeyResponse = try await server.send(.signingKey)
    #expect(response.algorithm == "Ed25519")
    #expect(response.publicKey == server.service.answerKey)
    return try #require(AnswerKey(base64: response.publicKey.base64))
  }

  /// Every endpoint whose response a client caches, with its request.
  static let answers: [(Endpoint, String)] = [
    (.me, ""), (.customer("customer-1"), ""), (.session, ""),
    (.milestone("discovery-complete"), ""),
    (.use("send-message"), "{}"), (.paywallShown("after-discovery"), ""),
    (.paywallClosed("after-discovery"), ""), (.restore, #"{"signedTransactions":[]}"#),
  ]

  @Test("everything a client caches about a customer is signed, byte for byte", arguments: answers)
  func kept(endpoint: Endpoint, body: String) async throws {
    let server = try await TestServer("coach-paid")
    let key = try await key(of: server)
    let phone = try await server.phone()
    let exchange = try await server.exchange(endpoint, token: phone.token, key: "k", body: body)
    #expect(exchange.status == 200)
    let signature = exchange.headers["tollgate-signature"]
    let bytes = Array(exchange.body.utf8)
    #expect(key.signed(bytes, signature: signature, app: server.app, customer: phone.id))
    #expect(!key.signed(bytes, signature: signature, app: server.app, customer: "customer-2"))
    #expect(!key.signed(bytes, signature: signature, app: "coach-free", customer: phone.id))
    #expect(!key.signed(bytes, signature: signature, app: server.app, customer: nil))
    #expect(!key.signed(bytes, signature: nil, app: server.app, customer: phone.id))
    #expect(!key.signed(bytes + [32], signature: signature, app: server.app, customer: phone.id))
  }

  @Test("a new session is signed for the customer it names; so are an account's")
  func sessions() async throws {
    let server = try await TestServer("strikelab")
    let key = try await key(of: server)
    let credentials = #"{"email":"ada@example.com","password":"correct horse"}"#
    for (endpoint, body) in [
      (Endpoint.createCustomer, ""), (.signUp, credentials), (.signIn, credentials),
    ] {
      let exchange = try await server.exchange(endpoint, body: body)
      let session = try JSONDecoder().decode(SessionResponse.self, from: Data(exchange.body.utf8))
      #expect(
        key.signed(
          exchange.body.utf8, signature: exchange.headers["tollgate-signature"], app: server.app,
          customer: session.snapshot.id))
    }
  }

  @Test("a forged response is rejected, whichever byte of it or of its signature was changed")
  func forged() async throws {
    let server = try await TestServer("coach-paid")
    let key = try await key(of: server)
    let phone = try await server.phone()
    let exchange = try await server.exchange(.me, token: phone.token)
    let signature = try #require(exchange.headers["tollgate-signature"])
    let bytes = Array(exchange.body.utf8)
    var refused = 0
    for position in bytes.indices {
      var forged = bytes
      forged[position] ^= 1
      let isSigned = key.signed(
        forged, signature: signature, app: server.app, customer: phone.id)
      refused += isSigned ? 0 : 1
    }
    #expect(refused == bytes.count)
    let good = try #require(Data(base64Encoded: signature))
    #expect(good.count == 64)
    for position in good.indices {
      var forged = good
      forged[position] ^= 1
      #expect(
        !key.signed(
          bytes, signature: forged.base64EncodedString(), app: server.app, customer: phone.id))
    }
    let other = try #require(AnswerKey(bytes: Array(repeating: 9, count: AnswerKey.byteCount)))
    #expect(!other.signed(bytes, signature: signature, app: server.app, customer: phone.id))
  }

  @Test("the blueprint is signed for everyone, with the same signature each time")
  func blueprint() async throws {
    let server = try await TestServer("techniq")
    let key = try await key(of: server)
    let first = try await server.exchange(.blueprint)
    let again = try await server.exchange(.blueprint)
    #expect(first.headers["tollgate-signature"] == again.headers["tollgate-signature"])
    #expect(
      key.signed(
        first.body.utf8, signature: first.headers["tollgate-signature"], app: server.app,
        customer: nil))
  }

  @Test("a repeated use is signed like the first response")
  func replayed() async throws {
    let server = try await TestServer("techniq")
    let key = try await key(of: server)
    let phone = try await server.phone()
    for _ in 1...2 {
      let exchange = try await server.exchange(
        .use("custom-drill"), token: phone.token, key: "k", body: "{}")
      #expect(
        key.signed(
          exchange.body.utf8, signature: exchange.headers["tollgate-signature"], app: server.app,
          customer: phone.id))
    }
  }

  @Test("an answer names the key that signed it")
  func named() async throws {
    let server = try await TestServer("coach-paid")
    let key = try await key(of: server)
    let phone = try await server.phone()
    for exchange in [
      try await server.exchange(.me, token: phone.token), try await server.exchange(.blueprint),
      try await server.exchange(.createCustomer, body: ""),
    ] {
      #expect(exchange.headers["tollgate-key"] == key.id)
    }
    let unsigned = try await server.exchange(.membership, token: phone.token)
    #expect(unsigned.headers["tollgate-key"] == nil)
    let zeros = AnswerKey(bytes: Array(repeating: 0, count: AnswerKey.byteCount))
    #expect(zeros?.id == "66687aadf862bd77")
  }

  @Test("a key is 32 bytes in Base64", arguments: ["", "AAAA", "not a key", "="])
  func badKeys(text: String) {
    #expect(AnswerKey(base64: text) == nil)
  }
}
