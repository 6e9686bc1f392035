/// What gives a customer an entitlement at an instant, or gave it last.
package struct EntitlementSource: Hashable, Sendable {
  /// Where an entitlement comes from.
  package enum Origin: Hashable, Sendable {
    /// A purchase, by the product that the store sold.
    case purchase(PurchaseID, CatalogProduct.ID)
    /// Somebody gave it, or shares it in a team.
    case grant
    /// A trial that no purchase started.
    case trial
  }

  /// Where it comes from.
  package let origin: Origin
  /// When it began.
  package let startedAt: Instant
  /// When it ends or ended; nil means never.
  package let endsAt: Instant?

  package init(origin: Origin, startedAt: Instant, endsAt: Instant?) {
    self.origin = origin
    self.startedAt = startedAt
    self.endsAt = endsAt
  }

  fileprivate func outlasts(_ other: EntitlementSource) -> Bool {
    (endsAt ?? .distantFuture) > (other.endsAt ?? .distantFuture)
  }
}

/// A purchase or a period of a subscription that a customer has or had.
package struct PurchasedPeriod: Hashable, Sendable {
  /// What the store signed.
  package let transaction: StoreTransaction
  /// When the first transaction of its purchase was made.
  package let firstPurchasedAt: Instant
  /// When it stops giving access, early or not; nil means never.
  package let endsAt: Instant?
}

/// What a customer bought, and what each entitlement comes from, for systems that list purchases.
///
/// It lists, and decides nothing: what holds is a ``Membership``.
package struct PurchaseOverview: Hashable, Sendable {
  /// The source of each entitlement that the customer has or had: the one that lasts longest, or the last to end.
  ///
  /// What a trial gave and lost with its last use is listed; a grace period and a renewal that is late count while they
  /// last.
  package private(set) var sources: [Entitlement.ID: EntitlementSource] = [:]
  /// The purchases and periods that have begun, by purchase and in order, without those transferred to others.
  package private(set) var periods: [PurchasedPeriod] = []
  /// The earliest instant that the customer is known from: an account's opening, a purchase, or ``Milestone/firstSeen``; nil
  /// if there isn't one.
  package let knownSince: Instant?

  /// Lists what a customer has or had at an instant.
  package init(of customer: Customer, in blueprint: Blueprint, at now: Instant) {
    let lines = customer.history.lines
    knownSince =
      (Array(customer.accounts.values) + lines.compactMap(\.periods.first?.startsAt)
      + [customer.reached(Milestone.firstSeen)].compactMap(\.self)).min()
    let added = AddedTime(of: customer, in: blueprint)
    for line in lines {
      add(line, added, in: blueprint, at: now)
      addExtension(of: line, customer.purchases.renewals[line.id], in: blueprint, at: now)
    }
    let own = customer.ownTrial(in: blueprint, at: now).map { [$0] } ?? []
    for run in own + TrialRun.addOns(of: customer, in: blueprint, at: now) {
      guard let terms = run.terms, let start = run.status.activatedAt else { continue }
      add(terms.entitlements, .trial, from: start, to: run.status.endsAt)
    }
    let granted = GrantedSpan.all(of: customer, added)
    for span in granted where span.start <= now {
      for entitlement in span.entitlements {
        add(
          [entitlement], .grant, from: span.start, to: span.lastEnd(of: entitlement, among: granted)
        )
      }
    }
    for right in customer.heldSeats.flatMap(\.rights) where right.startsAt <= now {
      add([right.entitlement], .grant, from: right.startsAt, to: right.endsAt)
    }
  }

  /// Adds what a purchase gives by its signed periods.
  private mutating func add(
    _ line: PurchaseLine, _ added: AddedTime, in blueprint: Blueprint, at now: Instant
  ) {
    let isHeld = line.transferredAt.map { now < $0 } ?? true
    for period in line.periods where period.startsAt <= now {
      let transaction = period.transaction
      let product = blueprint.catalog.products[transaction.product]?.product
      let end =
        added.span(of: transaction)?.end ?? product.map { period.ends(as: $0) }
        ?? earliest(transaction.expiresAt, earliest(transaction.revokedAt, period.replacedAt))
      if isHeld {
        periods.append(
          PurchasedPeriod(
            transaction: transaction, firstPurchasedAt: line.periods[0].startsAt, endsAt: end))
      }
      guard let product, product.kind != .consumable else { continue }
      add(
        product.entitlements, .purchase(line.id, transaction.product), from: period.startsAt,
        to: earliest(end, line.transferredAt))
    }
  }

  /// Adds what a subscription gives after its period: in its grace period, or while its renewal is late.
  private mutating func addExtension(
    of line: PurchaseLine, _ renewal: StoreRenewal?, in blueprint: Blueprint, at now: Instant
  ) {
    let late = blueprint.definition.purchases.lateRenewal
    guard
      let subscription = Subscription(line, renewal: renewal, lateRenewal: late, at: now),
      let end = subscription.extendedEnd(late),
      let plan = blueprint.catalog.products[subscription.plan]?.product
    else { return }
    add(
      plan.entitlements, .purchase(line.id, subscription.product), from: subscription.startedAt,
      to: end)
  }

  private mutating func add(
    _ entitlements: [Entitlement.ID], _ origin: EntitlementSource.Origin, from start: Instant,
    to end: Instant?
  ) {
    let source = EntitlementSource(origin: origin, startedAt: start, endsAt: end)
    for entitlement in entitlements
    where sources[entitlement].map({ source.outlasts($0) }) ?? true {
      sources[entitlement] = source
    }
  }
}

/// A span of time in which a grant gives its entitlements.
private struct GrantedSpan {
  let entitlements: [Entitlement.ID]
  let start: Instant
  /// When it ends; nil means never.
  let end: Instant?

  /// The spans of all grants of a customer, by id.
  static func all(of customer: Customer, _ added: AddedTime) -> [GrantedSpan] {
    customer.grants.values.sorted { $0.id < $1.id }.flatMap { grant -> [GrantedSpan] in
      guard grant.lasts != nil else {
        let end = earliest(grant.endsAt, grant.revokedAt)
        return [GrantedSpan(entitlements: grant.entitlements, start: grant.startsAt, end: end)]
      }
      return (added.grants[grant.id]?.spans ?? []).map {
        GrantedSpan(entitlements: grant.entitlements, start: $0.start, end: $0.end)
      }
    }
  }

  /// The end of an entitlement that it and the spans that continue it without a gap give; nil if it never ends.
  func lastEnd(of entitlement: Entitlement.ID, among spans: [GrantedSpan]) -> Instant? {
    var end = self.end
    for next in spans.sorted(by: { $0.start < $1.start })
    where next.entitlements.contains(entitlement) {
      guard let current = end, next.start <= current else { continue }
      end = next.end.map { max(current, $0) }
    }
    return end
  }
}

extension Subscription {
  /// The end of the access beyond the period that ended: of its grace period, or of the wait for its renewal; nil
  /// without either.
  fileprivate func extendedEnd(_ late: LateRenewal) -> Instant? {
    if condition == .grace { return graceEndsAt }
    return isRenewalLate ? late.deadline(after: expiresAt, ofPeriodFrom: startedAt) : nil
  }
}
