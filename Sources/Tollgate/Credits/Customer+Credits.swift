extension Customer {
  /// All credits of purchases that fill each wallet of a blueprint, by the wallet's position.
  ///
  /// A family member's copy of a purchase fills nothing: only the purchaser gets the credits. A billing period fills a
  /// wallet once, whatever seats were added to it and refunded since.
  ///
  /// - Parameter renewing: A purchase whose next period will follow without a gap.
  func creditLots(
    in blueprint: Blueprint, renewing: PurchaseID? = nil
  ) -> [[CreditLot]] {
    var lots: [[CreditLot]] = Array(repeating: [], count: blueprint.definition.credits.count)
    for line in history.lines {
      var chain = Instant.distantPast
      var replacements: [Instant] = []
      var ends: [Instant]?
      for (index, period) in line.periods.enumerated() {
        if !replacements.contains(period.startsAt) { chain = period.startsAt }
        if let replacedAt = period.replacedAt { replacements.append(replacedAt) }
        guard period.transaction.ownership == .purchased, period.replacedAt != period.startsAt
        else { continue }
        for (position, credit) in credits(of: period.transaction, in: blueprint)
        where credit.amount > 0 && (period.addsTo == nil || credit.lifetime == .unlimited) {
          var end = Instant.distantFuture
          if credit.lifetime.endsWithSubscription(isReplaced: period.replacedAt != nil) {
            let known =
              ends
              ?? line.subscriptionEnds(
                renewal: purchases.renewals[line.id],
                lateRenewal: blueprint.definition.purchases.lateRenewal,
                renews: line.id == renewing)
            ends = known
            end = known[index]
          }
          lots[position] += CreditLot.lots(
            of: credit, period, chain: chain,
            revokedAt: credit.lifetime == .unlimited
              ? period.transaction.revokedAt : line.revocation(ofPeriodAt: index),
            subscribedUntil: end,
            onUpgrade: credit.onUpgrade == .keep && !line.isUpgraded(periodAt: index, in: blueprint)
              ? .share : credit.onUpgrade)
        }
      }
    }
    return lots
  }

  /// The credits that a transaction gives each wallet: as recorded, or else by the current blueprint.
  ///
  /// What was recorded stays: a later blueprint that gives less for the product removes no credits.
  private func credits(
    of transaction: StoreTransaction, in blueprint: Blueprint
  ) -> [(position: Int, credit: Credit)] {
    let recorded =
      credits.isEmpty
      ? nil
      : credits[
        PurchaseFacts.TransactionKey(transaction)]
    let given = blueprint.catalog.products[transaction.product]?.sources ?? []
    if recorded == nil && given.isEmpty { return [] }
    return blueprint.definition.credits.enumerated().compactMap { position, wallet in
      if let credit = recorded?[wallet.id] { return (position, credit) }
      return given.first { $0.wallet == position }
        .map { (position, blueprint.credit(of: transaction, from: $0)) }
    }
  }
}

extension Customer {
  /// The transfers of purchases, by purchase and then in order.
  private var creditTransfers: [CreditTransfer] {
    if purchases.transfers.isEmpty { return [] }
    return Dictionary(grouping: purchases.transfers.values, by: \.purchase).sorted {
      $0.key < $1.key
    }
    .flatMap { purchase, changes in
      Dictionary(grouping: changes, by: \.number).sorted { $0.key < $1.key }.enumerated()
        .map { CreditTransfer($0.element.value, of: purchase, isFirst: $0.offset == 0) }
    }
  }

  /// The credits of each wallet up to an instant, in the blueprint's order.
  ///
  /// It replays every transaction and spend: compute it once for a decision.
  ///
  /// - Parameter renewing: A purchase whose next period will follow without a gap.
  func credits(
    in blueprint: Blueprint, at now: Instant, renewing: PurchaseID? = nil
  ) -> [CreditReplay] {
    let transfers = creditTransfers
    let bought = creditLots(in: blueprint, renewing: renewing)
    return zip(blueprint.definition.credits, bought).map { wallet, lots in
      let log = history.spends[wallet.id]
      let given = givenLots(
        of: wallet, changedAt: (log?.instants ?? []) + transfers.map(\.at), in: blueprint, at: now)
      return CreditReplay(of: wallet.id, lots + given, log, transfers, at: now)
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

extension Customer {
  /// Credits of transactions that have no recorded credits, by the blueprint's current terms.
  ///
  /// Recording them with the transaction fixes its terms.
  func unrecordedCredits(in blueprint: Blueprint) -> [Credit] {
    if blueprint.definition.credits.isEmpty { return [] }
    var unrecorded: [Credit] = []
    for line in history.lines {
      for period in line.periods {
        let transaction = period.transaction
        guard let sources = blueprint.catalog.products[transaction.product]?.sources,
          !sources.isEmpty,
          transaction.ownership == .purchased
        else { continue }
        let recorded = credits[
          PurchaseFacts.TransactionKey(transaction)]
        for source in sources {
          let credit = blueprint.credit(of: transaction, from: source)
          if recorded?[credit.wallet] == nil { unrecorded.append(credit) }
        }
      }
    }
    return unrecorded
  }
}

extension Customer {
  /// The credits of a purchase of this customer that are no longer available, to be passed on to the customer who
  /// receives it.
  ///
  /// - Parameter now: The instant of the transfer.
  /// - Returns: The spent credits, in a fixed order.
  public func spentCredits(
    of purchase: PurchaseID, in blueprint: Blueprint, at now: Instant
  ) -> [SpentCredit] {
    credits(in: blueprint, at: now).flatMap { $0.spent(of: purchase) }
  }
}
