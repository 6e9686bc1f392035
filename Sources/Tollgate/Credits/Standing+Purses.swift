/// What several wallets can pay together, where a price is shared between them.
///
/// Whatever asks one wallet for a price asks such a purse in the same way, by its position.
extension Standing.Wallets {
  /// Adds what the wallets of each purse have, and what they may owe.
  mutating func addFunds(of purses: [[Int]]) {
    for purse in purses { funds.append(most(total(balances, of: purse), in: purse)) }
  }

  /// Adds what can be spent now of each purse, and how much one use may cost.
  mutating func addSpendable(of purses: [[Int]]) {
    for purse in purses {
      let together = total(spendable, of: purse)
      spendable.append(together)
      reach.append(most(together, in: purse))
    }
  }

  /// What a number of credits and what the wallets of a purse may owe pay together, unless there are none.
  ///
  /// One wallet may owe what another lacks: the use pays all that both have.
  private func most(_ credits: Int, in purse: [Int]) -> Int {
    credits > 0 ? Self.sum(credits, total(room, of: purse)) : 0
  }

  private func total(_ amounts: [Int], of purse: [Int]) -> Int {
    purse.reduce(0) { Self.sum($0, max(0, amounts[$1])) }
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}

extension Standing {
  /// What each wallet of a purse pays of a price, in the order in which they are asked: what it has, and then, if any may
  /// owe something, what all of them lack.
  func payments(
    of cost: Int, from purse: [Int], owing mayOwe: Bool, in blueprint: Blueprint
  ) -> (payments: [CreditPayment], missing: Int) {
    var missing = cost
    var payments = purse.map { position in
      let paid = min(max(0, wallets.spendable[position]), missing)
      missing -= paid
      return CreditPayment(wallet: blueprint.index.wallets[position], amount: paid)
    }
    for (place, position) in purse.enumerated() where mayOwe {
      payments[place].owed = min(max(0, wallets.room[position]), missing)
      missing -= payments[place].owed
    }
    return (payments, missing)
  }
}
