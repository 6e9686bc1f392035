extension Customer {
  /// Joins what others used of a feature that counts for a whole team, and what they have reserved of it.
  ///
  /// Uses that only the owner's record has are shared rather than copied, so that a large pool costs a decision no more
  /// than a small one. Their sizes are copied, all at once, if the feature counts them.
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
    join(
      owner.sizes.filter { key, _ in
        key.feature == feature && key.item == nil && !known.contains(key.origin)
      })
    for reserved in owner.history.reservations
    where reserved.key.feature == feature && reserved.terms.takesPlace
      && !known.contains(reserved.key.origin)
    {
      let reservation = Reservation(
        feature: feature, key: reserved.key.key, origin: reserved.key.origin, terms: reserved.terms)
      join(.reservation(reservation.shared))
    }
  }
}

extension Fact {
  /// The fact as it counts for another customer with whom the use is shared: a reservation sets aside no credits there, and
  /// does not say which item it is for.
  package var shared: Fact {
    if case .reservation(let fact) = self { .reservation(fact.shared) } else { self }
  }
}

extension Reservation {
  fileprivate var shared: Reservation {
    Reservation(feature: feature, key: key, origin: origin, terms: terms.shared(under: key))
  }
}
