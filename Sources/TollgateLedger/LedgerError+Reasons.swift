import Tollgate

extension LedgerError {
  static let versionConflict = LedgerError(
    .conflict, "The customer has a newer version than the one the write was decided on.")

  static let merged = LedgerError(
    .conflict, "The customer was merged into another, who has to be written to instead.")

  static let overloaded = LedgerError(
    .unavailable, "More writes are waiting than the ledger takes in; try again later.")

  static func answered(_ answer: LedgerAnswer) -> LedgerError {
    LedgerError(.answered(answer), "The idempotency key has an answer already.")
  }

  static func claimed(_ claim: LedgerClaim, by owner: Customer.ID) -> LedgerError {
    LedgerError(
      .claimed(claim, by: owner), "Something the write claims belongs to another customer.")
  }
}
