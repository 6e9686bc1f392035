public import Tollgate
import TollgateWire

/// A customer token for the app's own backend, which proves who the customer is.
///
/// Send it over HTTPS to your own backend only, and do not store or log it: whoever has it can act as the customer.
public struct CustomerAuthorization: Hashable, Sendable, CustomStringConvertible {
  /// The customer that the token names.
  public let customer: Customer.ID
  /// The customer token.
  public let token: String
  /// When the token expires.
  public let expiresAt: Instant

  /// The value of an `Authorization` header: `Bearer` and the token.
  public var headerValue: String { "Bearer \(token)" }

  /// The customer; the token is left out, so that it does not end in a log.
  public var description: String { "authorization of \(customer)" }
}

extension TollgateClient {
  /// Returns a customer token for the app's own backend, which proves to it who the customer is.
  ///
  /// ```swift
  /// var request = URLRequest(url: URL(string: "https://api.example.com/chat-stream")!)
  /// request.setValue(
  ///   try await client.authorization().headerValue, forHTTPHeaderField: "Authorization")
  /// ```
  ///
  /// Ask for each request. The token is the device's own: nothing is sent unless it expires within 7 days, in which case
  /// it is exchanged for a new one, or there is no customer yet, in which case an anonymous one is created. If your
  /// backend gets a 401 for it, call ``refresh()`` and ask again.
  ///
  /// - Returns: A token that is valid now, and its customer.
  /// - Throws: ``ClientError`` with code `customerChanged` if the person signed out meanwhile, `sessionEnded` if the
  ///   server has ended the session, `network` if the token has expired and the server cannot be reached, or the
  ///   server's.
  public func authorization() async throws(ClientError) -> CustomerAuthorization {
    let ticket = session.ticket
    do {
      let current = try await ensureSession()
      if session.standing(of: ticket) != .left, let now, current.isExpiring(at: now) {
        try await exchangeUnlessValid(current, at: now)
      }
    } catch {
      throw error.error
    }
    guard session.standing(of: ticket) != .left, let current = session.current else {
      throw ClientError(.customerChanged)
    }
    return CustomerAuthorization(
      customer: current.customer, token: current.token, expiresAt: current.expiresAt)
  }

  /// Exchanges a token that expires soon; one that is still valid is kept if that fails.
  private func exchangeUnlessValid(
    _ current: Session, at now: Instant
  ) async throws(ServerCalls.Failure) {
    let ticket = session.ticket(for: current)
    do {
      try await exchange(current, ticket)
    } catch {
      guard session.standing(of: ticket) == .current, now < current.expiresAt else { throw error }
    }
  }
}
