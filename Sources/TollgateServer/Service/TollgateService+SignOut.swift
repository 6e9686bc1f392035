public import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Ends the session of a token for good: neither the token nor any it was exchanged for remains valid.
  ///
  /// Ending a session that has already ended changes nothing.
  ///
  /// - Parameters:
  ///   - token: The token, expired or not.
  ///   - app: The app.
  /// - Returns: The customer's version and the server's clock.
  /// - Throws: `Problem` with the code of the token's error.
  public func signOut(
    _ token: String, in app: Blueprint.App.ID
  ) async throws(Problem) -> ChangeResponse {
    let app = try served(app)
    let claims = try await tokens.claims(of: token, in: app.id)
    guard clock() < claims.renewableUntil else { throw Self.tooOld }
    let claim = LedgerClaim.endedSession(claims.session)
    let record = try await whole(try await named(claims, in: app), in: app)
    let written = try await write(to: record.id, in: app) {
      (record, now) async throws(Problem) -> Step in
      guard record.mergedInto == nil else {
        throw Problem(.busy, "The customer was merged at the same time.")
      }
      guard try await owner(of: claim, in: app) == nil else { return .nothing }
      return .append(Change(at: now, claims: [claim]))
    }
    tokens.end(claims.session)
    return ChangeResponse(facts: [], version: written.record.version, serverTime: written.at)
  }

  /// Rejects the token of a session that has ended.
  func refuseEnded(_ claims: CustomerTokens.Claims, in app: ServedApp) async throws(Problem) {
    let isOpen: Bool
    if let known = tokens.isOpen(claims.session) {
      isOpen = known
    } else {
      isOpen = try await owner(of: .endedSession(claims.session), in: app) == nil
      tokens.note(claims.session, isOpen: isOpen)
    }
    guard isOpen else {
      throw Problem(.sessionEnded, "The session was ended: sign in again.")
    }
  }
}
