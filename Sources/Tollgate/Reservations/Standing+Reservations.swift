extension Standing {
  /// Counts the open reservations as if they were used.
  mutating func countReservations(
    of customer: Customer, _ run: TrialRun?, in blueprint: Blueprint, at now: Instant
  ) {
    let open = customer.history.openReservations(at: now)
    if open.isEmpty { return }
    let isTrial = run?.status.isActive ?? false
    let inParent = open.filter { $0.terms.parent == parent }[...]
    reserved.uses = blueprint.index.allowances.map { allowance in
      let counting =
        allowance.apart.map { name in open.filter { $0.terms.parent == name }[...] }
        ?? (allowance.isEach ? inParent : open)
      switch (allowance.span, allowance.isSized) {
      case (.window(.trial), _) where !isTrial, (.window(.use), true): return 0
      case (_, true): return allowance.total(counting.sizes(of:))
      case (_, false): return allowance.total(counting.uses(of:))
      }
    }
    if open.contains(where: { $0.terms.item != nil }) {
      reserved.items = blueprint.index.heldFeatures.map { feature in
        open.count { $0.key.feature == feature && $0.terms.item != nil }
      }
      reserved.sizes = blueprint.index.heldFeatures.map { feature in
        open.reduce(0) {
          $0 + ($1.key.feature == feature && $1.terms.item != nil ? $1.terms.size : 0)
        }
      }
      reserved.inParent = blueprint.index.heldFeatures.map { feature in
        let own = inParent.filter { $0.key.feature == feature && $0.terms.item != nil }
        return InParent(count: own.count, size: own.reduce(0) { $0 + $1.terms.size })
      }
    }
    if phase == .trial, let run, let uses = run.terms?.uses {
      let waiting = open.uses(of: uses.feature)
      if waiting > 0, run.uses + waiting >= uses.limit {
        reserved.trial = blueprint.handle(of: uses.feature)?.position ?? -1
        reserved.trialLimit = Limit(
          limit: uses.limit, used: run.uses + waiting, scope: .trial)
      }
    }
  }

  /// Sets aside the credits of the open reservations.
  mutating func reserveCredits(of customer: Customer, in blueprint: Blueprint, at now: Instant) {
    let open = customer.history.openReservations(at: now)
    if open.isEmpty { return }
    for (position, wallet) in blueprint.index.wallets.enumerated() {
      let amount = open.reduce(0) { $0 + $1.terms.credits(of: wallet) }
      if !wallets.room.isEmpty {
        // Part of what is set aside may be owed.
        wallets.room[position] -= max(0, amount - wallets.balances[position])
      }
      wallets.balances[position] = max(0, wallets.balances[position] - amount)
    }
    let lapse = customer.history.nextLapse(after: now)
    wallets.nextChange = [wallets.nextChange, lapse].compactMap { $0 }.min()
  }
}

extension ArraySlice<History.Reserved> {
  /// How many of them count as uses of a feature.
  fileprivate func uses(of feature: Feature.ID) -> Int {
    count { $0.key.feature == feature && $0.terms.isCounted }
  }

  /// The sum of the sizes of those of them that count as uses of a feature.
  fileprivate func sizes(of feature: Feature.ID) -> Int {
    reduce(0) { $0 + ($1.key.feature == feature && $1.terms.isCounted ? $1.terms.size : 0) }
  }
}
