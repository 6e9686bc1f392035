extension AppStoreSimulator {
  /// Shares with a family member what an account has bought and will buy, where a product allows it.
  ///
  /// The member gets transactions of their own, of ownership `FAMILY_SHARED`.
  ///
  /// - Parameters:
  ///   - purchaser: Who buys.
  ///   - member: Who benefits; an account that is not known begins here.
  /// - Returns: Whether sharing began: it did not run yet, and the family has fewer than five others.
  @discardableResult
  public func share(_ purchaser: AccountID, with member: AccountID) -> Bool {
    write { $0.share(purchaser, with: member) }
  }

  /// Ends the sharing with a family member, whose transactions are revoked.
  ///
  /// - Parameters:
  ///   - purchaser: Who buys.
  ///   - member: Who benefited.
  /// - Returns: Whether there was sharing.
  @discardableResult
  public func stopSharing(_ purchaser: AccountID, with member: AccountID) -> Bool {
    write { $0.stopSharing(purchaser, with: member) }
  }
}
