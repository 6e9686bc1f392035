package import Tollgate

/// The recent activity in a ledger, found without reading all facts.
package protocol LedgerActivity: Sendable {
  /// Counts the customers who were written to or seen from an instant on.
  ///
  /// Customers who were merged or erased do not count, nor do purchases that nobody has posted. It reads a row of every
  /// customer: jobs call it, not requests.
  ///
  /// - Returns: How many there are.
  func customers(seenSince instant: Instant, in app: Blueprint.App.ID) async throws(LedgerError)
    -> Int

  /// Returns the latest facts of an app, newest first.
  func facts(latest limit: Int, in app: Blueprint.App.ID) async throws(LedgerError)
    -> [LedgerEntry]

  /// Returns the latest recorded transactions, newest first.
  ///
  /// What comes with a transfer, or stays without an owner after an erasure, is not among them: it was recorded before.
  ///
  /// - Returns: The entries among the app's last ``LedgerActivityLimits/facts`` facts.
  func transactions(latest limit: Int, in app: Blueprint.App.ID) async throws(LedgerError)
    -> [LedgerEntry]

  /// Returns the checks that answer the store's questions about refunds and can still do so at an instant: in each
  /// environment those due soonest, up to a limit.
  func refundQuestions(
    openAt now: Instant, limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerCheck]
}

/// How far back a ledger looks for recent activity.
package enum LedgerActivityLimits {
  /// How many of an app's last facts are read, so that an app with many uses is read as fast as any.
  package static let facts = 2000
}

extension LedgerActivity {
  /// The names of the checks that answer questions about refunds, for each environment.
  package static var refundNames: [Range<String>] { LedgerCheck.refundNames }

  /// The prefix of the ids of purchases that nobody has posted, and the first text after all such ids.
  package static var placeholders: Range<String> {
    let prefix = Customer.ID.placeholderPrefix
    return prefix..<prefix.replacing(":", with: ";")
  }
}
