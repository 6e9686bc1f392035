extension Blueprint {
  /// Decides the facts that follow when a customer reserves a use of a feature, which is counted only once the work is
  /// done.
  ///
  /// - Parameters:
  ///   - id: The customer's app user id, recorded with the reservation.
  ///   - key: The idempotency key that the use will have.
  ///   - item: The item to hold, for a feature that holds items; nil means an item named by the key, or none under a rule
  ///     that neither limits items nor is unlimited.
  ///   - cost: The credits it costs or its size, if the blueprint leaves that to the use; nil means 1.
  ///   - parent: What the use belongs to, if a limit counts for each parent.
  ///   - now: The server's clock.
  /// - Returns: The reservation; no facts if a use would be unlimited and nothing counts it, is reserved or made already, or
  ///   only gives an item that is held another size or parent, which is decided when it does.
  /// - Throws: ``Denial`` if the feature is denied.
  public func reserve(
    _ feature: FeatureHandle, by customer: Customer, id: Customer.ID, key: Idempotency.Key,
    item: Item.ID? = nil, cost: Int? = nil, parent: Parent.ID? = nil, at now: Instant
  ) throws(Denial) -> Decision {
    let written = definition.features[feature.position]
    if customer.isMade(written.id, key, item: item, by: id) { return Decision() }
    if let standing = customer.unsettled(written.id, key, preferring: id),
      standing.terms.isOpen(at: now)
    {
      return Decision()
    }
    let use = try use(
      feature, by: customer, id: id, key: key, item: item, cost: cost, parent: parent, at: now)
    let isResize = use.facts.allSatisfy { if case .size = $0 { true } else { false } }
    guard !isResize else { return Decision() }
    let own = Customer.SpendKey(feature: written.id, origin: id, key: key)
    // A key that was released and is reserved again names a new reservation, which must be later than the release.
    let at = max(now, customer.reservations[own]?.releasedAt?.adding(milliseconds: 1) ?? now)
    let terms = ReservationTerms(use.facts, at: at, lapsesAt: at.adding(written.reservation))
    return Decision(
      facts: [.reservation(Reservation(feature: written.id, key: key, origin: id, terms: terms))])
  }

  /// Decides the facts that follow when a reserved use was not made.
  ///
  /// - Parameter now: The server's clock.
  /// - Returns: The release; no facts if no reservation with that key is open.
  public func releaseReservation(
    of feature: FeatureHandle, key: Idempotency.Key, by customer: Customer, id: Customer.ID,
    at now: Instant
  ) -> Decision {
    let name = definition.features[feature.position].id
    guard let open = customer.unsettled(name, key, preferring: id), open.terms.isOpen(at: now)
    else { return Decision() }
    return Decision(facts: [
      .reservationRelease(
        ReservationRelease(
          feature: name, key: key, origin: open.key.origin, at: max(now, open.terms.at)))
    ])
  }

  /// The facts of a use that was reserved: what was set aside for it, even if the use would be denied now.
  ///
  /// Credits that a refund has removed since are missing from the payment. The other wallets of which something was set
  /// aside pay them, within what may be spent of each; then they are owed, as far as the wallets may be overdrawn; and
  /// what is still missing is recorded as unpaid.
  ///
  /// - Parameters:
  ///   - item: The item that the use names; held even if none was set aside for it.
  ///   - cost: The size that the use states, for such an item.
  ///   - parent: What the use belongs to, for such an item.
  func fulfill(
    _ reserved: History.Reserved, of customer: Customer, holding item: Item.ID? = nil,
    cost: Int? = nil, parent: Parent.ID? = nil, at now: Instant
  ) -> Decision {
    let (key, terms) = (reserved.key, reserved.terms)
    var decision = Decision()
    let feature = handle(of: key.feature).map { features[$0.position] }
    let named = index.heldFeatures.contains(key.feature) ? item : nil
    // An item that was added meanwhile was paid for then.
    let isHeld =
      terms.item.map {
        customer.holder(of: $0, in: key.feature, preferring: key.origin, at: now) != nil
      } ?? false
    // A use without a parent is recorded under the name of a limit, which items do not have.
    let home = feature?.hasParents ?? true ? terms.parent ?? (named.map { _ in parent ?? "" }) : nil
    func addSize(of item: Item.ID?, in parent: Parent.ID?) {
      let stated = terms.item == nil ? min(max(1, cost ?? 1), Feature.sizeLimit) : 1
      decision.facts.append(
        .size(
          UseSize(
            feature: key.feature, key: key.key, item: item, origin: key.origin,
            amount: terms.size > 0 ? terms.size : stated, parent: parent, at: now)))
    }
    if terms.wallet != nil, !isHeld {
      let (payments, unpaid) = pay(terms.payments, setAsideUnder: key, by: customer, at: now)
      decision.facts.append(
        .spend(
          Spend(
            payments, unpaid: unpaid, for: key.feature, key: key.key, origin: key.origin, at: now)))
    }
    if let item = terms.item ?? named {
      decision.facts.append(
        .item(
          ItemChange(
            feature: key.feature, item: item, key: key.key, isHeld: true, origin: key.origin,
            at: now)))
      if feature?.holdsSizes ?? false || home != nil { addSize(of: item, in: home) }
      // What another use has added under the name in the meantime is the same item, even of a customer who was merged.
      decision.facts += customer.releasing(
        item, of: key.feature, preferring: key.origin, at: now)
    }
    if terms.isCounted {
      decision.facts.append(
        .use(Use(feature: key.feature, key: key.key, origin: key.origin, at: now)))
      if terms.size > 0, feature?.countsSizes ?? false || terms.parent != nil {
        addSize(of: nil, in: terms.parent)
      }
    } else if terms.isUnlimited {
      decision.facts.append(
        .use(
          Use(
            feature: key.feature, key: key.key, origin: key.origin, isUnlimited: true, at: now)))
    }
    return decision
  }

  /// What each wallet pays of what was set aside, and what is missing.
  private func pay(
    _ setAside: [CreditPayment], setAsideUnder key: Customer.SpendKey, by customer: Customer,
    at now: Instant
  ) -> (payments: [CreditPayment], unpaid: Int) {
    var others = customer
    others.history.reserve(key, nil)
    let wallets = Standing(of: others, in: self, at: now).wallets
    let positions = setAside.map { index.wallets.firstIndex(of: $0.wallet) }
    var payments = setAside
    var missing = 0
    for (place, position) in positions.enumerated() {
      payments[place].amount = min(
        position.map { wallets.balances[$0] } ?? 0, setAside[place].amount)
      missing += setAside[place].amount - payments[place].amount
    }
    for case (let place, let position?) in positions.enumerated() where missing > 0 {
      let more = min(max(0, wallets.spendable[position] - payments[place].amount), missing)
      payments[place].amount += more
      missing -= more
    }
    for case (let place, let position?) in positions.enumerated() where missing > 0 {
      let room =
        wallets.room.isEmpty
        ? definition.credits[position].mayOverdraw - wallets.owed[position]
        : wallets.room[position]
      payments[place].owed = min(max(0, room), missing)
      missing -= payments[place].owed
    }
    return (payments, missing)
  }
}

extension ReservationTerms {
  /// Sets aside what the facts of a use would take.
  fileprivate init(_ facts: [Fact], at: Instant, lapsesAt: Instant) {
    var isCounted = false
    var isUnlimited = false
    var item: Item.ID?
    var spend: Spend?
    var size: UseSize?
    for fact in facts {
      if case .use(let use) = fact {
        isCounted = !use.isUnlimited
        isUnlimited = use.isUnlimited
      }
      if case .item(let change) = fact { item = change.item }
      if case .spend(let fact) = fact { spend = fact }
      if case .size(let fact) = fact { size = fact }
    }
    self.init(
      isCounted: isCounted, isUnlimited: isUnlimited, item: item, wallet: spend?.wallet,
      amount: spend.map { $0.amount + $0.owed } ?? 0,
      rest: spend?.rest.map { CreditPayment(wallet: $0.wallet, amount: $0.amount + $0.owed) } ?? [],
      size: size?.size ?? 0, parent: size?.parent, at: at, lapsesAt: lapsesAt)
  }
}
