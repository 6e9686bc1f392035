import Tollgate

/// Changes that give facts no store would sign together, and that must still be decided.
enum Implausible {
  static func change(_ facts: [Fact], _ random: inout Seeded) -> [Fact] {
    var facts = facts
    for _ in 0..<random.number(1...3) {
      guard let index = facts.indices.randomElement(using: &random) else { break }
      let other = facts.randomElement(using: &random)
      switch facts[index] {
      case .transaction(let transaction):
        facts.append(.transaction(changed(transaction, near: other, &random)))
      case .renewal(let renewal): facts.append(.renewal(changed(renewal, &random)))
      case .signedUp, .device, .milestone, .trialStarted, .trialForfeited, .trialExtension,
        .trialPause, .transfer, .refundRequest, .use, .credit,
        .reservation, .reservationRelease,
        .spend, .size, .item, .dismissal, .paywall, .variant, .nudge, .attribute, .download,
        .opening, .grant, .seat, .teamItems, .profile:
        facts.append(facts[index])
      }
    }
    return facts.shuffled(using: &random)
  }

  /// Another version of a transaction: signed at the same instant with another end or a refund, or at another's instant.
  private static func changed(
    _ transaction: StoreTransaction, near other: Fact?, _ random: inout Seeded
  ) -> StoreTransaction {
    var instant = transaction.signedAt
    if case .transaction(let other) = other {
      instant = random.pick(other.purchasedAt, other.signedAt)
    }
    let signedAt = random.chance(60) ? transaction.signedAt : instant
    let shift = random.pick(-1, 1) * random.time(upTo: 3 * .day)
    return random.pick(
      transaction.changed(
        expiresAt: .some(transaction.expiresAt.map { $0.adding(milliseconds: shift) }),
        signedAt: signedAt),
      transaction.changed(
        revokedAt: .some(instant.adding(milliseconds: shift)), signedAt: signedAt),
      transaction.changed(
        isUpgraded: !transaction.isUpgraded, signedAt: signedAt.adding(milliseconds: 1)))
  }

  /// Another version of renewal info, signed at the same instant or later.
  private static func changed(_ renewal: StoreRenewal, _ random: inout Seeded) -> StoreRenewal {
    let shift = random.chance(60) ? 0 : random.time(upTo: 3 * .day)
    return StoreRenewal(
      originalID: renewal.originalID, renewsTo: renewal.renewsTo,
      willRenew: random.chance(60) ? renewal.willRenew : !renewal.willRenew,
      renewsAt: renewal.renewsAt,
      graceEndsAt: random.chance(40)
        ? renewal.graceEndsAt
        : (renewal.renewsAt ?? renewal.signedAt).adding(milliseconds: random.time(upTo: 16 * .day)),
      isInBillingRetry: renewal.isInBillingRetry,
      resumesAt: random.chance(10) ? renewal.renewsAt?.adding(milliseconds: 5 * .day) : nil,
      environment: renewal.environment, signedAt: renewal.signedAt.adding(milliseconds: shift))
  }
}
