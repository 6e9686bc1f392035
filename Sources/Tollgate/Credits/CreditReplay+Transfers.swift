extension CreditReplay {
  /// Moves the credits of a transferred purchase into the wallet or out of it.
  mutating func apply(_ transfer: CreditTransfer) {
    if transfer.isHeld {
      arrive(transfer.purchase, transfer.spent ?? [], at: transfer.at)
    } else {
      leave(transfer.purchase, transfer.spent)
    }
  }

  /// Adds what is left of the credits of a purchase that arrives; nothing if they are here already.
  private mutating func arrive(_ purchase: PurchaseID, _ spent: [SpentCredit], at instant: Instant)
  {
    guard away.remove(purchase) != nil else { return }
    for index in lots.indices where lots[index].purchase == purchase {
      let lot = lots[index]
      guard lot.state == .coming, lot.arrivesAt <= instant, !lot.hasEnded(at: instant) else {
        continue
      }
      keep(index, rest(of: lot, spent))
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
    for index in lots.indices where lots[index].purchase == purchase {
      guard lots[index].state == .here else { continue }
      let rest = spent.map { self.rest(of: lots[index], $0) } ?? lots[index].left
      excess += lots[index].left - rest
      lots[index].state = .coming
      lots[index].left = 0
      lots[index].drawn = 0
    }
    if excess < 0 { spend(-excess) } else { giveBack(excess) }
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

  /// What is left of a lot after the spends recorded with its transfer, from 0 to its amount.
  private func rest(of lot: CreditLot, _ spent: [SpentCredit]) -> Int {
    let gone = spent.first { $0.wallet == wallet && $0.transaction == lot.transaction }
    return lot.amount - min(max(0, gone?.amount ?? 0), lot.amount)
  }
}

extension CreditLot {
  /// Whether its credits have expired or were refunded; the instant itself is no longer within them.
  fileprivate func hasEnded(at instant: Instant) -> Bool {
    [expiresAt, revokedAt].contains { $0.map { $0 <= instant } ?? false }
  }
}
