import Tollgate

/// What is in a wallet, by moving its credits one at a time through everything that filled and emptied it.
///
/// It is about wallets that packs, gifts and rights fill that were bought elsewhere; `CreditPropertyTests` has a reference
/// for the credits of subscriptions.
struct ReferenceWallet {
  private struct Coin {
    /// What gave it, by its place among everything that gives.
    let source: Int
    let isSpentFirst: Bool
    let comesAgain: Bool
    let end: Instant
    let isLostWithPlan: Bool
    let arrivedAt: Instant
  }

  /// In the order in which they apply at one instant.
  private enum Event: Int {
    case refund, expiry, arrival, refill, spend
  }

  /// Everything that happens, each with the place of what gives or is given back, or of the spend.
  private var events: [(at: Instant, event: Event, place: Int)] = []
  private var coins: [Coin] = []
  /// What spends have left to later credits.
  private(set) var owed = 0

  var balance: Int { coins.count }
}

extension ReferenceDecider {
  func wallet(_ wallet: Wallet, at now: Instant) -> ReferenceWallet {
    ReferenceWallet(wallet, by: self, at: now)
  }

  /// The most that a use may cost: what the wallet has and may be overdrawn by, unless it is empty, and no more than can
  /// still be spent in the window.
  func reach(of wallet: Wallet, at now: Instant) -> Int {
    let balance = unreserved(in: wallet, at: now)
    let reach = balance > 0 ? balance + wallet.mayOverdraw : 0
    return min(reach, leftToSpend(from: wallet, at: now))
  }

  /// The credits that can be spent now.
  func spendable(in wallet: Wallet, at now: Instant) -> Int {
    min(unreserved(in: wallet, at: now), leftToSpend(from: wallet, at: now))
  }

  /// The credits that can be spent now, as a limit, and how many uses they pay for; nil for an unknown wallet.
  func credits(
    in names: [Wallet.ID], paying cost: Int, at now: Instant
  ) -> (limit: Limit, left: Int)? {
    guard var purse = purse(names, at: now) else { return nil }
    let spendable = purse.map(\.left).reduce(0, +)
    var uses = 0
    while Self.payments(of: cost, from: &purse) != nil { uses += 1 }
    return (Limit(limit: spendable, used: 0, scope: .credits), uses)
  }

  /// What each wallet pays of a price that they share; nil if they cannot.
  func payments(of cost: Int, from names: [Wallet.ID], at now: Instant) -> [CreditPayment]? {
    guard var purse = purse(names, at: now) else { return nil }
    return Self.payments(of: cost, from: &purse)
  }

  /// What a wallet that shares a price can still pay of it, and owe for it.
  private typealias Payer = (name: Wallet.ID, left: Int, mayOwe: Int)

  private func purse(_ names: [Wallet.ID], at now: Instant) -> [Payer]? {
    let wallets = names.compactMap { name in blueprint.credits.first { $0.id == name } }
    guard wallets.count == names.count else { return nil }
    return wallets.map { wallet in
      let known = self.wallet(wallet, at: now)
      let owed = known.owed + max(0, setAside(in: wallet, at: now) - known.balance)
      let spendable = spendable(in: wallet, at: now)
      return (
        wallet.id, spendable,
        max(0, min(wallet.mayOverdraw - owed, leftToSpend(from: wallet, at: now) - spendable))
      )
    }
  }

  /// Takes a price credit by credit: as long as there are any, from the first wallet that has one, and then as a debt of the
  /// first that may owe one.
  private static func payments(of cost: Int, from purse: inout [Payer]) -> [CreditPayment]? {
    if purse.allSatisfy({ $0.left == 0 }) { return nil }
    var payments = purse.map { CreditPayment(wallet: $0.name, amount: 0) }
    for _ in 0..<cost {
      if let place = purse.firstIndex(where: { $0.left > 0 }) {
        purse[place].left -= 1
        payments[place] = CreditPayment(
          wallet: purse[place].name, amount: payments[place].amount + 1)
      } else if let place = purse.firstIndex(where: { $0.mayOwe > 0 }) {
        purse[place].mayOwe -= 1
        payments[place] = CreditPayment(
          wallet: purse[place].name, amount: payments[place].amount,
          owed: payments[place].owed + 1)
      } else {
        return nil
      }
    }
    return payments.filter { $0.amount + $0.owed > 0 }
  }

