/// The transfer of a purchase, seen from its credits.
struct CreditTransfer {
  let purchase: PurchaseID
  let at: Instant
  /// Whether the credits arrive from another customer rather than leave; nothing changes if they are here already, as
  /// with an owner who shares the purchase and with customers who were merged.
  let isHeld: Bool
  /// The credits that are no longer available; nil if that was not recorded.
  let spent: [SpentCredit]?
  /// Whether the credits belonged to another customer before.
  let wasAway: Bool

  /// Describes one transfer from what is known: this customer's side of it, or both sides.
  fileprivate init(_ sides: [PurchaseTransfer], of purchase: PurchaseID, isFirst: Bool) {
    let held = sides.first { $0.isHeld && !$0.isShared }
    let leaves = sides.first { !$0.isHeld }
    self.purchase = purchase
    at = sides.map(\.at).min() ?? .distantPast
    isHeld = held != nil
    spent = (held ?? leaves)?.spent
    wasAway = isFirst && leaves == nil && (held == nil || held?.spent != nil)
  }
}

extension Customer {
  /// The transfers of purchases, by purchase and then in order.
  private var creditTransfers: [CreditTransfer] {
    if transfers.isEmpty { return [] }
    return Dictionary(grouping: transfers.values, by: \.purchase).sorted { $0.key < $1.key }
      .flatMap { purchase, changes in
        Dictionary(grouping: changes, by: \.number).sorted { $0.key < $1.key }.enumerated()
          .map { CreditTransfer($0.element.value, of: purchase, isFirst: $0.offset == 0) }
      }
  }

  /// The credits of each wallet up to an instant, in the blueprint's order.
  func credits(in blueprint: Blueprint, at now: Instant) -> [CreditReplay] {
    let transfers = creditTransfers
    return zip(blueprint.definition.credits, creditLots(in: blueprint)).map { wallet, lots in
      CreditReplay(of: wallet.id, lots, history.spends[wallet.id], transfers, at: now)
    }
  }
}

extension Customer {
  /// The instant of a transfer from this customer: now, but after every spend, so that a replay can separate the
  /// owner's spends from later ones.
  public func transferInstant(notBefore now: Instant) -> Instant {
    let last = history.spends.values.compactMap(\.last).max()
    return max(now, last?.adding(milliseconds: 1) ?? now)
  }
}

extension Blueprint {
  /// The credits of a purchase that are no longer available, to be passed on to the customer who receives it.
  ///
  /// - Parameters:
  ///   - purchase: The purchase.
  ///   - customer: Its owner.
  ///   - now: The instant of the transfer.
  /// - Returns: The spent credits, in a fixed order.
  public func spentCredits(
    of purchase: PurchaseID, _ customer: Customer, at now: Instant
  ) -> [SpentCredit] {
    customer.credits(in: self, at: now).flatMap { replay in
      replay.lots.filter {
        $0.state == .here && $0.purchase == purchase && $0.left < $0.amount
      }
      .map {
        SpentCredit(
          wallet: replay.wallet, transaction: $0.transaction, amount: $0.amount - $0.left)
      }
      .sorted { $0.transaction < $1.transaction }
    }
  }
}
