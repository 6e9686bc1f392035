import Tollgate

/// Something that was paid for, or given by the store, and is in force.
struct Basis: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A paid period, or a single purchase.
    case paid
    /// The introductory offer.
    case introductory
    /// A payment is due, and access continues meanwhile.
    case grace
    /// The period is over, and the store had signed that it would renew.
    case late
  }

  let product: Product
  let kind: Kind
  let line: StoreTransaction.OriginalID
  /// When it ends; nil is never.
  let endsAt: Instant?
  /// Whether it renews by itself.
  let willRenew: Bool
}

/// Which of two views of the store a book is kept by: what is true, or what the server knows.
enum BookView: Hashable, Sendable, CaseIterable {
  case real
  case reported
}

extension HistoryState {
  /// What a customer has paid for and has by right now.
  func bases(of person: Int, _ view: BookView, _ rules: Rules) -> [Basis] {
    var bases: [Basis] = []
    for (line, owners) in holders.sorted(by: { $0.key < $1.key }) where owners.contains(person) {
      let known = view == .real ? subscription(line) : reported[line]
      if let basis = known?.basis(at: now, isReported: view == .reported, rules) {
        bases.append(basis)
      }
      let bought = view == .real ? purchase(line) : reportedPurchases[line]
      if let basis = bought?.basis(at: now, rules) { bases.append(basis) }
    }
    return bases
  }

  /// The next instants at which the books change by themselves.
  func bookInstants(_ rules: Rules) -> [Instant] {
    var instants: [Instant] = []
    for subscription in Array(reported.values) {
      guard let current = subscription.current else { continue }
      instants.append(current.end)
      instants.append(rules.lateDeadline(from: current.start, to: current.end))
    }
    for bought in reportedPurchases.values {
      if let end = bought.endsAt(rules) { instants.append(end) }
    }
    instants += people.compactMap(\.trial?.endsAt)
    return instants.filter { $0 > now }
  }
}

extension ModelSubscription {
  /// What gives access by this book; nil where nothing does.
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
      guard isReported, willRenew, now < deadline else { return nil }
      return Basis(
        product: renewsTo, kind: .late, line: id, endsAt: deadline, willRenew: true)
    case .grace(let until, _):
      guard now < until else { return nil }
      return Basis(product: product, kind: .grace, line: id, endsAt: until, willRenew: willRenew)
    case .retrying, .expired, .revoked: return nil
    }
  }

  /// The run of the introductory offer that the newest period belongs to: its start, and its end as far as it is signed;
  /// nil if the newest period is not one.
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

extension ModelPurchase {
  /// When it ends by itself; nil is never.
  func endsAt(_ rules: Rules) -> Instant? {
    switch kind {
    case .nonRenewing:
      rules.product(signed.product)?.period.map { signed.purchasedAt.adding($0) }
    case .autoRenewable, .nonConsumable, .consumable: nil
    }
  }

  fileprivate func basis(at now: Instant, _ rules: Rules) -> Basis? {
    guard signed.revokedAt == nil, kind != .consumable,
      let product = rules.product(signed.product)
    else { return nil }
    let end = endsAt(rules)
    guard end.map({ now < $0 }) ?? true else { return nil }
    return Basis(
      product: product, kind: .paid, line: signed.originalID, endsAt: end, willRenew: false)
  }
}