  private func unreserved(in wallet: Wallet, at now: Instant) -> Int {
    max(0, self.wallet(wallet, at: now).balance - setAside(in: wallet, at: now))
  }

  /// The credits that are set aside for uses in progress.
  private func setAside(in wallet: Wallet, at now: Instant) -> Int {
    blueprint.features.flatMap { reservations(of: $0.id, at: now) }
      .reduce(0) { sum, terms in
        sum + (terms.wallet == wallet.id ? terms.amount : 0)
          + terms.rest.filter { $0.wallet == wallet.id }.reduce(0) { $0 + $1.amount }
      }
  }

  private func leftToSpend(from wallet: Wallet, at now: Instant) -> Int {
    guard let spending = wallet.spending else { return .max }
    let start = bounds(of: spending.window, since: nil, at: now).start
    let spent = spends(from: wallet.id).filter { $0.at >= start }
      .reduce(0) { $0 + $1.amount + $1.owed }
    return max(0, spending.limit - spent - setAside(in: wallet, at: now))
  }

  /// What each use took from a wallet and left to its next credits, in order.
  func spends(from wallet: Wallet.ID) -> [(at: Instant, amount: Int, owed: Int)] {
    facts.flatMap { fact -> [(at: Instant, amount: Int, owed: Int)] in
      guard case .spend(let spend) = fact else { return [] }
      return spend.payments.filter { $0.wallet == wallet }
        .map { (at: spend.at, amount: $0.amount, owed: $0.owed) }
    }.sorted { $0.at < $1.at }
  }

  /// When the customer was first known; a purchase does not count.
  var firstKnown: Instant? {
    facts.compactMap { fact -> Instant? in
      switch fact {
      case .signedUp(let fact): fact.at
      case .device(let fact): fact.at
      case .milestone(let fact): fact.at
      case .use(let fact): fact.at
      case .spend(let fact): fact.at
      case .grant(let fact): fact.givenAt
      default: nil
      }
    }.min()
  }
}

extension ReferenceWallet {
  fileprivate init(_ wallet: Wallet, by decider: ReferenceDecider, at now: Instant) {
    let spends = decider.spends(from: wallet.id)
    for (place, spend) in spends.enumerated() { events.append((spend.at, .spend, place)) }
    var sources: [(amount: Int, coin: Coin, cap: Int)] = []
    func add(
      _ amount: Int, isGiven: Bool, from start: Instant, to end: Instant = ReferenceDecider.never,
      isLostWithPlan: Bool = false, endingWith subscriptionEnd: Instant? = nil, upTo cap: Int? = nil
    ) {
      let place = sources.count
      let coin = Coin(
        source: place, isSpentFirst: isGiven == wallet.spendsGivenFirst, comesAgain: cap != nil,
        end: end, isLostWithPlan: isLostWithPlan, arrivedAt: start)
      sources.append((amount, coin, cap ?? amount))
      events.append((start, .arrival, place))
      let expiry = min(end, subscriptionEnd ?? ReferenceDecider.never)
      if expiry < ReferenceDecider.never { events.append((expiry, .expiry, place)) }
    }
    for pack in decider.transactions.sorted(by: { $0.purchasedAt < $1.purchasedAt }) {
      guard let source = wallet.sources.first(where: { $0.product == pack.product }) else {
        continue
      }
      if let refundedAt = pack.revokedAt { events.append((refundedAt, .refund, sources.count)) }
      add(source.amount * max(1, pack.quantity), isGiven: false, from: pack.purchasedAt)
    }
    for gift in wallet.given {
      switch gift.rhythm {
      case .on(let event, let lasts):
        guard let start = decider.instant(ofGift: event), decider.gives(gift, at: start) else {
          continue
        }
        add(
          gift.amount, isGiven: true, from: start,
          to: lasts.map { start.adding($0) } ?? ReferenceDecider.never,
          isLostWithPlan: gift.whileSubscribed, endingWith: decider.end(of: gift, at: start))
      case .each(let window, let limit):
        var next = decider.firstKnown ?? now
        var end = Instant(milliseconds: .min)
        while next <= now {
          if decider.gives(gift, at: next) {
            if next < end {
              events.append((next, .refill, sources.count - 1))
            } else {
              let until = decider.end(of: gift, at: next)
              end = until ?? ReferenceDecider.never
              add(
                gift.amount, isGiven: true, from: next, isLostWithPlan: gift.whileSubscribed,
                endingWith: until, upTo: limit ?? gift.amount)
            }
          }
          next = decider.bounds(of: window, since: nil, at: next).end
        }
      }
    }
    for start in decider.startsOfRights {
      guard let time = decider.timeOfRight(start.name, at: start.at) else { continue }
      let months = ReferenceDecider.months(from: time.start, to: time.end)
      for (number, month) in months.enumerated() {
        guard
          let credits = decider.statement(ofRight: start.name, at: month)?.credits,
          credits.wallet == wallet.id
        else { continue }
        let end = number + 1 < months.count ? months[number + 1] : time.end
        add(credits.amount, isGiven: false, from: month, to: end)
      }
    }
    let inOrder = events.sorted {
      ($0.at, $0.event.rawValue, $0.place) < ($1.at, $1.event.rawValue, $1.place)
    }
    for (_, event, place) in inOrder.filter({ $0.at <= now }) {
      switch event {
      case .refund, .expiry: coins.removeAll { $0.source == place }
      case .arrival: put(sources[place].amount, sources[place].coin)
      case .refill:
        let (amount, coin, cap) = sources[place]
        let left = coins.count { $0.source == place }
        put(min(amount, cap - left), coin)
      case .spend:
        take(spends[place].amount)
        owed += spends[place].owed
      }
      let paid = min(owed, coins.count)
      take(paid)
      owed -= paid
    }
  }

