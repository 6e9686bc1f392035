public import Foundation

extension TollgateClient {
  public enum PurchaseOutcome: Hashable, Sendable {
    /// Bought, and it gives what it should: recorded by the server and finished with the store or, if the server could
    /// not be reached, by the signed transaction itself (``TollgateClient/isProvisional``).
    case purchased
    /// Not yet: it is waiting for approval or for the server, and ends in access without further action.
    case pending(PurchaseProblem)
    /// The customer closed the sheet; no message is shown.
    case cancelled
    case failed(PurchaseProblem)
  }

  /// The result of a restore.
  public enum RestoreOutcome: Hashable, Sendable {
    /// Something that gives access was found.
    case restored
    /// Nothing was found.
    case nothingFound
    /// The customer closed the store's sign-in; no message is shown.
    case cancelled
    /// It could not be determined.
    case failed(ClientError)
  }

  /// The result of a request to manage subscriptions.
  public enum ManagementOutcome: Hashable, Sendable {
    /// The store's own sheet was shown; the store reports any changes made there.
    case shown
    /// The store has no sheet here: open this page.
    case open(URL)
  }

  /// The result of a refund request.
  public enum RefundOutcome: Hashable, Sendable {
    /// The store has the request, and will decide; a refund is then reported like any other change.
    case requested
    /// The customer closed the sheet; no message is shown.
    case cancelled
    /// A refund of the purchase was requested before.
    case alreadyRequested
    /// The store did not accept the request, or somebody else pays for the purchase.
    case failed
    /// The store has no sheet here: open this page.
    case open(URL)
  }
}
