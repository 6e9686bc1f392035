import Tollgate
import TollgateLedger
import TollgateWire

extension TollgateService {
  func refuseTaken(_ email: EmailAddress, in app: ServedApp) async throws(Problem) {
    guard try await credentials(of: email, in: app) == nil else {
      throw Problem(.emailTaken, "An account with this email address exists: sign in.")
    }
  }

  func credentials(
    of email: EmailAddress, in app: ServedApp
  ) async throws(Problem) -> LedgerCredentials? {
    do {
      return try await ledger.credentials(of: email.text, in: app.id)
    } catch {
      throw Problem(error)
    }
  }

  /// The credentials that a request proves; equally slow for an unknown address and for a wrong password.
  func proven(
    _ request: CredentialsRequest, in app: ServedApp
  ) async throws(Problem) -> LedgerCredentials {
    let wrong = Problem(.wrongCredentials, "The email address or the password is wrong.")
    guard PasswordLength.range.contains(request.password.count) else { throw wrong }
    let stored = try await credentials(of: try EmailAddress(request.email), in: app)
    guard try await passwords.matches(request.password, stored?.passwordHash), let stored else {
      throw wrong
    }
    return stored
  }
}
