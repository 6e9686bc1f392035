import TollgateLedger
import TollgateWire

extension Problem {
  /// The token's customer has become part of another; the client exchanges the token and repeats the request.
  static let customerMerged = Problem(
    .customerMerged, "The customer was merged into another: exchange the token, or sign in.")

  /// The token's customer was deleted; the client discards what it has of them.
  static let customerDeleted = Problem(
    .customerDeleted, "The customer was deleted, with everything recorded about them.")

  /// The token is genuine and its customer missing, as after the ledger was restored from an older backup.
  static let unknownCustomer = Problem(
    .invalidToken, "This server has no customer for the token.")

  /// Maps a ledger error to a problem, without its text.
  ///
  /// A conflict may succeed if it is repeated, and so may a ledger that is briefly unavailable. So may one that a newer
  /// version has migrated, or that was moved: a server of that version, or at the new place, answers the repetition. One
  /// that is read-only or damaged stays unusable until an operator acts.
  ///
  /// - Parameter error: The error; its message may name files and is left out.
  init(_ error: LedgerError) {
    switch error.code {
    case .conflict, .answered, .claimed:
      self.init(.busy, "Another request changed the customer at the same time. Try again.")
    case .readOnly, .corrupt, .missing, .inUse, .replaced:
      self.init(.ledgerReadOnly, "The ledger cannot be used until an operator acts.")
    case .full, .uncertain, .unavailable, .newerSchema, .moved:
      self.init(.ledgerUnavailable, "The ledger cannot be used now.")
    default:
      // A code of another ledger, which this version does not know.
      self.init(.ledgerUnavailable, "The ledger cannot be used now.")
    }
  }

  /// Maps what a read or write of several steps throws: a problem stays itself.
  ///
  /// - Parameter message: What to say of an error that nobody expects here.
  init(_ error: any Error, otherwise message: String) {
    switch error {
    case let problem as Problem: self = problem
    case let error as LedgerError: self.init(error)
    case let error as ChartError: self.init(.invalidValue, error.message)
    default: self.init(.internalError, message)
    }
  }

  /// Waits for the ledger, whose failure becomes a problem.
  static func catching<Value>(
    _ answer: @autoclosure () async throws(LedgerError) -> Value
  ) async throws(Problem) -> Value {
    do {
      return try await answer()
    } catch {
      throw Problem(error)
    }
  }
}
