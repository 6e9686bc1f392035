import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@Suite("Rotating the server's keys")
struct KeyRotationTests {
  private static let start = ServerKeysTests.start

  private func restarted(
    _ server: TestServer, _ keys: ServerKeys
  ) async throws -> TestServer {
    try await server.restarted {
      $0.keys = keys
      // Counted ones would name new customers like existing ones.
      $0.identifiers = .random
    }
  }

  /// The key that a token names.
  private func keyID(of token: String) throws -> String? {
    let part = try #require(token.split(separator: ".").first)
    var header = String(part).replacing("-", with: "+").replacing("_", with: "/")
    header += String(repeating: "=", count: (4 - header.count % 4) % 4)
    let data = try #require(Data(base64Encoded: header))
    return try JSONDecoder().decode([String: String].self, from: data)["kid"]
  }

  private func refusal(
    _ server: TestServer, _ change: (inout SimulatedBackend.Configuration) -> Void
  ) async throws -> ConfigurationError? {
    do {
      _ = try await server.restarted(changing: change)
      return nil
    } catch let error as ConfigurationError {
      return error
    }
  }

  @Test("tokens of the previous key are valid until it is retired")
  func tokens() async throws {
    let server = try await TestServer("strikelab")
    var keys = server.backend.keys
    let first = keys.current(.tokens).id
    let old = try await server.phone()
    #expect(try keyID(of: old.token) == first)

    let second = try keys.add(.tokens, at: Self.start, identifiers: .random).id
    let adding = try await restarted(server, keys)
    #expect(try keyID(of: try await adding.phone().token) == first)

    try keys.promote(second, at: server.now)
    let promoted = try await restarted(server, keys)
    let new = try await promoted.phone()
    #expect(try keyID(of: new.token) == second)
    // A server that has not been restarted yet accepts it too.
    #expect(try await adding.exchange(.me, token: new.token).status == 200)
    #expect(try await promoted.exchange(.me, token: old.token).status == 200)
    let renewed: SessionResponse = try await promoted.send(.session, token: old.token)
    #expect(try keyID(of: renewed.token) == second)

    try keys.retire(first)
    let retired = try await restarted(server, keys)
    let refused = try await retired.exchange(.me, token: old.token)
    #expect(refused.status == 401)
    #expect(refused.body.contains(#""code":"session_ended""#))
    let garbage = try await retired.exchange(.me, token: "a.b.c")
    #expect(garbage.body.contains(#""code":"invalid_token""#))
    for token in [new.token, renewed.token] {
      #expect(try await retired.exchange(.me, token: token).status == 200)
    }
  }

  @Test("answers are signed by the current key, and the next one is announced")
  func answers() async throws {
    let server = try await TestServer("strikelab")
    var keys = server.backend.keys
    let first = try #require(keys.current(.answers).publicKey)
    let next = try keys.add(.answers, at: Self.start, identifiers: .random)
    let second = try #require(next.publicKey)
    let phone = try await server.phone()

    func signer(_ server: TestServer) async throws -> [AnswerKey] {
      let exchange = try await server.exchange(.me, token: phone.token)
      return [first, second].filter {
        $0.signed(
          exchange.body.utf8, signature: exchange.headers["tollgate-signature"], app: server.app,
          customer: phone.id) && exchange.headers["tollgate-key"] == $0.id
      }
    }
    let adding = try await restarted(server, keys)
    #expect(try await signer(adding) == [first])
    #expect(
      try await adding.send(.signingKey) as SigningKeyResponse
        == SigningKeyResponse(publicKey: first, nextPublicKey: second))

    try keys.promote(next.id, at: server.now)
    let promoted = try await restarted(server, keys)
    #expect(try await signer(promoted) == [second])
    #expect(try await promoted.exchange(.signingKey).body.contains("next") == false)
    #expect(
      try await promoted.send(.signingKey) as SigningKeyResponse
        == SigningKeyResponse(publicKey: second))
  }

  @Test("a ledger is not served with the keys of another, or with outdated ones")
  func wrongKeys() async throws {
    let server = try await TestServer("strikelab")
    let first = server.backend.keys
    let other = try ServerKeys(at: Self.start)
    let wrong = try await refusal(server) { $0.keys = other }
    #expect(wrong?.code == .otherKeys)
    #expect(
      wrong?.message
        == "These are not the ledger's keys, or an outdated copy of them: the key \(first.current(.tokens).id) is missing."
    )

    var rotated = first
    let next = try rotated.add(.answers, at: Self.start, identifiers: .random).id
    _ = try await restarted(server, rotated)
    #expect(try await refusal(server) { $0.keys = first }?.code == .otherKeys)

    try rotated.promote(next, at: server.now)
    let unretired = rotated
    try rotated.retire(first.current(.answers).id)
    _ = try await restarted(server, rotated)
    let outdated = try await refusal(server) { $0.keys = unretired }
    #expect(
      outdated?.message
        == "These are an outdated copy of the ledger's keys: the key \(first.current(.answers).id) was retired since."
    )
    // With the operator's consent, other keys become the ledger's.
    try await other.takeOver(server.ledger, replacing: true)
    _ = try await restarted(server, other)
    #expect(try await refusal(server) { $0.keys = rotated }?.code == .otherKeys)
    // The ledger names the keys and contains no more of them.
    #expect(
      try await server.ledger.property(.serverKeys)
        == other.keys.map { "\($0.id)=current" }.joined(separator: " "))
  }

  @Test("a ledger is not served for another environment; one without a mark is marked first")
  func environment() async throws {
    let ledger = SQLiteLedger.inMemory()
    let server = try await TestServer("strikelab", ledger: ledger)
    #expect(try await ledger.property(.environment) == "sandbox")
    let refused = try await refusal(server) {
      $0.environments = [.production, .sandbox]
      $0.appAppleID = 42
    }
    #expect(refused?.code == .environment)
    #expect(
      refused?.message == """
        The ledger belongs to a server for the environment sandbox, and this one is for production: use a ledger of \
        its own for each environment.
        """)
    #expect(try await ledger.property(.environment) == "sandbox")
    _ = try await server.restarted()

    try await ledger.set(.environment, to: "production")
    #expect(try await refusal(server) { _ in }?.code == .environment)
  }
}
