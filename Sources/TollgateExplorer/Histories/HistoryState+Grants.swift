import Tollgate

/// A grant by support, in the explorer's own books.
struct BookedGrant: Sendable {
  /// When it was granted.
  let startsAt: Instant
  /// When it was revoked; nil while it is in force.
  var revokedAt: Instant?
}

extension HistoryState {
  /// The greatest number of entitlements that support grants in a history.
  static let grantLimit = 2

  /// The greatest number of steps before support grants a plan.
  private static let planGrantDepth = 3

  /// Returns what support can grant and revoke now.
  ///
  /// Something that nobody can buy is granted at any time, and a plan early and before anything is bought.
  ///
  /// - Parameters:
  ///   - rules: The blueprint.
  ///   - isQuick: Whether grants of the plan are left out.
  /// - Returns: The steps.
  func grantChanges(_ rules: Rules, isQuick: Bool) -> [HistoryStep] {
    guard people.count == 1, !holdsNotifications, lastMinute == nil else { return [] }
    let grants = people[active].grants
    let revocable = grants.filter { $0.value.revokedAt == nil }.keys.sorted()
    var steps = revocable.map(HistoryStep.revokeGrant)
    guard grants.count < Self.grantLimit else { return steps }
    steps += rules.grantable.filter { grants[$0] == nil }.map(HistoryStep.grant)
    if !isQuick, grants.isEmpty, store.lines.isEmpty, depth <= Self.planGrantDepth {
      steps += rules.plan.sorted().map(HistoryStep.grant)
    }
    return steps
  }

  /// Grants the active customer an entitlement, as the server does for support.
  mutating func grant(_ entitlement: Entitlement.ID) {
    people[active].grants[entitlement] = BookedGrant(startsAt: now)
    record(people[active].grants[entitlement], of: entitlement)
  }

  /// Revokes a grant, as the server does for support; false if none is in force.
  mutating func revokeGrant(of entitlement: Entitlement.ID) -> Bool {
    guard people[active].grants[entitlement]?.revokedAt == nil else { return false }
    people[active].grants[entitlement]?.revokedAt = now
    record(people[active].grants[entitlement], of: entitlement)
    return true
  }

  private mutating func record(_ booked: BookedGrant?, of entitlement: Entitlement.ID) {
    guard let booked else { return }
    people[active].customer.join(
      .grant(
        Grant(
          id: Grant.ID("grant-\(entitlement)"), entitlement: entitlement,
          startsAt: booked.startsAt, endsAt: nil, revokedAt: booked.revokedAt)))
  }
}

extension Person {
  /// The entitlements that a grant gives now.
  var granted: Set<Entitlement.ID> {
    Set(grants.filter { $0.value.revokedAt == nil }.keys)
  }
}

extension Rules {
  /// The entitlements that only a grant gives and on which a condition depends.
  var grantable: [Entitlement.ID] {
    let tested = conditions.reduce(into: Set<Entitlement.ID>()) {
      $0.formUnion($1.entitled.union($1.notEntitled))
    }
    return definition.granted.filter(tested.contains)
  }
}
