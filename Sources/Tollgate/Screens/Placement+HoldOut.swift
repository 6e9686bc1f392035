extension Placement {
  /// Whether a customer is in the hold-out group that never sees it.
  ///
  /// The answer is always the same for a customer; raising ``holdOut`` keeps those held out and adds others.
  public func holdsOut(_ customer: Customer.ID) -> Bool {
    StableHash(id.rawValue, customer.rawValue).value % 100 < UInt64(max(0, holdOut))
  }
}
