/// The price of one use of a feature.
struct Price {
  /// The wallet's position in the blueprint.
  let wallet: Int
  /// The number of credits; nil if each use states its own cost.
  let cost: Int?
  let paywall: Paywall.ID?
}

extension Blueprint {
  /// The price of one use of a feature; nil if the rule that applies spends no credits.
  func price(of handle: FeatureHandle, for standing: borrowing Standing) -> Price? {
    guard !definition.credits.isEmpty, standing.phase != .unknown,
      let deciding = features[handle.position].deciding(for: standing)
    else { return nil }
    let rule = features[handle.position].rules[deciding]
    switch rule.allowance {
    case .spend(let cost, let wallet):
      return Price(wallet: wallet, cost: cost, paywall: rule.paywall)
    case .unlimited, .upTo, .holding, .denied: return nil
    }
  }

  /// Pays for a use.
  ///
  /// - Parameters:
  ///   - price: The current price of a use.
  ///   - cost: The cost of this use, if the blueprint leaves it to the use; nil means 1.
  ///   - handle: The feature.
  ///   - customer: The customer before the use.
  ///   - beyond: How many uses of the feature, made while the server was unreachable, may ever be paid only in part.
  ///   - standing: The current standing.
  ///   - id: The customer's app user id.
  ///   - key: The request's idempotency key.
  ///   - now: The instant of the decision.
  /// - Returns: The spend, never more than the balance.
  /// - Throws: ``Denial`` if the wallet has too few credits.
  func pay(
    _ price: Price, cost: Int?, for handle: FeatureHandle, by customer: Customer, beyond: Int,
    standing: borrowing Standing, id: Customer.ID, key: Idempotency.Key, at now: Instant
  ) throws(Denial) -> Spend {
    let feature = definition.features[handle.position].id
    let balance = standing.wallets.balances[price.wallet]
    let cost = price.cost ?? min(max(1, cost ?? 1), Wallet.limit)
    let access = answer(credits: balance, cost: cost, handle, price.paywall, standing)
    if case .denied(let denial) = access {
      guard customer.history.unpaidUses[feature] ?? 0 < beyond else { throw denial }
    }
    let paid = min(balance, cost)
    return Spend(
      wallet: definition.credits[price.wallet].id, feature: feature, key: key, origin: id,
      amount: paid, unpaid: cost - paid, at: now)
  }
}

extension Blueprint {
  /// The credits that a transaction gives a wallet under the current terms.
  func credit(of transaction: StoreTransaction, from source: IndexedSource) -> Credit {
    let amount: Int
    switch source.source.lifetime {
    case .unlimited:
      amount = source.source.amount * min(max(1, transaction.quantity), 10_000)
    case .period, .rollsOver:
      amount = isTrial(transaction) ? source.source.inTrial : source.source.amount
    }
    return Credit(
      purchase: transaction.purchase, transaction: transaction.id,
      wallet: definition.credits[source.wallet].id, amount: amount,
      lifetime: source.source.lifetime)
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
    case .signUp, .introductoryOffer, nil: return false
    }
  }
}
