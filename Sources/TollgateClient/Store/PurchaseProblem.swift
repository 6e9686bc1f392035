/// Why a purchase did not end in access, each with a plain message of its own.
public enum PurchaseProblem: String, Hashable, Sendable, Codable, CaseIterable, Error {
  /// The device or the store account may not buy.
  case paymentNotAllowed
  /// The payment was declined.
  case paymentInvalid
  /// The store or the server could not be reached; nothing was bought.
  case network
  /// Another person has to approve it first.
  case pendingApproval
  /// The store does not sell it here.
  case productUnavailable
  /// The customer has to do something in the store's own settings first.
  case interrupted
  /// It was bought and is safe on the device, but the server has not confirmed it yet.
  case notConfirmed
  /// The server refused the store's transaction.
  case notAccepted
  /// It was bought and recorded but no longer gives anything, for example because it was refunded at once.
  case notActive
  /// The purchase belongs to another account.
  case ownedByAnother
  /// Another purchase is under way.
  case busy
  /// Anything else.
  case unknown

  /// Whether a retry can help.
  public var canTryAgain: Bool {
    switch self {
    case .paymentInvalid, .network, .interrupted, .notActive, .unknown: true
    case .paymentNotAllowed, .pendingApproval, .productUnavailable, .notConfirmed, .notAccepted,
      .ownedByAnother, .busy:
      false
    }
  }
}
