extension PurchaseLine {
  /// When the subscription ends that each period belongs to, as far as the store has signed it.
  ///
  /// A subscription continues while periods follow each other, also of another plan; through a grace period and a renewal
  /// that is late; and through a gap after which the store renewed it, since a payment that failed has ended nothing.
  ///
  /// - Parameters:
  ///   - renewal: What the store last said about its renewal.
  ///   - renews: Whether another period follows the last one without a gap.
  /// - Returns: The end for each of ``periods``.
  func subscriptionEnds(
    renewal: StoreRenewal?, lateRenewal: LateRenewal, renews: Bool
  ) -> [Instant] {
    var ends: [Instant] = []
    var end = Instant.distantPast
    for index in periods.indices {
      if ends.count < index, end < periods[index].startsAt, isReturn(at: index) {
        ends += Array(repeating: end, count: index - ends.count)
        end = .distantPast
      }
      end = max(end, accessEnd(ofPeriodAt: index))
    }
    if renews {
      end = .distantFuture
    } else if let last = Subscription(self, renewal: renewal, lateRenewal: lateRenewal, at: end) {
      if let graceEndsAt = last.graceEndsAt {
        end = max(end, graceEndsAt)
      } else if last.isRenewalLate {
        end = lateRenewal.deadline(after: last.expiresAt, ofPeriodFrom: last.startedAt)
      }
    }
    return ends + Array(repeating: end, count: periods.count - ends.count)
  }

  /// When a period ends by its time, by a refund of all its seats, or because another plan replaces it.
  private func accessEnd(ofPeriodAt index: Int) -> Instant {
    let period = periods[index]
    let refundedAt = period.transaction.isUpgraded ? nil : revocation(ofPeriodAt: index)
    return min(
      period.signedEnd, refundedAt ?? .distantFuture, period.replacedAt ?? .distantFuture)
  }

  /// Whether a plan of a higher level in the group replaces a period, rather than one of the same level.
  func isUpgraded(periodAt index: Int, in blueprint: Blueprint) -> Bool {
    let old = periods[index].transaction.product
    guard let replacedAt = periods[index].replacedAt,
      let new = periods[(index + 1)...].first(where: {
        $0.startsAt == replacedAt && $0.transaction.product != old
      }),
      let before = blueprint.catalog.products[old]?.product.level,
      let after = blueprint.catalog.products[new.transaction.product]?.product.level
    else { return false }
    return after < before
  }
}
