import AppStoreSimulator
import Tollgate

/// A reason for access that is in force: something paid for, or given by the store.
///
/// The explorer derives these from the store's own state and not from facts, so that it does not share the engine's fold.
struct Basis: Hashable, Sendable {
  /// The way in which it gives access.
  enum Kind: Hashable, Sendable {
    /// A paid period, or a single purchase.
    case paid
    /// A period of the introductory offer, free or paid.
    case introductory
    /// A payment is due, and access continues in the meantime.
    case grace
    /// The period is over without an update, and the store had signed that it would renew.
    case late
  }

  /// The product whose entitlements it gives.
  let product: CatalogProduct
  /// The way in which it gives access.
  let kind: Kind
  /// The subscription or purchase.
  let line: StoreTransaction.OriginalID
  /// When it ends, unless it renews; nil if it never does.
  let endsAt: Instant?
  /// Whether it renews automatically.
  let willRenew: Bool
}

/// The knowledge by which books are kept.
///
/// While notifications are late the two differ, and the engine may answer by either: only an answer that both reject is
/// wrong.
enum BookView: Hashable, Sendable, CaseIterable {
  /// What the store has done.
  case real
  /// What the store has reported to the server.
  case reported
}

extension HistoryState {
  /// Returns what gives a customer access now.
  ///
  /// - Parameter view: Whether to look at what happened or at what was reported.
  /// - Returns: The reasons, by original transaction id.
  func bases(of person: Int, _ view: BookView, _ rules: Rules) -> [Basis] {
    var bases: [Basis] = []
    let added = addedTime(of: person, view, rules)
    for (line, owners) in holders.sorted(by: { $0.key < $1.key }) where owners.contains(person) {
      let known = view == .real ? subscription(line) : reported[line]
      if let basis = known?.basis(at: now, isReported: view == .reported, rules) {
        bases.append(basis)
      }
      let bought = view == .real ? purchase(line) : reportedPurchases[line]
      if let basis = bought?.basis(at: now, added[line], rules) { bases.append(basis) }
    }
    return bases
  }

  /// Returns the future instants at which the books change without a step, unsorted.
  func bookInstants(_ rules: Rules) -> [Instant] {
    var instants: [Instant] = []
    for subscription in Array(reported.values) {
      // What is known to have ended, or to be unpaid, changes by a notification only.
      guard let current = subscription.current, subscription.condition == .active else { continue }
      instants.append(current.end)
      instants.append(rules.lateDeadline(from: current.start, to: current.end))
    }
    for bought in reportedPurchases.values {
      if let end = bought.endsAt(rules) { instants.append(end) }
    }
    for person in people.indices {
      for time in addedTime(of: person, .reported, rules).values {
        instants += [time.start, time.end]
      }
    }
    // While its clock stands still, time passes to the end that it would have had.
    instants += people.compactMap(\.trial?.scheduledEnd)
    instants += people.flatMap { $0.addOnTrials.values.compactMap(\.scheduledEnd) }
    for gift in people.flatMap(\.gifts) {
      instants.append(gift.startsAt)
      if let end = gift.endsAt { instants.append(end) }
    }
    for date in rules.dates {
      instants += people.map { $0.recorded.customer.instant(of: date, in: rules.blueprint) }
    }
    for season in rules.seasons {
      instants += people.indices.compactMap {
        PastBook(state: self, person: $0, rules: rules).turn(of: season)
      }
    }
    for ending in rules.pastTests.compactMap(\.ending) {
      instants += people.indices.flatMap { person in
        PastBook(state: self, person: person, rules: rules).ends(of: ending.anchor, .reported) ?? []
      }.map { $0.subtracting(ending.within) }
    }
    return instants.filter { $0 > now }
  }
}

