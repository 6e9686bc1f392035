public import Tollgate

/// Why a purchase did not end in access, each with a plain sentence of its own.
public enum PurchaseProblem: String, Hashable, Sendable, Codable, CaseIterable, Error {
  /// The device or the store account may not buy.
  case paymentNotAllowed
  /// The payment was declined.
  case paymentInvalid
  /// The store or the server could not be reached; nothing was bought.
  case network
  /// Somebody else has to approve it first.
  case pendingApproval
  /// The store does not sell it here.
  case productUnavailable
  /// The customer has to do something in the store's own settings first.
  case interrupted
  /// It was bought and is safe on the device, but the server has not confirmed it yet.
  case notConfirmed
  /// The server refused the store's transaction.
  case notAccepted
  /// It was bought and recorded, and gives nothing any more, as where it was refunded at once.
  case notActive
  /// The purchase belongs to another account.
  case ownedByAnother
  /// Another purchase is under way.
  case busy
  /// Anything else.
  case unknown

  /// The blueprint's text that says it, `error.` and the case; where it has none, ``sentence`` is said.
  public var text: Text.ID { Text.ID("error.\(rawValue)") }

  /// What is said, in English, where the blueprint says nothing.
  public var sentence: String {
    switch self {
    case .paymentNotAllowed: "Purchases are not allowed on this device."
    case .paymentInvalid: "The payment was declined. Please check your payment method."
    case .network: "We couldn't reach the App Store. Please check your connection."
    case .pendingApproval: "Your purchase is waiting for approval."
    case .productUnavailable: "This plan isn't available right now."
    case .interrupted: "The App Store needs something from you first. Please check your account."
    case .notConfirmed: "Your purchase went through. We're still confirming it."
    case .notAccepted: "We couldn't confirm this purchase. You can restore it at any time."
    case .notActive: "This purchase has ended already. You can buy again or restore."
    case .ownedByAnother: "This purchase belongs to another account. Please sign in with that one."
    case .busy: "Another purchase is still under way."
    case .unknown: "Something went wrong. You have not been charged by us."
    }
  }

  /// Whether trying again can help.
  public var canTryAgain: Bool {
    switch self {
    case .paymentInvalid, .network, .interrupted, .notActive, .unknown: true
    case .paymentNotAllowed, .pendingApproval, .productUnavailable, .notConfirmed, .notAccepted,
      .ownedByAnother, .busy:
      false
    }
  }
}

extension TollgateClient {
  /// What became of a purchase.
  public enum PurchaseOutcome: Hashable, Sendable {
    /// Bought, and it gives what it should: recorded by the server and finished with the store, or, where the server
    /// could not be asked, by the signed transaction itself (``TollgateClient/isProvisional``).
    case purchased
    /// Not yet: it waits for an approval or for the server, and ends in access by itself.
    case pending(PurchaseProblem)
    /// The customer closed the sheet; nothing is said.
    case cancelled
    /// It failed.
    case failed(PurchaseProblem)
  }

  /// What became of a restore.
  public enum RestoreOutcome: Hashable, Sendable {
    /// Something that gives access was found.
    case restored
    /// Nothing was found.
    case nothingFound
    /// It could not be told.
    case failed(ClientError)

    /// The blueprint's text that says it; nil where the error's own sentence does.
    public var text: Text.ID? {
      switch self {
      case .restored: "restore.restored"
      case .nothingFound: "restore.none"
      case .failed: nil
      }
    }

    /// What is said, in English, where the blueprint says nothing.
    public var sentence: String {
      switch self {
      case .restored: "Your purchases are back."
      case .nothingFound: "No active subscription found."
      case .failed(let error): error.sentence
      }
    }
  }
}
