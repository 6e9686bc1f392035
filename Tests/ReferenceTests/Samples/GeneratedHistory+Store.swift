import Tollgate

extension GeneratedHistory {
  /// Buys a product: a new subscription, another product in a running line, or a one-time product.
  mutating func buy() {
    guard let product = random.pick(from: definition.products) else { return }
    let environment: StoreEnvironment =
      random.chance(85) ? .production : random.pick(.sandbox, .xcode)
    let ownership: StoreTransaction.Ownership = random.chance(88) ? .purchased : .familyShared
    guard product.kind == .autoRenewable else {
      let id = StoreTransaction.ID(name())
      let quantity = product.kind == .nonRenewing && random.chance(20) ? random.number(2...3) : 1
      sign(
        StoreTransaction(
          id: id, originalID: StoreTransaction.OriginalID(id.rawValue), product: product.id,
          purchasedAt: now, ownership: ownership, quantity: quantity, environment: environment,
          signedAt: now))
      return
    }
    let running = lines.firstIndex {
      $0.product.group == product.group && $0.purchase.environment == environment
        && $0.ownership == ownership && !$0.hasEnded
    }
    if let running {
      change(running, to: product)
    } else {
      subscribe(to: product, environment, ownership)
    }
  }

  private mutating func subscribe(
    to product: CatalogProduct, _ environment: StoreEnvironment,
    _ ownership: StoreTransaction.Ownership
  ) {
    let buyer = "\(environment) \(ownership) \(product.group?.rawValue ?? "")"
    let isNew = !introduced.contains(buyer) || random.chance(5)
    let offer = isNew && random.chance(75) ? product.introductoryOffer : nil
    let old = lines.last {
      $0.product.group == product.group && $0.purchase.environment == environment
        && $0.ownership == ownership
    }
    var purchase = PurchaseID(StoreTransaction.OriginalID(name()), in: environment)
    if let old, offer == nil || !introduced.contains(buyer), random.chance(70) {
      purchase = old.purchase
    }
    introduced.append(buyer)
    lines.removeAll { $0.purchase == purchase }
    var line = Line(
      purchase: purchase, ownership: ownership, product: product, next: product, start: now,
      end: now)
    line.introductoryPeriodsLeft = offer?.periods ?? 0
    lines.append(line)
    charge(lines.count - 1, at: now, signedAt: now, isRenewal: false)
    if let offer, let trial = definition.trial, random.chance(80) {
      recordStart(trial, offer, of: purchase)
    }
  }

  /// Records, as the server does, the terms with which the purchase starts its trial.
  private mutating func recordStart(
    _ trial: Trial, _ offer: CatalogProduct.IntroductoryOffer, of purchase: PurchaseID
  ) {
    switch trial.start {
    case .signUp, .firstSeen, .milestone, .introductoryOffer: return
    case .purchase(let milestone):
      let isReached = known.contains { fact in
        guard case .milestone(let reached) = fact else { return false }
        return reached.milestone == milestone
      }
      guard milestone == nil || isReached || random.chance(5) else { return }
    }
    guard let line = lines.last,
      !Set(line.product.entitlements).isDisjoint(with: trial.terms.entitlements)
        || trial.products.contains(line.product.id)
    else { return }
    arrive(
      .trialStarted(
        TrialStart(trial: trial.id, at: now, terms: terms(of: trial), purchase: purchase)), at: now)
  }

  /// Changes the product of a line: at once if the level is higher, otherwise at the next renewal.
  private mutating func change(_ index: Int, to product: CatalogProduct) {
    let old = lines[index].product
    guard old.id != product.id else { return }
    let (level, oldLevel) = (product.level ?? .max, old.level ?? .max)
    let isAtOnce = level < oldLevel || (level == oldLevel && product.period == old.period)
    lines[index].next = product
    guard isAtOnce || random.chance(15) else { return signRenewal(of: index) }
    if let newest = lines[index].newest, random.chance(60) {
      sign(newest.changed(isUpgraded: true, signedAt: now))
    }
    lines[index].introductoryPeriodsLeft = 0
    charge(index, at: now, signedAt: now, isRenewal: false)
  }

  /// Charges for one period, and signs what follows from it.
  mutating func charge(
    _ index: Int, at instant: Instant, signedAt: Instant, isRenewal: Bool = true
  ) {
    let line = lines[index]
    let offer = line.introductoryPeriodsLeft > 0 ? line.next.introductoryOffer : nil
    let period = offer.map { $0.payment == .payAsYouGo ? line.next.period ?? $0.period : $0.period }
    let end = length(period ?? line.next.period ?? Period(1, .month), line.purchase.environment)
      .end(instant)
    let isFirst = line.newest == nil && !bought.contains { $0.purchase == line.purchase }
    let id = isFirst ? line.purchase.originalID.rawValue : name()
    // Few transactions leave it out, or contradict the history.
    let reason: Bool? = random.chance(85) ? isRenewal : random.pick(nil, !isRenewal)
    let transaction = StoreTransaction(
      id: StoreTransaction.ID(id), originalID: line.purchase.originalID, product: line.next.id,
      group: line.next.group, purchasedAt: instant, expiresAt: end,
      isRenewal: reason,
      offer: offer.map { StoreOffer(kind: .introductory, payment: $0.payment) },
      ownership: line.ownership, environment: line.purchase.environment, signedAt: signedAt)
    lines[index].product = line.next
    lines[index].start = instant
    lines[index].end = end
    lines[index].newest = transaction
    lines[index].hasEnded = false
    lines[index].retriesUntil = nil
    lines[index].introductoryPeriodsLeft = max(0, line.introductoryPeriodsLeft - 1)
    sign(transaction)
    if random.chance(85) { signRenewal(of: index, at: signedAt) }
  }

  private func length(_ period: Period, _ environment: StoreEnvironment) -> StoreLength {
    switch environment {
    case .production: .calendar(period)
    case .sandbox, .xcode: .accelerated(period)
    }
  }

  mutating func sign(_ transaction: StoreTransaction) {
    if !bought.contains(where: { $0.id == transaction.id }) { bought.append(transaction) }
    arrive(
      .transaction(transaction), at: max(now, transaction.signedAt).adding(milliseconds: delay()))
  }

  mutating func signRenewal(of index: Int, at instant: Instant? = nil, grace: Instant? = nil) {
    let line = lines[index]
    let signedAt = instant ?? now
    arrive(
      .renewal(
        StoreRenewal(
          originalID: line.purchase.originalID, renewsTo: line.next.id, willRenew: line.willRenew,
          renewsAt: line.willRenew ? line.end : nil, graceEndsAt: grace,
          isInBillingRetry: line.retriesUntil != nil, environment: line.purchase.environment,
          signedAt: signedAt)), at: max(now, signedAt).adding(milliseconds: delay()))
  }
}

/// The length of a period in the store: by the calendar, or shorter in the sandbox.
enum StoreLength {
  case calendar(Period)
  case accelerated(Period)

  func end(_ start: Instant) -> Instant {
    switch self {
    case .calendar(let period): return start.adding(period)
    case .accelerated(let period):
      switch period.unit {
      case .minute, .hour, .day, .week: return start.adding(milliseconds: 3 * .minute)
      case .month: return start.adding(milliseconds: 5 * .minute * Int64(period.count))
      case .year: return start.adding(milliseconds: .hour)
      }
    }
  }
}
