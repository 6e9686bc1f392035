/// A change of hands of a purchase, as it moves the purchase's credits.
struct CreditTransfer {
  enum Change {
    /// The credits go to another customer, less what is gone of them; nil where that was not recorded.
    case leaves([SpentCredit]?)
    /// They come from another customer, less what is gone of them; nothing changes where they are here already, as with an
    /// owner who shares the purchase and with customers who were merged.
    case arrives([SpentCredit])
  }

  let at: Instant
  let number: Int
  let change: Change
  /// Whether the credits were another customer's before, where this is the first change that is known.
  let wasAway: Bool
}

extension Customer {
  /// The changes of hands of each purchase, in order.
  var creditTransfers: [PurchaseID: [CreditTransfer]] {
    if transfers.isEmpty { return [:] }
    let numbers = Dictionary(grouping: transfers.values) {
      TransferNumber(purchase: $0.purchase, number: $0.number)
    }
    return Dictionary(
      grouping: numbers.map { ($0.key, CreditTransfer($0.value)) }.sorted {
        $0.0.number < $1.0.number
      }, by: \.0.purchase
    ).mapValues { $0.map(\.1) }
  }

  private struct TransferNumber: Hashable {
    let purchase: PurchaseID
    let number: Int
  }
}

extension CreditTransfer {
  /// Describes what is known of one change: this customer's side of it, or both.
  fileprivate init(_ sides: [PurchaseTransfer]) {
    let held = sides.first { $0.isHeld && !$0.isShared }
    let leaves = sides.first { !$0.isHeld }
    at = sides.map(\.at).min() ?? .distantPast
    number = sides.first?.number ?? 0
    if let held {
      change = .arrives(held.spent ?? [])
      wasAway = leaves == nil && held.spent != nil
    } else {
      change = .leaves(leaves?.spent)
      wasAway = leaves == nil
    }
  }
}

extension Customer {
  /// The accounts of a blueprint's wallets at an instant, in its order.
  func creditAccounts(in blueprint: Blueprint, at now: Instant) -> [CreditAccount] {
    let wallets = blueprint.definition.credits
    if wallets.isEmpty { return [] }
    let transfers = creditTransfers
    return zip(wallets, creditLots(in: blueprint, at: now)).map { wallet, lots in
      CreditAccount(
        lots, history.spends[wallet.id], of: wallet.id, transfers: transfers, at: now)
    }
  }
}

extension Customer {
  /// The instant of a transfer from this customer: now, and after everything that was spent, so that a replay tells the
  /// owner's spends from those that follow.
  public func transferInstant(notBefore now: Instant) -> Instant {
    let last = history.spends.values.compactMap(\.last).max()
    return max(now, last?.adding(milliseconds: 1) ?? now)
  }
}

extension Blueprint {
  /// What is gone of a purchase's credits, to be told to the customer it is transferred to.
  ///
  /// - Parameters:
  ///   - purchase: The purchase.
  ///   - customer: Its owner.
  ///   - now: The instant of the transfer.
  /// - Returns: The spent credits, in a fixed order.
  public func spentCredits(
    of purchase: PurchaseID, _ customer: Customer, at now: Instant
  ) -> [SpentCredit] {
    zip(definition.credits, customer.creditAccounts(in: self, at: now)).flatMap {
      wallet, account in
      account.lots.filter { $0.purchase == purchase && $0.left < $0.amount }
        .map {
          SpentCredit(
            wallet: wallet.id, transaction: $0.transaction, amount: $0.amount - $0.left)
        }
        .sorted { $0.transaction < $1.transaction }
    }
  }
}
