import Tollgate

extension ReferenceDecider {
  /// Of the versions of a transaction in one environment, the one signed last counts.
  static func standingTransactions(_ facts: [Fact]) -> [StoreTransaction] {
    let all = facts.compactMap { fact in
      if case .transaction(let transaction) = fact { transaction } else { nil }
    }
    var standing: [StoreTransaction] = []
    for one in all where !standing.contains(one) {
      let isOutranked = all.contains { other in
        other.id == one.id && other.environment == one.environment && stands(other, over: one)
      }
      if !isOutranked { standing.append(one) }
    }
    return standing
  }

  /// Of two versions signed at the same instant, a refund is never lost; otherwise the one in the payer's favor counts:
  /// the later end, the earlier purchase.
  private static func stands(_ one: StoreTransaction, over other: StoreTransaction) -> Bool {
    if one.signedAt != other.signedAt { return one.signedAt > other.signedAt }
    if (one.revokedAt == nil) != (other.revokedAt == nil) { return one.revokedAt != nil }
    if one.revokedAt != other.revokedAt { return one.revokedAt ?? never > other.revokedAt ?? never }
    if one.expiresAt != other.expiresAt { return one.expiresAt ?? never > other.expiresAt ?? never }
    return one.purchasedAt < other.purchasedAt
  }

  /// Of the versions of a purchase's renewal info, the one signed last counts.
  static func standingRenewals(_ facts: [Fact]) -> [StoreRenewal] {
    let all = facts.compactMap { fact in
      if case .renewal(let renewal) = fact { renewal } else { nil }
    }
    var standing: [StoreRenewal] = []
    for one in all where !standing.contains(one) {
      let isOutranked = all.contains { $0.purchase == one.purchase && stands($0, over: one) }
      if !isOutranked { standing.append(one) }
    }
    return standing
  }

  /// Of two renewal infos signed at the same instant, the one that gives the payer more counts: the longer grace
  /// period, then the one that will renew.
  private static func stands(_ one: StoreRenewal, over other: StoreRenewal) -> Bool {
    if one.signedAt != other.signedAt { return one.signedAt > other.signedAt }
    let grace = (one.graceEndsAt?.milliseconds ?? .min, other.graceEndsAt?.milliseconds ?? .min)
    if grace.0 != grace.1 { return grace.0 > grace.1 }
    if one.willRenew != other.willRenew { return one.willRenew }
    return (one.resumesAt ?? never) < (other.resumesAt ?? never)
  }

  /// The last transfer counts, and of its two sides the one that holds the purchase.
  static func standingTransfers(_ facts: [Fact]) -> [PurchaseTransfer] {
    let all = facts.compactMap { fact in
      if case .transfer(let transfer) = fact { transfer } else { nil }
    }
    return all.filter { one in
      !all.contains { other in
        guard other.purchase == one.purchase, other != one else { return false }
        if other.number != one.number { return other.number > one.number }
        if other.isHeld != one.isHeld { return other.isHeld }
        return other.at < one.at
      }
    }
  }

  /// A grant that support revoked was revoked at the earliest such instant.
  static func standingGrants(_ facts: [Fact]) -> [Grant] {
    let all = facts.compactMap { fact in if case .grant(let grant) = fact { grant } else { nil } }
    var standing: [Grant] = []
    for one in all where !standing.contains(where: { $0.id == one.id }) {
      let revocations = all.filter { $0.id == one.id }.compactMap(\.revokedAt)
      standing.append(
        Grant(
          id: one.id, entitlements: one.entitlements, credits: one.credits, startsAt: one.startsAt,
          endsAt: one.endsAt, lasts: one.lasts, revokedAt: revocations.min(), name: one.name,
          givenAt: one.givenAt, willRenew: one.willRenew, seats: one.seats))
    }
    return standing
  }

  /// The newest renewal info of a purchase.
  func renewal(of purchase: PurchaseID) -> StoreRenewal? {
    renewals.first { $0.purchase == purchase }
  }

  /// When a purchase went to another customer; nil while it is held.
  func wentAt(_ purchase: PurchaseID) -> Instant? {
    transfers.first { $0.purchase == purchase && !$0.isHeld }?.at
  }

  /// A milestone was reached when it was first reported.
  func reachedAt(_ milestone: Milestone.ID) -> Instant? {
    var earliest: Instant?
    for case .milestone(let reached) in facts where reached.milestone == milestone {
      earliest = min(earliest ?? reached.at, reached.at)
    }
    return earliest
  }

