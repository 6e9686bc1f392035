extension CreditReplay {
  /// Moves the credits of a transferred purchase into the wallet or out of it.
  mutating func apply(_ transfer: CreditTransfer) {
    if transfer.isHeld {
      arrive(transfer.purchase, transfer.spent, at: transfer.at)
    } else {
      leave(transfer.purchase, transfer.spent)
    }
  }

  /// Adds what is left of the credits of a purchase that arrives; nothing if they are here already.
  private mutating func arrive(
    _ purchase: PurchaseID, _ spent: [SpentCredit]?, at instant: Instant
  ) {
    guard away.remove(purchase) != nil else { return }
    let arriving = lots.indices.filter {
      lots[$0].purchase == purchase && lots[$0].state == .coming && lots[$0].arrivesAt <= instant
        && !lots[$0].hasEnded(at: instant)
    }
    let (rests, owed) = rest(of: arriving, spent ?? [])
    for (index, rest) in zip(arriving, rests) { keep(index, rest) }
    if spent != nil {
      debts[purchase] = nil
      for index in arriving {
        guard let debt = lots[index].transaction.flatMap({ owed[$0] }), debt > 0 else { continue }
        debts[purchase] = (lots[index].chain, debt)
      }
    }
    cap(purchase)
  }

  /// Limits what came with a purchase to the most that its newest period may keep.
  private mutating func cap(_ purchase: PurchaseID) {
    let here = lots.filter { $0.purchase == purchase && $0.state == .here && $0.lifetime.rollsOver }
    guard let cap = here.max(by: { $0.arrivesAt < $1.arrivesAt })?.lifetime.rollover?.limit
    else { return }
    trim(purchase, to: cap)
  }

  /// Moves credits to another customer: as many as were recorded, regardless of what is now known about earlier spends.
  ///
  /// If later facts or a merge change the order in which they were spent, the difference is settled among the credits
  /// that remain.
  private mutating func leave(_ purchase: PurchaseID, _ spent: [SpentCredit]?) {
    guard away.insert(purchase).inserted else { return }
    spendable.removeAll { lots[$0].purchase == purchase }
    var excess = 0
    let leaving = lots.indices.filter {
      lots[$0].purchase == purchase && lots[$0].state == .here
    }
    let rests = spent.map { rest(of: leaving, $0).left } ?? leaving.map { lots[$0].left }
    for (index, rest) in zip(leaving, rests) {
      excess += lots[index].left - rest
      lots[index].state = .coming
      lots[index].left = 0
      lots[index].drawn = 0
    }
    if excess < 0 { spend(-excess) } else { giveBack(excess) }
  }

  /// What is gone of the credits of a purchase that leaves: one number for all months of a transaction.
  ///
  /// The newest transaction bears what is still owed for a period that was replaced.
  func spent(of purchase: PurchaseID) -> [SpentCredit] {
    let here = lots.filter { $0.purchase == purchase && $0.state == .here }
    var spent: [StoreTransaction.ID: Int] = [:]
    for lot in here where lot.left < lot.amount {
      if let transaction = lot.transaction {
        spent[transaction, default: 0] += lot.amount - lot.left
      }
    }
    if let debt = debts[purchase], debt.amount > 0,
      let transaction = here.last(where: { $0.chain == debt.chain })?.transaction
    {
      spent[transaction, default: 0] += debt.amount
    }
    return spent.sorted { $0.key < $1.key }
      .map { SpentCredit(wallet: wallet, transaction: $0.key, amount: $0.value) }
  }

  /// Charges the spends of the credits that left to the credits that remain.
  private mutating func giveBack(_ amount: Int) {
    var due = amount
    let drawn = lots.indices.filter { lots[$0].state == .here && lots[$0].drawn > 0 }
    for index in drawn.sorted(by: { lots[$1].isSpent(before: lots[$0]) }) where due > 0 {
      let part = min(due, lots[index].drawn)
      spendable.removeAll { $0 == index }
      lots[index].drawn -= part
      due -= part
      keep(index, lots[index].left + part)
    }
  }

  /// What is left of each of these lots after the spends recorded with their transfer, from 0 to its amount; and by
  /// transaction what its lots do not cover, which later credits owe.
  ///
  /// Spends are recorded by transaction; of its months, the earliest are spent first.
  private func rest(
    of indices: [Int], _ spent: [SpentCredit]
  ) -> (left: [Int], owed: [StoreTransaction.ID: Int]) {
    var gone: [StoreTransaction.ID: Int] = [:]
    for credit in spent where credit.wallet == wallet {
      let before = gone[credit.transaction] ?? 0
      gone[credit.transaction] = before + min(max(0, credit.amount), .max / 2 - before)
    }
    let left = indices.map { index in
      let lot = lots[index]
      guard let transaction = lot.transaction else { return lot.amount }
      let part = min(gone[transaction] ?? 0, lot.amount)
      gone[transaction]? -= part
      return lot.amount - part
    }
    return (left, gone)
  }
}

extension CreditLot {
  /// Whether its credits have expired or were refunded; the instant itself is no longer within them.
  fileprivate func hasEnded(at instant: Instant) -> Bool {
    [expiresAt, revokedAt].contains { $0.map { $0 <= instant } ?? false }
  }
}
