import AppStoreSimulator
import Crypto
import Foundation
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateServer
import TollgateSimulation
import TollgateWire

/// An issuer whose secret signs any claims, and a server that trusts it.
struct FuzzedIssuer: Sendable {
  /// Claims that the server accepts, with every time that a token may state.
  static let claims = """
    {"iss": "https://id.example.com", "aud": "fuzz", "sub": "u", "exp": 1775456600, "iat": 1775456000,
     "nbf": 1775455999.5, "email": "ada@example.com", "email_verified": true}
    """

  private static let secret = Array("a secret that nobody else has, of 32 bytes or more".utf8)
  private let backend: SimulatedBackend

  init(trustedBesides store: AppStoreSimulator) async throws {
    let file = try BlueprintFile.parse(Seeds.blueprint, name: "seed.yml") { _ in Data() }
    backend = try await SimulatedBackend(
      file.blueprint, revision: "r1", store: store,
      configuration: SimulatedBackend.Configuration(
        issuers: [
          TokenIssuer(
            issuer: "https://id.example.com", audiences: ["fuzz"], keys: [.secret(Self.secret)])
        ], environments: [.sandbox]))
  }

  /// Signed claims sign somebody in, or are refused as a token; nothing else is wrong with them.
  func signIn(with claims: Data) async -> String? {
    let header = Base64.encode(Data(#"{"alg":"HS256"}"#.utf8), as: .url)
    let signed = header + "." + Base64.encode(claims, as: .url)
    let mac = HMAC<SHA256>.authenticationCode(
      for: Data(signed.utf8), using: SymmetricKey(data: Self.secret))
    let token = signed + "." + Base64.encode(Data(mac), as: .url)
    let service = backend.service
    do {
      let visitor = try await service.authenticator.visitor(
        presenting: nil, in: try service.app(backend.app))
      _ = try await service.accounts.signIn(with: TokenSignInRequest(token: token), as: visitor)
      return nil
    } catch {
      return error.status == 401 ? nil : "a token: \(error)"
    }
  }
}
