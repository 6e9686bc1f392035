public import Foundation

extension TollgateClient {
  /// The result of a purchase.
  public enum PurchaseOutcome: Hashable, Sendable {
    /// Bought, and it gives what it should: recorded by the server and finished with the store or, if the server could
    /// not be reached, by the signed transaction itself (``TollgateClient/isProvisional``).
    case purchased
    /// Not yet: it is waiting for approval or for the server, and ends in access without further action.
    case pending(PurchaseProblem)
    /// The customer closed the sheet; no message is shown.
    case cancelled
    /// It failed.
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
}
