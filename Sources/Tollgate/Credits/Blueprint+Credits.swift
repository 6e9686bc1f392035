extension Standing {
  /// The price of one use by the rule that decides; nil if it spends no credits, or a limit that comes before them
  /// decides.
  ///
  /// - Parameter cost: What the use states, where a wallet leaves the cost to it.
  func price(of rule: IndexedRule?, paying cost: Int = 1) -> IndexedPrice? {
    guard let rule, !rule.prices.isEmpty, phase != .unknown else { return nil }
    if rule.countsPaidUses { return rule.prices[0] }
    if rule.limits.isEmpty {
      // The last wallet says what is missing.
      return wallet(of: rule.prices, paying: cost) ?? rule.prices[rule.prices.count - 1]
    }
    return deciding(of: rule.limits, paying: cost).hasRoom
      ? nil : wallet(of: rule.prices, paying: cost)
  }
}

extension Blueprint {
  /// Pays for a use.
  ///
  /// - Parameters:
  ///   - price: The current price of a use.
  ///   - cost: The cost of this use, if the blueprint leaves it to the use.
  ///   - beyond: How many uses of the feature, made while the server was unreachable, may ever be paid only in part.
  /// - Returns: The spend, never more than the balance and what a wallet lets customers spend in its window; what is
  ///   missing is owed if the wallet may be overdrawn by it. Of several wallets, each pays what those before it lack.
  /// - Throws: ``Denial`` if there are too few credits, or too many were spent; limits beside them are not asked.
  func pay(
    _ price: IndexedPrice, cost: Int, for handle: FeatureHandle, by customer: Customer, beyond: Int,
    standing: borrowing Standing, id: Customer.ID, key: Idempotency.Key, at now: Instant
  ) throws(Denial) -> Spend {
    let feature = definition.features[handle.position].id
    let isDenied = price.cost ?? cost > standing.wallets.reach[price.position]
    if isDenied, customer.history.unpaidUses[feature] ?? 0 >= beyond,
      case .denied(let denial) = access(to: handle, for: standing, paying: cost)
    {
      throw denial
    }
    let cost = price.cost ?? cost
    if let purse = index.purse(of: price) {
      let (payments, unpaid) = standing.payments(
        of: cost, from: purse, owing: !isDenied, in: self)
      return Spend(payments, unpaid: unpaid, for: feature, key: key, origin: id, at: now)
    }
    let paid = min(standing.wallets.spendable[price.position], cost)
    let missing = cost - paid
    return Spend(
      wallet: definition.credits[price.position].id, feature: feature, key: key, origin: id,
      amount: paid, unpaid: isDenied ? missing : 0, owed: isDenied ? 0 : missing, at: now)
  }
}

extension Blueprint {
  /// The credits that a transaction gives a wallet under the current terms.
  func credit(of transaction: StoreTransaction, from source: IndexedSource) -> Credit {
    let amount: Int
    switch source.source.lifetime {
    case .unlimited:
      amount = source.source.amount * min(max(1, transaction.quantity), 10_000)
    case .period, .planMonth, .rollsOver:
      amount = isTrial(transaction) ? source.source.inTrial : source.source.amount
    }
    return Credit(
      purchase: transaction.purchase, transaction: transaction.id,
      wallet: definition.credits[source.wallet].id, amount: amount,
      lifetime: source.source.lifetime, onUpgrade: source.source.onUpgrade)
  }

  /// Whether a period is a trial: nothing was paid for it, or its introductory offer is the blueprint's trial.
  private func isTrial(_ transaction: StoreTransaction) -> Bool {
    guard let offer = transaction.offer else { return false }
    if offer.payment == .freeTrial { return true }
    guard offer.kind == .introductory, let sold = catalog.products[transaction.product] else {
      return false
    }
    if offer.payment == nil, sold.product.introductoryOffer?.payment == .freeTrial { return true }
    switch definition.trial?.start {
    case .purchase: return sold.startsTrial
    case .signUp, .firstSeen, .milestone, .introductoryOffer, nil: return false
    }
  }
}
