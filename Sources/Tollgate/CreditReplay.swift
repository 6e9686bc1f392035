/// Something that changes a wallet by itself; at one instant in the order of the cases.
struct CreditEvent {
  enum Change {
    case refund(Int)
    case replacement(Int)
    case expiry(Int)
    case arrival(Int)
    case transfer(PurchaseID, CreditTransfer)

    var rank: Int {
      switch self {
      case .refund: 0
      case .replacement: 1
      case .expiry: 2
      case .arrival: 3
      case .transfer: 4
      }
    }
  }

  let at: Instant
  let change: Change
}

/// A wallet on its way through its life.
struct CreditReplay {
  var lots: [CreditLot]
  var account = CreditAccount()
  let wallet: Wallet.ID
  private let transfers: [PurchaseID: [CreditTransfer]]
  /// Lots with something left, in the order in which they are spent.
  var spendable: [Int] = []
  /// Purchases whose credits are not here.
  var away: Set<PurchaseID> = []
  /// What a replaced period spent beyond the share that was paid for, to be taken from the periods that replace it.
  private var debts: [PurchaseID: (chain: Instant, amount: Int)] = [:]

  init(
    _ lots: [CreditLot], _ wallet: Wallet.ID, _ transfers: [PurchaseID: [CreditTransfer]]
  ) {
    self.lots = lots
    self.wallet = wallet
    self.transfers = transfers
    for (purchase, changes) in transfers where changes.first?.wasAway ?? false {
      away.insert(purchase)
    }
  }

  func events(upTo now: Instant) -> [CreditEvent] {
    var events: [CreditEvent] = []
    func add(_ at: Instant?, _ change: CreditEvent.Change) {
      if let at, at <= now { events.append(CreditEvent(at: at, change: change)) }
    }
    for (index, lot) in lots.enumerated() {
      add(lot.arrivesAt, .arrival(index))
      add(lot.expiresAt, .expiry(index))
      add(lot.replacedAt, .replacement(index))
      add(lot.revokedAt.map { max($0, lot.arrivesAt) }, .refund(index))
    }
    for (purchase, changes) in transfers {
      for change in changes { add(change.at, .transfer(purchase, change)) }
    }
    return events.sorted { left, right in
      if left.at != right.at { return left.at < right.at }
      if left.change.rank != right.change.rank { return left.change.rank < right.change.rank }
      return order(left.change, right.change)
    }
  }

  private func order(_ left: CreditEvent.Change, _ right: CreditEvent.Change) -> Bool {
    switch (left, right) {
    case (.transfer(let first, let change), .transfer(let second, let other)):
      first == second ? change.number < other.number : first < second
    case (.refund(let first), .refund(let second)),
      (.replacement(let first), .replacement(let second)),
      (.expiry(let first), .expiry(let second)), (.arrival(let first), .arrival(let second)):
      first < second
    case (.refund, _), (.replacement, _), (.expiry, _), (.arrival, _), (.transfer, _): false
    }
  }

  /// Spends credits, those that end soonest first; what is not there is not spent.
  mutating func spend(_ amount: Int) {
    var due = amount
    while due > 0, let index = spendable.first {
      let part = min(due, lots[index].left)
      lots[index].left -= part
      lots[index].drawn += part
      due -= part
      account.spend(part)
      if lots[index].left == 0 { spendable.removeFirst() }
    }
  }

  mutating func apply(_ event: CreditEvent) {
    switch event.change {
    case .refund(let index): end(index) { $0.takeBack($1) }
    case .replacement(let index): replace(index)
    case .expiry(let index): end(index) { $0.expire($1) }
    case .arrival(let index): arrive(index)
    case .transfer(let purchase, let change): transfer(purchase, change)
    }
  }
}

extension CreditReplay {
  private mutating func end(_ index: Int, _ account: (inout CreditAccount, Int) -> Void) {
    let isHere = lots[index].state == .here
    if isHere { account(&self.account, lots[index].left) }
    lots[index].state = .ended
    lots[index].left = 0
    if isHere { spendable.removeAll { $0 == index } }
  }

  private mutating func arrive(_ index: Int) {
    let lot = lots[index]
    guard lot.state == .coming, !away.contains(lot.purchase) else { return }
    account.receive(lot.amount)
    var left = lot.amount
    if let debt = debts[lot.purchase], debt.chain == lot.chain {
      let repaid = min(debt.amount, left)
      account.takeBack(repaid)
      left -= repaid
      debts[lot.purchase]?.amount -= repaid
    }
    if case .rollsOver(let cap?) = lot.lifetime { trim(lot.purchase, to: max(0, cap - left)) }
    keep(index, left)
  }

  /// Leaves at most so many of the credits that rolled over, the oldest expiring first.
  private mutating func trim(_ purchase: PurchaseID, to rest: Int) {
    let rolled = spendable.filter { index in
      guard lots[index].purchase == purchase else { return false }
      switch lots[index].lifetime {
      case .rollsOver: return true
      case .unlimited, .period: return false
      }
    }
    var excess = rolled.reduce(0) { $0 + lots[$1].left } - rest
    for index in rolled where excess > 0 {
      let part = min(excess, lots[index].left)
      lots[index].left -= part
      excess -= part
      account.expire(part)
    }
    spendable.removeAll { lots[$0].left == 0 }
  }

  /// Ends a period that another product took the place of.
  ///
  /// The store pays the rest of it back, and the share of its credits goes with it: from what is left, and where that is
  /// spent, from what the new product gives.
  private mutating func replace(_ index: Int) {
    let lot = lots[index]
    guard lot.state == .here else { return }
    let back = min(lot.left, lot.unearned)
    account.takeBack(back)
    lots[index].left -= back
    if lot.unearned > back {
      let before = debts[lot.purchase].flatMap { $0.chain == lot.chain ? $0.amount : nil } ?? 0
      debts[lot.purchase] = (lot.chain, before + lot.unearned - back)
    }
    switch lot.lifetime {
    case .period: end(index) { $0.expire($1) }
    case .rollsOver, .unlimited: spendable.removeAll { lots[$0].left == 0 }
    }
  }

  /// Has credits here, in the order in which they are spent.
  mutating func keep(_ index: Int, _ left: Int) {
    lots[index].state = .here
    lots[index].left = left
    guard left > 0 else { return }
    var place = spendable.count
    while place > 0, lots[index].isSpent(before: lots[spendable[place - 1]]) { place -= 1 }
    spendable.insert(index, at: place)
  }
}
