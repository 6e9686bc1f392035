extension AppStoreSimulator {
  /// Shares an account's past and future purchases with a family member, if the product permits it.
  ///
  /// The member gets transactions of their own, with ownership `FAMILY_SHARED`.
  ///
  /// - Parameters:
  ///   - purchaser: The account that buys.
  ///   - member: The account that benefits; an unknown account is created.
  /// - Returns: Whether sharing started: it was not active yet, and the family has fewer than five other members.
  @discardableResult
  public func share(_ purchaser: AccountID, with member: AccountID) -> Bool {
    write { $0.share(purchaser, with: member) }
  }

  /// Ends sharing with a family member, whose transactions are revoked.
  ///
  /// - Parameters:
  ///   - purchaser: The account that bought.
  ///   - member: The account that benefited.
  /// - Returns: Whether sharing was active.
  @discardableResult
  public func stopSharing(_ purchaser: AccountID, with member: AccountID) -> Bool {
    write { $0.stopSharing(purchaser, with: member) }
  }
}
