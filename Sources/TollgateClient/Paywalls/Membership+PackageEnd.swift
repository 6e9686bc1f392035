import Tollgate

extension Membership {
  /// The greatest number of changes of a membership that are searched for the end of a package.
  ///
  /// A trial changes each day, with the days that are left, and so does a wallet with daily credits: this is nearly three
  /// years of them.
  private static let changeLimit = 1000

  /// The instant from which a customer is no longer shown a package, if nothing else happens.
  ///
  /// - Parameters:
  ///   - package: A package that the customer is shown now.
  ///   - customer: The customer whose membership this is.
  /// - Returns: The instant; nil if time alone does not end it, or only after 1000 other changes of the membership.
  func end(
    of package: Paywall.Package, on paywall: Paywall.ID, for customer: Customer
  ) -> Instant? {
    var change = nextChange
    for _ in 0..<Self.changeLimit {
      guard let instant = change else { return nil }
      let later = Membership(of: customer, in: blueprint, at: instant)
      if !later.packages(of: paywall).contains(package) { return instant }
      change = later.nextChange
    }
    return nil
  }
}
