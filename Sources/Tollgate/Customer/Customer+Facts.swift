extension Customer {
  /// The fewest facts whose fold is this customer, in a fixed order.
  ///
  /// Facts that lost to others, such as older versions of a transaction, are not among them. Equal customers have equal
  /// facts in the same order, so a stored or sent customer has the same bytes wherever it was folded.
  public var facts: [Fact] {
    var facts: [Fact] = []
    facts += accounts.inOrder { .signedUp(SignUp(account: $0, at: $1)) }
    facts += devices.sorted { $0.key.order < $1.key.order }
      .map { .device(DeviceUse(device: $0.key.device, origin: $0.key.origin, at: $0.value)) }
    facts += milestones.inOrder { .milestone(MilestoneReached(milestone: $0, at: $1)) }
    facts += trials.starts.values.sorted { $0.order < $1.order }.map(Fact.trialStarted)
    facts += trials.forfeits.sorted {
      ($0.key.trial, $0.key.device) < ($1.key.trial, $1.key.device)
    }
    .map {
      .trialForfeited(TrialForfeit(trial: $0.key.trial, device: $0.key.device, at: $0.value))
    }
    facts += trialChanges
    facts += purchases.transactions.values.sorted { $0.order < $1.order }.map(Fact.transaction)
    facts += purchases.renewals.inOrder { .renewal($1) }
    facts += purchases.cancellations.sorted { $0.key.order < $1.key.order }.map(\.value)
      .filter { $0 != purchases.renewals[$0.purchase] }.map(Fact.renewal)
    facts += purchases.transfers.values.sorted { $0.order < $1.order }.map(Fact.transfer)
    facts += purchases.refundRequests.inOrder { .refundRequest($1) }
    facts += credits.values.flatMap(\.values).sorted { $0.order < $1.order }.map(Fact.credit)
    for (feature, uses) in uses.sorted(by: { $0.key < $1.key }) {
      facts += uses.uses(of: feature).map(Fact.use)
    }
    facts += spends.values.sorted { $0.precedes($1) }.map(Fact.spend)
    for (key, booking) in reservations.sorted(by: { $0.key.order < $1.key.order }) {
      if let terms = booking.terms {
        facts.append(
          .reservation(
            Reservation(feature: key.feature, key: key.key, origin: key.origin, terms: terms)))
      }
      if let at = booking.releasedAt {
        facts.append(
          .reservationRelease(
            ReservationRelease(feature: key.feature, key: key.key, origin: key.origin, at: at)))
      }
    }
    for (feature, items) in items.sorted(by: { $0.key < $1.key }) {
      let items = items.sorted { $0.key.order < $1.key.order }
      // All additions, then all releases, so that those that are alike are next to each other.
      for (isHeld, end) in [(true, \Holding.takenAt), (false, \.releasedAt)] {
        for (key, holding) in items {
          guard let at = holding[keyPath: end] else { continue }
          facts.append(
            .item(
              ItemChange(
                feature: feature, item: key.item, key: key.key, isHeld: isHeld, origin: key.origin,
                at: at)))
        }
      }
    }
    for (prompt, dismissals) in screens.dismissals.sorted(by: { $0.key < $1.key }) {
      facts += dismissals.inOrder { .dismissal(Dismissal(prompt: prompt, key: $0, at: $1)) }
    }
    facts += screens.paywalls.sorted { $0.key.order < $1.key.order }.map { .paywall($0.value) }
    facts += variantAssignments
    facts += screens.nudges.sorted { $0.key.order < $1.key.order }
      .map {
        .nudge(
          NudgeDelivery(
            nudge: $0.key.nudge, occurrence: $0.key.occurrence, by: $0.key.delivery, at: $0.value))
      }
    facts += attributeChanges.map(Fact.attribute)
    facts += grants.inOrder { .grant($1) }
    facts += profile.values.sorted { ($0.table, $0.row) < ($1.table, $1.row) }.map(Fact.profile)
    return facts
  }

  /// The starts of the customer's add-on trials, in a fixed order.
  public var addOnTrialStarts: [Fact] {
    trials.starts.values.filter(\.isAddOn).sorted { $0.order < $1.order }.map(Fact.trialStarted)
  }

  /// The extensions and pauses of the customer's trials, in a fixed order.
  public var trialChanges: [Fact] {
    trials.extensions.inOrder { .trialExtension($1) } + trials.pauses.inOrder { .trialPause($1) }
  }
}

extension TrialStart {
  fileprivate var order: (Trial.ID, String) { (trial, purchase?.description ?? "") }
}

extension StoreTransaction {
  fileprivate var order: (ID, Int) { (id, environment.rank) }
}

extension PurchaseTransfer {
  fileprivate var order: (PurchaseID, Int, Int) {
    (purchase, number, isHeld ? isShared ? 1 : 2 : 0)
  }
}

extension Credit {
  fileprivate var order: (PurchaseID, StoreTransaction.ID, Wallet.ID) {
    (purchase, transaction, wallet)
  }
}

extension Spend {
  // Groups spends that differ only in key and instant, in chronological order.
  fileprivate func precedes(_ other: Spend) -> Bool {
    let (own, others) = ((feature, origin, wallet), (other.feature, other.origin, other.wallet))
    return own == others
      ? (amount, unpaid, at, key) < (other.amount, other.unpaid, other.at, other.key) : own < others
  }
}

extension Customer.SpendKey {
  fileprivate var order: (Feature.ID, Customer.ID, Idempotency.Key) { (feature, origin, key) }
}

extension Customer.ItemKey {
  fileprivate var order: (Customer.ID, Item.ID, Idempotency.Key) { (origin, item, key) }
}

extension ScreenFacts.PaywallKey {
  fileprivate var order: (Paywall.ID, String, Idempotency.Key) { (paywall, action.rawValue, key) }
}

extension Customer {
  /// The customer's app user id, from which variants follow; nil if it is not known, and then only recorded variants
  /// apply.
  ///
  /// It is not a fact: customers with the same facts are equal whatever their ids, and a join keeps the id.
  public var id: Customer.ID? {
    get { history.id }
    set { history.id = newValue }
  }

  /// The variant that was recorded for an experiment; nil if none was.
  public func assignment(in experiment: Experiment.ID) -> VariantAssignment? {
    screens.variants[experiment]
  }

  /// The variants that were recorded, in a fixed order.
  public var variantAssignments: [Fact] {
    screens.variants.sorted { $0.key < $1.key }.map { .variant($0.value) }
  }

  /// The earliest record for any of some experiments, if the experiment still has the variant.
  func assignment(among experiments: [Experiment]) -> VariantAssignment? {
    if screens.variants.isEmpty { return nil }
    return experiments.compactMap { experiment in
      screens.variants[experiment.id].flatMap {
        experiment.variant($0.variant) == nil ? nil : $0
      }
    }.min { ($0.at, $0.experiment) < ($1.at, $1.experiment) }
  }
}

extension ScreenFacts.NudgeKey {
  fileprivate var order: (Nudge.ID, Instant, String) { (nudge, occurrence, delivery.rawValue) }
}

extension Dictionary where Key: Comparable {
  fileprivate func inOrder(_ fact: (Key, Value) -> Fact) -> [Fact] {
    sorted { $0.key < $1.key }.map { fact($0.key, $0.value) }
  }
}
