import Tollgate

extension Blueprint {
  /// What the backend's statement about a right that was bought elsewhere records: it is bought, renewed, moved or ended.
  func statement(
    of right: GrantTerms.ID, by customer: Customer, _ id: Grant.ID, _ random: inout Seeded,
    at now: Instant
  ) -> [Fact] {
    let end: Instant? =
      switch random.number(0...5) {
      case 0: nil
      case 1: now
      default: now.adding(milliseconds: random.time(upTo: 70 * .day))
      }
    do throws(GrantRefusal) {
      let grants = try state(right, until: end, willRenew: true, of: customer, as: id, at: now)
      return grants.map(Fact.grant)
    } catch {
      return []
    }
  }
}
