import TollgateWire

extension SessionLifecycle {
  /// What to do about a request that the server refused because of its token.
  enum Recovery: Hashable, Sendable {
    /// Nothing: the error is the result.
    case fail
    /// Send it again with the current session.
    case resend
    /// Exchange the token, then send it again.
    case exchange
    /// Leave the session, which the server has ended; see ``endedByServer()``.
    case end
    /// Leave the session, whose customer was deleted; see ``deleted()``.
    case delete
  }

  /// What to do about a request that was sent with a ticket, after the server's code; nil if it gave none.
  func recovery(of ticket: Ticket, after code: ProblemCode?) -> Recovery {
    guard let code, code.isAboutToken else { return .fail }
    switch standing(of: ticket) {
    case .left: return .fail
    // Another request has exchanged the token in the meantime.
    case .renewed: return .resend
    case .current: break
    }
    switch state {
    case .none: return .fail
    case .anonymous, .signedIn: if code == .customerDeleted { return .delete }
    }
    switch state {
    case .none: return .fail
    case .anonymous:
      if [.invalidToken, .sessionEnded].contains(code) { return .end }
    case .signedIn:
      if code == .sessionEnded { return .end }
    }
    return [.expiredToken, .customerMerged].contains(code) ? .exchange : .fail
  }

  /// What to do about a token that the server did not exchange.
  func recovery(ofExchange ticket: Ticket, after code: ProblemCode?) -> Recovery {
    guard let code, [.expiredToken, .sessionEnded, .customerDeleted].contains(code) else {
      return .fail
    }
    switch standing(of: ticket) {
    case .current: return code == .customerDeleted ? .delete : .end
    case .renewed, .left: return .fail
    }
  }
}

extension ProblemCode {
  /// Whether the customer token is invalid, whatever the request.
  var isAboutToken: Bool {
    [
      .missingToken, .invalidToken, .expiredToken, .sessionEnded, .customerMerged, .customerDeleted,
    ].contains(self)
  }
}