  /// Uses of a feature that count toward its limits.
  func uses(of feature: Feature.ID) -> [Instant] {
    uses(of: feature) { !$0.isUnlimited }
  }

  /// All uses of a feature, which conditions count.
  func allUses(of feature: Feature.ID) -> [Instant] { uses(of: feature) { _ in true } }

  /// Some uses of a feature, each counted once by its key and its customer, however often it was recorded.
  private func uses(of feature: Feature.ID, where counts: (Use) -> Bool) -> [Instant] {
    var counted: [Use] = []
    for case .use(let use) in facts where use.feature == feature && counts(use) {
      let same = counted.firstIndex {
        $0.key == use.key && $0.origin == use.origin && $0.isUnlimited == use.isUnlimited
      }
      if let same {
        if use.at < counted[same].at { counted[same] = use }
      } else {
        counted.append(use)
      }
    }
    return counted.map(\.at).sorted()
  }

  /// The latest size that was recorded of each use, or of each item.
  func sizes(of feature: Feature.ID, ofItems: Bool) -> [UseSize] {
    var latest: [UseSize] = []
    for case .size(let size) in facts where size.feature == feature && (size.item != nil) == ofItems
    {
      let same = latest.firstIndex {
        $0.key == size.key && $0.origin == size.origin && $0.item == size.item
      }
      if let same {
        let known = latest[same]
        if (size.at, size.amount) > (known.at, known.amount) { latest[same] = size }
      } else {
        latest.append(size)
      }
    }
    return latest
  }

  /// The sum of the sizes of the items that are held.
  func heldSize(by feature: Feature.ID, at now: Instant) -> Int {
    heldSizes(by: feature, at: now).reduce(0) { $0 + $1.amount }
  }

  /// The sizes and parents of the items that are held.
  func heldSizes(by feature: Feature.ID, at now: Instant) -> [UseSize] {
    let sizes = sizes(of: feature, ofItems: true)
    return heldItems(by: feature, at: now).compactMap { item in
      sizes.first { $0.key == item.key && $0.origin == item.origin && $0.item == item.item }
    }
  }

  /// Uses in progress: reserved, not lapsed, and neither made, released nor reserved again since.
  func reservations(of feature: Feature.ID, at now: Instant) -> [ReservationTerms] {
    var open: [Reservation] = []
    for case .reservation(let one) in facts
    where one.feature == feature && now < one.terms.lapsesAt && !open.contains(one) {
      let isOver = facts.contains { fact in
        switch fact {
        case .reservation(let other):
          return other.feature == feature && other.key == one.key && other.origin == one.origin
            && (other.terms.at, other.terms.lapsesAt) > (one.terms.at, one.terms.lapsesAt)
        case .reservationRelease(let release):
          return release.feature == feature && release.key == one.key
            && release.origin == one.origin && release.at >= one.terms.at
        case .use(let use):
          return use.feature == feature && use.key == one.key && use.origin == one.origin
        case .spend(let spend):
          return spend.feature == feature && spend.key == one.key && spend.origin == one.origin
        case .item(let change):
          return change.feature == feature && change.origin == one.origin
            && change.item == one.terms.item && change.key == one.key
        default: return false
        }
      }
      if !isOver { open.append(one) }
    }
    return open.map(\.terms)
  }

  /// Items that were taken and not released, each by the use that took it.
  ///
  /// One taken later than now counts as well, as later uses do.
  func held(by feature: Feature.ID, at now: Instant) -> Int {
    heldItems(by: feature, at: now).count + heldByOthers(feature, at: now)
  }

  private func heldItems(by feature: Feature.ID, at now: Instant) -> [ItemChange] {
    var taken: [ItemChange] = []
    for case .item(let change) in facts where change.feature == feature && change.isHeld {
      let same = taken.firstIndex {
        $0.item == change.item && $0.key == change.key && $0.origin == change.origin
      }
      if let same {
        if change.at < taken[same].at { taken[same] = change }
      } else {
        taken.append(change)
      }
    }
    return taken.filter { item in
      !facts.contains { fact in
        guard case .item(let change) = fact else { return false }
        return change.feature == feature && !change.isHeld && change.item == item.item
          && change.key == item.key && change.origin == item.origin
          && change.at <= max(now, item.at)
      }
    }
  }
}