  /// Given credits are spent first, or last; then those that come again, those that expire soonest, those that are lost
  /// with the plan, and the oldest.
  private mutating func put(_ count: Int, _ coin: Coin) {
    coins += Array(repeating: coin, count: count)
    coins.sort { one, other in
      if one.isSpentFirst != other.isSpentFirst { return one.isSpentFirst }
      if one.comesAgain != other.comesAgain { return one.comesAgain }
      if one.end != other.end { return one.end < other.end }
      if one.isLostWithPlan != other.isLostWithPlan { return one.isLostWithPlan }
      return (one.arrivedAt, one.source) < (other.arrivedAt, other.source)
    }
  }

  private mutating func take(_ count: Int) { coins.removeFirst(min(count, coins.count)) }
}

extension ReferenceDecider {
  /// When each right that was bought elsewhere began, and began again after a gap.
  fileprivate var startsOfRights: [(name: GrantTerms.ID?, at: Instant)] {
    grants.filter { grant in
      statement(ofRight: grant.name, at: grant.startsAt)?.id == grant.id
        && timeOfRight(grant.name, at: grant.startsAt)?.start == grant.startsAt
    }.map { ($0.name, $0.startsAt) }
  }

  /// Whether the condition of a gift holds at the instant at which its credits come.
  fileprivate func gives(_ gift: Wallet.Gift, at instant: Instant) -> Bool {
    if gift.whileSubscribed, !isSubscribed(at: instant) { return false }
    return gift.when == .always
      || holds(
        gift.when, phase: phase(at: instant), entitlements: entitlements(at: instant), nil,
        at: instant)
  }

  /// When the plan and the trial end with which the credits of a gift expire; nil for others.
  fileprivate func end(of gift: Wallet.Gift, at instant: Instant) -> Instant? {
    guard gift.whileSubscribed else { return nil }
    let ends =
      grants.flatMap { [$0.endsAt, $0.revokedAt] }.compactMap(\.self)
      + runs(at: instant).map(\.end)
    return ends.sorted().first { instant < $0 && !isSubscribed(at: $0) }
  }

  private func isSubscribed(at instant: Instant) -> Bool {
    [.trial, .subscribed].contains(phase(at: instant))
  }

  /// When what gives credits once happened; nil if it has not.
  fileprivate func instant(ofGift event: CustomerEvent) -> Instant? {
    switch event {
    case .milestone(let name): reachedAt(name)
    case .signUp:
      facts.compactMap { if case .signedUp(let fact) = $0 { fact.at } else { nil } }.min()
    default: nil
    }
  }
}