extension UnsignedSubscription {
  /// Returns the reason for access that a subscription gives; nil if it gives none.
  fileprivate func basis(at now: Instant, isReported: Bool, _ rules: Rules) -> Basis? {
    guard let current, let product = rules.product(current.signed.product),
      current.start <= now
    else { return nil }
    switch condition {
    case .active:
      if now < current.end {
        return Basis(
          product: product, kind: current.isIntroductory ? .introductory : .paid, line: id,
          endsAt: current.end, willRenew: willRenew)
      }
      let deadline = rules.lateDeadline(from: current.start, to: current.end)
      // The store itself is never late: only the server can be waiting for an update.
      guard isReported, willRenew, now < deadline, let next = rules.product(renewsTo) else {
        return nil
      }
      return Basis(
        product: next, kind: .late, line: id, endsAt: deadline, willRenew: true)
    case .grace(let until, _):
      guard now < until else { return nil }
      return Basis(product: product, kind: .grace, line: id, endsAt: until, willRenew: willRenew)
    case .retrying, .expired, .revoked: return nil
    }
  }

  /// The run of the introductory offer that the newest period belongs to.
  ///
  /// A pay-as-you-go offer has several periods, and all of them are one trial. The end is that of the last one signed;
  /// nil if the newest period is not introductory.
  var introduction: (start: Instant, end: Instant)? {
    guard let current, current.isIntroductory else { return nil }
    var start = current.start
    for period in periods.reversed() {
      guard period.isIntroductory, period.end >= start || period.start == current.start else {
        break
      }
      start = period.start
    }
    return (start, current.end)
  }
}

/// The time that a purchase gives a customer, if the time of its product adds up.
struct BookedTime: Hashable, Sendable {
  let start: Instant
  let end: Instant
}

extension HistoryState {
  /// Returns when each purchase of a customer whose time adds up begins and ends: one bought while another runs that
  /// gives the same begins when that one ends, by its period, a refund or a transfer.
  func addedTime(
    of person: Int, _ view: BookView, _ rules: Rules
  ) -> [StoreTransaction.OriginalID: BookedTime] {
    var times: [StoreTransaction.OriginalID: BookedTime] = [:]
    if rules.passes.isEmpty { return times }
    let bought = people[person].lines
      .compactMap { view == .real ? purchase($0) : reportedPurchases[$0] }.map(\.signed)
      .sorted {
        ($0.purchasedAt, $0.id.rawValue.count, $0.id)
          < ($1.purchasedAt, $1.id.rawValue.count, $1.id)
      }
    for gives in Set(rules.passes.map { Set($0.entitlements) }) {
      var free: Instant?
      for signed in bought {
        guard
          let product = rules.passes.first(where: {
            $0.id == signed.product && Set($0.entitlements) == gives
          }), let period = product.period
        else { continue }
        let start = max(signed.purchasedAt, free ?? signed.purchasedAt)
        let losses = [signed.revokedAt, people[person].handedOver[signed.originalID]]
        let lost = losses.compactMap { $0 }.min().map { max($0, signed.purchasedAt) }
        let end = min(start.adding(period), lost ?? start.adding(period))
        times[signed.originalID] = BookedTime(start: min(start, end), end: end)
        free = max(free ?? end, end)
      }
    }
    return times
  }

  /// Returns when a purchase that does not renew ends for its owner; nil if it never does.
  func endsAt(_ bought: UnsignedPurchase, _ rules: Rules) -> Instant? {
    let line = bought.signed.originalID
    for person in people.indices {
      if let end = addedTime(of: person, .real, rules)[line]?.end { return end }
    }
    return bought.endsAt(rules)
  }
}

extension UnsignedPurchase {
  /// Returns when the purchase ends by itself: after the product's period if it is non-renewing, else never.
  func endsAt(_ rules: Rules) -> Instant? {
    switch state.kind {
    case .nonRenewing:
      rules.product(signed.product)?.period.map { signed.purchasedAt.adding($0) }
    case .nonConsumable, .consumable: nil
    }
  }

  /// Returns the reason for access that a purchase gives; nil if it is over, refunded or a consumable.
  fileprivate func basis(at now: Instant, _ time: BookedTime?, _ rules: Rules) -> Basis? {
    guard state.isEntitled, let product = rules.product(signed.product) else { return nil }
    let end = time?.end ?? endsAt(rules)
    guard end.map({ now < $0 }) ?? true, time.map({ $0.start <= now }) ?? true else { return nil }
    return Basis(
      product: product, kind: .paid, line: signed.originalID, endsAt: end, willRenew: false)
  }
}
