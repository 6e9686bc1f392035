/// An event that changes a wallet without a request.
private struct CreditEvent {
  /// The kinds of event, in the order in which they apply at the same instant.
  enum Kind: Int { case refund, replacement, expiry, arrival, transfer }

  let at: Instant
  let kind: Kind
  /// The position of the lot or transfer.
  let index: Int

  /// Whether it applies first: by time, then by kind, then by position, so that the order of the facts does not matter.
  func precedes(_ other: Self) -> Bool {
    (at, kind.rawValue, index) < (other.at, other.kind.rawValue, other.index)
  }
}

/// A replay of a wallet's credits over time.
///
/// A balance cannot be kept as a number: a late refund, a merge or a transfer changes what earlier spends drew on. It
/// is therefore computed from the facts each time, and the same facts give the same balance in any order.
struct CreditReplay {
  let wallet: Wallet.ID
  var lots: [CreditLot]
  /// Lots with credits left, in the order in which they are spent.
  var spendable: [Int] = []
  /// Purchases whose credits are with another customer.
  var away: Set<PurchaseID>
  private let transfers: [CreditTransfer]
  /// What a replaced period spent beyond its paid share, to be deducted from the periods that replace it.
  private var debts: [PurchaseID: (chain: Instant, amount: Int)] = [:]
  /// When the credits next change without a new fact; nil if they never do.
  private(set) var nextChange: Instant?

  /// The remaining credits.
  var balance: Int { spendable.reduce(0) { $0 + lots[$1].left } }

  /// Replays, in chronological order, everything that filled and emptied a wallet up to an instant.
  ///
  /// - Parameters:
  ///   - wallet: The wallet.
  ///   - lots: The credits that fill it.
  ///   - log: The spends; those later than the instant count too.
  ///   - transfers: The transfers of purchases.
  ///   - now: The instant.
  init(
    of wallet: Wallet.ID, _ lots: [CreditLot], _ log: CreditLog?, _ transfers: [CreditTransfer],
    at now: Instant
  ) {
    self.wallet = wallet
    self.lots = lots
    self.transfers = transfers
    away = Set(transfers.lazy.filter(\.wasAway).map(\.purchase))
    var drawn = 0
    for event in events.sorted(by: { $0.precedes($1) }) {
      guard event.at <= now else {
        nextChange = event.at
        break
      }
      let total = log?.total(before: event.at) ?? 0
      spend(total - drawn)
      drawn = total
      apply(event)
    }
    spend((log?.total ?? 0) - drawn)
  }

  /// Everything that changes the wallet without a request, in no particular order.
  private var events: [CreditEvent] {
    var events: [CreditEvent] = []
    func add(_ at: Instant?, _ kind: CreditEvent.Kind, _ index: Int) {
      if let at { events.append(CreditEvent(at: at, kind: kind, index: index)) }
    }
    for (index, lot) in lots.enumerated() {
      add(lot.arrivesAt, .arrival, index)
      add(lot.expiresAt, .expiry, index)
      add(lot.replacedAt, .replacement, index)
      add(lot.revokedAt.map { max($0, lot.arrivesAt) }, .refund, index)
    }
    for (index, transfer) in transfers.enumerated() { add(transfer.at, .transfer, index) }
    return events
  }

  private mutating func apply(_ event: CreditEvent) {
    switch event.kind {
    case .refund, .expiry: end(event.index)
    case .replacement: replace(event.index)
    case .arrival: arrive(event.index)
    case .transfer: apply(transfers[event.index])
    }
  }

  /// Spends credits, soonest to expire first; an amount beyond the balance is not spent.
  mutating func spend(_ amount: Int) {
    var due = amount
    while due > 0, let index = spendable.first {
      let part = min(due, lots[index].left)
      lots[index].left -= part
      lots[index].drawn += part
      due -= part
      if lots[index].left == 0 { spendable.removeFirst() }
    }
  }

  /// Adds credits of a lot to those that can be spent, in order.
  mutating func keep(_ index: Int, _ left: Int) {
    lots[index].state = .here
    lots[index].left = left
    guard left > 0 else { return }
    var place = spendable.count
    while place > 0, lots[index].isSpent(before: lots[spendable[place - 1]]) { place -= 1 }
    spendable.insert(index, at: place)
  }
}

extension CreditReplay {
  /// Ends a lot; what is left of it is lost.
  private mutating func end(_ index: Int) {
    lots[index].state = .ended
    lots[index].left = 0
    spendable.removeAll { $0 == index }
  }

  /// Adds a lot's credits, less what its line owes from a replaced period, and trims what rolled over to make room.
  private mutating func arrive(_ index: Int) {
    let lot = lots[index]
    guard lot.state == .coming, !away.contains(lot.purchase) else { return }
    var left = lot.amount
    if let debt = debts[lot.purchase], debt.chain == lot.chain {
      let repaid = min(debt.amount, left)
      left -= repaid
      debts[lot.purchase]?.amount -= repaid
    }
    if case .rollsOver(let cap?) = lot.lifetime { trim(lot.purchase, to: max(0, cap - left)) }
    keep(index, left)
  }

  /// Trims the credits that rolled over to a maximum, removing the soonest to expire first.
  mutating func trim(_ purchase: PurchaseID, to rest: Int) {
    let rolled = spendable.filter { lots[$0].purchase == purchase && lots[$0].lifetime.rollsOver }
    var excess = rolled.reduce(0) { $0 + lots[$1].left } - rest
    for index in rolled where excess > 0 {
      let part = min(excess, lots[index].left)
      lots[index].left -= part
      excess -= part
    }
    spendable.removeAll { lots[$0].left == 0 }
  }

  /// Takes back the share of a replaced period that the store pays back.
  ///
  /// It comes from what is left of the period's credits and, where those are spent, from what the new product gives.
  /// The share that was paid for stays as long as the period would have lasted, so it makes no difference whether it is
  /// spent before or after the change.
  private mutating func replace(_ index: Int) {
    let lot = lots[index]
    guard lot.state == .here else { return }
    let back = min(lot.left, lot.unearned)
    lots[index].left -= back
    if lot.unearned > back {
      let before = debts[lot.purchase].flatMap { $0.chain == lot.chain ? $0.amount : nil } ?? 0
      debts[lot.purchase] = (lot.chain, before + lot.unearned - back)
    }
    spendable.removeAll { lots[$0].left == 0 }
  }
}
