extension Customer {
  /// Joins what others used of a feature that counts for a whole team, and what they have reserved of it.
  ///
  /// What only the owner's record has is shared rather than copied, so that a large pool costs a decision no more than a
  /// small one.
  ///
  /// - Parameters:
  ///   - owner: The owner of the team, whose record has everybody's uses.
  ///   - known: This customer and everyone merged into it, whose uses are known.
  package mutating func join(
    usesOf feature: Feature.ID, countedBy owner: Customer, besides known: Set<Customer.ID>
  ) {
    if let log = owner.uses[feature] {
      uses[feature, default: UseLog()].join(log, besides: known)
      if let latest = log.latest { history.stamp(latest) }
    }
    for reserved in owner.history.reservations
    where reserved.key.feature == feature && reserved.terms.isCounted
      && !known.contains(reserved.key.origin)
    {
      join(
        .reservation(
          Reservation(
            feature: feature, key: reserved.key.key, origin: reserved.key.origin,
            terms: reserved.terms.withoutCredits)))
    }
  }
}

extension Fact {
  /// The fact as it counts for another customer with whom the use is shared: a reservation sets aside no credits there.
  package var shared: Fact {
    guard case .reservation(let fact) = self else { return self }
    return .reservation(
      Reservation(
        feature: fact.feature, key: fact.key, origin: fact.origin,
        terms: fact.terms.withoutCredits))
  }
}
