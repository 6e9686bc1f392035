/// An event that changes a wallet without a request.
private struct CreditEvent {
  /// The kinds of event, in the order in which they apply at the same instant.
  enum Kind: Int { case refund, replacement, expiry, arrival, refill, transfer }

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
  var debts: [PurchaseID: (chain: Instant, amount: Int)] = [:]
  /// When the credits next change without a new fact; nil if they never do.
  private(set) var nextChange: Instant?

  /// What spends left to later credits, and none has paid yet.
  private(set) var owed = 0

  /// The remaining credits.
  var balance: Int { spendable.reduce(0) { $0 + lots[$1].left } }

  /// What remains once the next period of a purchase has been paid for and fills the wallet.
  func balance(filledBy source: Wallet.Source, of purchase: PurchaseID) -> Int {
    var trimmed = 0
    if let cap = source.lifetime.rollover?.limit {
      let rolled = spendable.filter { lots[$0].purchase == purchase && lots[$0].lifetime.rollsOver }
        .reduce(0) { $0 + lots[$1].left }
      trimmed = max(0, rolled - max(0, cap - source.amount))
    }
    return balance - trimmed + source.amount - owed
  }

  /// Replays, in chronological order, everything that filled and emptied a wallet up to an instant.
  ///
  /// - Parameter log: The spends; those later than the instant count too.
  init(
    of wallet: Wallet.ID, _ lots: [CreditLot], _ log: CreditLog?, _ transfers: [CreditTransfer],
    at now: Instant
  ) {
    self.wallet = wallet
    self.lots = lots
    self.transfers = transfers
    away = Set(transfers.lazy.filter(\.wasAway).map(\.purchase))
    var (drawn, borrowed) = (0, 0)
    let inOrder = events.sorted { $0.precedes($1) }
    let past = inOrder.prefix { $0.at <= now }
    for event in past {
      let (total, debt) = (log?.total(before: event.at) ?? 0, log?.owed(before: event.at) ?? 0)
      spend(total - drawn, owing: debt - borrowed)
      (drawn, borrowed) = (total, debt)
      apply(event)
      settle()
    }
    spend((log?.total ?? 0) - drawn, owing: (log?.owed ?? 0) - borrowed)
    nextChange = inOrder[past.endIndex...].first { changes($0) }?.at
  }

  /// Whether an event to come would change anything: it does not refill a gift that is full, and the months of a right
  /// follow each other without a change while nothing is spent.
  private func changes(_ event: CreditEvent) -> Bool {
    switch event.kind {
    case .refill:
      let lot = lots[event.index]
      return lot.state != .here || lot.refill.map { lot.left < $0.cap } ?? true
    case .expiry:
      let lot = lots[event.index]
      // The end of a month to come matters once it has begun.
      if lot.isMonthElsewhere, lot.state == .coming { return false }
      return !lot.isFullMonth || !lots.contains { $0.follows(lot) }
    case .arrival:
      let lot = lots[event.index]
      return !lots.contains { $0.isFullMonth && lot.follows($0) }
    case .refund, .replacement, .transfer: return true
    }
  }

  /// Spends credits, and owes others, which whatever is left pays for at once: after a merge another's credits may be.
  private mutating func spend(_ amount: Int, owing debt: Int) {
    spend(amount)
    owed += debt
    settle()
  }

  /// Pays what is owed, as far as there are credits.
  private mutating func settle() {
    if owed == 0 { return }
    let paid = min(owed, balance)
    spend(paid)
    owed -= paid
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
      for instant in lot.refill?.instants ?? [] { add(instant, .refill, index) }
    }
    for (index, transfer) in transfers.enumerated() { add(transfer.at, .transfer, index) }
    return events
  }

  private mutating func apply(_ event: CreditEvent) {
    switch event.kind {
    case .refund, .expiry: end(event.index)
    case .replacement: replace(event.index)
    case .arrival: arrive(event.index)
    case .refill: refill(event.index)
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
    guard lot.state == .coming else { return }
    guard let purchase = lot.purchase else {
      keep(index, lot.amount)
      return
    }
    guard !away.contains(purchase) else { return }
    var left = lot.amount
    if let debt = debts[purchase], debt.chain == lot.chain {
      let repaid = min(debt.amount, left)
      left -= repaid
      debts[purchase]?.amount -= repaid
    }
    if let cap = lot.lifetime.rollover?.limit { trim(purchase, to: max(0, cap - left)) }
    keep(index, left)
  }

  /// Adds a gift's credits of a new window to what is left of the earlier ones, up to its limit.
  private mutating func refill(_ index: Int) {
    let lot = lots[index]
    guard lot.state == .here, let refill = lot.refill else { return }
    let left = min(refill.cap, lot.left + lot.amount)
    spendable.removeAll { $0 == index }
    // No more comes back, when a purchase leaves, than the limit has room for.
    lots[index].drawn = min(lot.drawn, refill.cap - left)
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

  /// Takes back what does not stay of a replaced period: the share that the store pays back, if its terms say no other.
  ///
  /// It comes from what is left of the period's credits and, where those are spent, from what the new product gives.
  /// The share that was paid for stays as long as the period would have lasted, so it makes no difference whether it is
  /// spent before or after the change.
  private mutating func replace(_ index: Int) {
    let lot = lots[index]
    guard lot.state == .here, let purchase = lot.purchase else { return }
    let (claim, isOwed) = lot.takenBack
    let back = min(lot.left, claim)
    lots[index].left -= back
    if isOwed, claim > back {
      let before = debts[purchase].flatMap { $0.chain == lot.chain ? $0.amount : nil } ?? 0
      debts[purchase] = (lot.chain, before + claim - back)
    }
    spendable.removeAll { lots[$0].left == 0 }
  }
}
