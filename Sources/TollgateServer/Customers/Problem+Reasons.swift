import TollgateLedger
import TollgateWire

extension Problem {
  static let customerMerged = Problem(
    .customerMerged, "The customer has become part of another: exchange the token, or sign in.")

  static let unknownCustomer = Problem(
    .invalidToken, "The token names nobody this server knows.")

  /// Maps a ledger error to a problem, without its text.
  init(_ error: LedgerError) {
    switch error.code {
    case .conflict, .answered, .claimed:
      self.init(.busy, "The customer was written to at the same time.")
    case .readOnly, .newerSchema, .corrupt:
      self.init(.ledgerReadOnly, "The ledger cannot be used until an operator acts.")
    default:
      self.init(.ledgerUnavailable, "The ledger cannot be used now.")
    }
  }
}
