extension Customer {
  /// The reservation under a key that was neither used nor released: open, or lapsed.
  ///
  /// - Parameter id: The customer whose reservation is preferred, if two merged customers used the same key.
  /// - Returns: What it sets aside; nil if there isn't one.
  public func reservation(
    of feature: Feature.ID, key: Idempotency.Key, preferring id: Customer.ID
  ) -> ReservationTerms? {
    unsettled(feature, key, preferring: id)?.terms
  }

  /// The facts that give back every open reservation, as when what would pay for them goes to another customer.
  public func releasingReservations(at now: Instant) -> [Fact] {
    history.openReservations(at: now).map { open in
      .reservationRelease(
        ReservationRelease(
          feature: open.key.feature, key: open.key.key, origin: open.key.origin,
          at: max(now, open.terms.at)))
    }
  }

  /// The reservation under a key that was neither used nor released, with the customer who made it.
  func unsettled(
    _ feature: Feature.ID, _ key: Idempotency.Key, preferring id: Customer.ID
  ) -> History.Reserved? {
    let found = history.reservations.filter { $0.key.feature == feature && $0.key.key == key }
    return found.first { $0.key.origin == id }
      ?? found.min { $0.key.origin < $1.key.origin }
  }

  /// Whether a use with this key was counted or paid for, or added an item, even if the item was released since.
  ///
  /// - Parameters:
  ///   - item: The item that the use holds; nil means one named by the key.
  ///   - id: The customer who made the use.
  /// - Returns: Whether it was made.
  public func isMade(
    _ feature: Feature.ID, _ key: Idempotency.Key, item: Item.ID? = nil, by id: Customer.ID
  ) -> Bool {
    let own = SpendKey(feature: feature, origin: id, key: key)
    let item = ItemKey(origin: id, item: item ?? Item.ID(key.rawValue), key: key)
    return spends[own] != nil || hasUse(of: feature, key: key, by: id)
      || items[feature]?[item] != nil
  }

  /// Records a reservation; one that was used or released, or is older than another under its key, changes nothing.
  mutating func join(_ reservation: Reservation) -> Bool {
    let key = SpendKey(
      feature: reservation.feature, origin: reservation.origin, key: reservation.key)
    let booking = reservations[key] ?? Booking()
    guard !isMade(key.feature, key.key, by: key.origin),
      booking.releasedAt.map({ $0 < reservation.terms.at }) ?? true,
      booking.terms.map({ reservation.terms.outranks($0) }) ?? true
    else { return false }
    reservations[key, default: Booking()].terms = reservation.terms
    history.reserve(key, isHeld(reservation.terms, key) ? nil : reservation.terms)
    return true
  }

  /// Records a release; the reservations that it closes are forgotten.
  mutating func join(_ release: ReservationRelease) -> Bool {
    let key = SpendKey(feature: release.feature, origin: release.origin, key: release.key)
    guard !isMade(key.feature, key.key, by: key.origin),
      reservations[key]?.releasedAt.map({ $0 < release.at }) ?? true
    else { return false }
    reservations[key, default: Booking()].releasedAt = release.at
    guard let terms = reservations[key]?.terms, terms.at <= release.at else { return true }
    reservations[key]?.terms = nil
    history.reserve(key, nil)
    return true
  }

  /// Forgets the reservation of a use that was counted or paid for: nothing can reserve it again.
  mutating func fulfill(_ key: SpendKey) {
    if reservations.isEmpty { return }
    guard reservations.removeValue(forKey: key) != nil else { return }
    history.reserve(key, nil)
  }

  /// Closes the reservations whose uses have added their items.
  mutating func fulfillReservations(of feature: Feature.ID) {
    for reserved in history.reservations
    where reserved.key.feature == feature && isHeld(reserved.terms, reserved.key) {
      history.reserve(reserved.key, nil)
    }
  }

  private func isHeld(_ terms: ReservationTerms, _ key: SpendKey) -> Bool {
    terms.item.map {
      items[key.feature]?[ItemKey(origin: key.origin, item: $0, key: key.key)] != nil
    } ?? false
  }
}

extension History {
  /// The reservations that count at an instant.
  func openReservations(at now: Instant) -> ArraySlice<Reserved> {
    var first = reservations.endIndex
    while first > 0, reservations[first - 1].terms.isOpen(at: now) { first -= 1 }
    return reservations[first...]
  }

  /// The next instant at which a reservation lapses, or nil if none is open.
  func nextLapse(after now: Instant) -> Instant? { openReservations(at: now).first?.terms.lapsesAt }
}
