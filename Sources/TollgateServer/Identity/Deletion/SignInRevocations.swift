import Foundation
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// Revokes the Sign in with Apple of deleted accounts.
///
/// At sign-in the server exchanges the authorization code for a refresh token and stores it apart from facts. A
/// deletion turns it into a revocation in the same commit; ``StoreJobs`` then asks Apple, at most ``tryLimit`` times.
/// Without a key or a token nothing is revoked, and no failure here ever fails a sign-in or a deletion.
///
/// Follows Apple's [Token
/// revocation](https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens).
struct SignInRevocations: Sendable {
  /// How many times the server asks Apple to revoke a token, over two and a half days, before it discards the token.
  static let tryLimit = 13
  /// How many revocations of an app one round tries.
  static let batch = 20
  /// The wait after the first failure, which doubles with each further one up to ``longestWait``.
  static let firstWait = Duration.minutes(1)
  /// The longest wait between two tries.
  static let longestWait = Duration.hours(24)
  /// The greatest length of an authorization code or a token, in bytes.
  static let sizeLimit = 4096

  private static let exchangeAddress = "\(TokenIssuer.apple)/auth/token"
  private static let revokeAddress = "\(TokenIssuer.apple)/auth/revoke"

  /// The result of a round, without anything personal.
  struct Report: Hashable, Sendable {
    var revoked = 0
    /// How many failed and are tried again.
    var failed = 0
    /// How many failed for the last time.
    var abandoned = 0
  }

  let records: CustomerRecords
  let transport: any AppleSignInTransport

  /// Exchanges an authorization code and stores the refresh token; does nothing if that fails.
  ///
  /// - Parameters:
  ///   - code: The authorization code, valid once within five minutes.
  ///   - identity: The identity that the token proved; a code of another user is discarded.
  func keep(
    _ code: String, of identity: Identity, for customer: Customer.ID, in app: ServedApp
  ) async {
    guard let key = app.signInKey, (1...Self.sizeLimit).contains(code.utf8.count) else { return }
    let now = records.clock()
    do {
      let response = try await transport.post(
        Self.form([
          ("client_id", identity.client),
          ("client_secret", try key.clientSecret(for: identity.client, at: now)),
          ("code", code), ("grant_type", "authorization_code"),
        ]), to: Self.exchangeAddress)
      guard response.status == 200 else { return }
      let tokens = try JSONDecoder().decode(Tokens.self, from: response.body)
      guard tokens.user == identity.user, tokens.refresh.utf8.count <= Self.sizeLimit else {
        return
      }
      try await records.ledger.keep(
        LedgerSignInToken(client: identity.client, token: tokens.refresh), of: customer,
        in: app.id, at: now)
    } catch {
      // Without a token the account can still be deleted.
    }
  }

  /// Asks Apple to revoke the tokens of an app that are due and that no other server has taken.
  func runOnce(in app: ServedApp, lease: LedgerLease? = nil) async -> Report {
    var report = Report()
    guard let key = app.signInKey else { return report }
    let now = records.clock()
    do {
      let due = try await records.ledger.revocations(
        dueAt: now, in: app.id, limit: Self.batch, lease: lease)
      for revocation in due {
        if await revoke(revocation.token, with: key, at: now) {
          try await records.ledger.settle(revocation, in: app.id, next: nil)
          report.revoked += 1
        } else if revocation.tries + 1 < Self.tryLimit {
          let wait = min(Self.firstWait * (1 << revocation.tries), Self.longestWait)
          try await records.ledger.settle(revocation, in: app.id, next: now.advanced(by: wait))
          report.failed += 1
        } else {
          try await records.ledger.settle(revocation, in: app.id, next: nil)
          report.abandoned += 1
        }
      }
    } catch {
      // The ledger has them for the next round.
      report.failed += 1
    }
    return report
  }

  /// Whether Apple revoked a token; it answers 200 also for one that is no longer valid.
  private func revoke(
    _ token: LedgerSignInToken, with key: AppleSignInKey, at now: Instant
  ) async -> Bool {
    do {
      let form = Self.form([
        ("client_id", token.client),
        ("client_secret", try key.clientSecret(for: token.client, at: now)),
        ("token", token.token), ("token_type_hint", "refresh_token"),
      ])
      return try await transport.post(form, to: Self.revokeAddress).status == 200
    } catch {
      return false
    }
  }

  /// The response to an exchanged code ([RFC 6749](https://www.rfc-editor.org/rfc/rfc6749), 5.1), with OpenID's token.
  private struct Tokens: Decodable {
    private enum CodingKeys: String, CodingKey {
      case refresh = "refresh_token"
      case identity = "id_token"
    }

    private struct Subject: Decodable {
      let sub: String
    }

    let refresh: String
    /// The user; the identity token comes from Apple itself over TLS, which takes the place of its signature (OpenID
    /// Connect Core, 3.1.3.7).
    let user: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      refresh = try container.decode(String.self, forKey: .refresh)
      let token = try container.decode(String.self, forKey: .identity)
      let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 3, let payload = Base64.decode(Array(parts[1])[...], as: .url) else {
        throw DecodingError.dataCorruptedError(
          forKey: .identity, in: container, debugDescription: "not a JSON Web Token")
      }
      user = try JSONDecoder().decode(Subject.self, from: Data(payload)).sub
    }
  }

  /// Encodes a form (`application/x-www-form-urlencoded`): everything but RFC 3986's unreserved characters.
  private static func form(_ fields: [(name: String, value: String)]) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return fields.map { field in
      let value = field.value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
      return "\(field.name)=\(value)"
    }.joined(separator: "&")
  }
}
