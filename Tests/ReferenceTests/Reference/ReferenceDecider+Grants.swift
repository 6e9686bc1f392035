import Tollgate

/// Grants that the blueprint lists.
extension ReferenceDecider {
  /// The same customer without the grants that end, apart from rights that were bought elsewhere.
  var withoutLoans: ReferenceDecider {
    let kept = facts.filter { fact in
      guard case .grant(let grant) = fact else { return true }
      return grant.endsAt == nil && grant.lasts == nil || grant.willRenew != nil
    }
    return kept.count == facts.count ? self : ReferenceDecider(blueprint, facts: kept)
  }

  /// Returns when a listed grant starts and ends if it is given now, and how long it lasts if its time passes only while
  /// nothing else gives the same; nil if it is refused.
  func gift(
    _ name: GrantTerms.ID, by giver: GrantTerms.Giver, at now: Instant
  ) -> (start: Instant, end: Instant?, lasts: Period?)? {
    guard let terms = blueprint.grants.first(where: { $0.id == name }),
      giver == .support || terms.giver == .backend
    else { return nil }
    guard
      holds(
        terms.when, phase: phase(at: now), entitlements: entitlements(at: now),
        askedSubscription(at: now), at: now)
    else { return nil }
    let date = terms.until.map { instant(of: $0) } ?? Self.never
    if date <= now { return nil }
    if let limit = terms.limit {
      let given = grants.filter { $0.name == name }.compactMap(\.givenAt)
      var counted = given
      if let within = terms.within {
        counted = given.filter { $0.adding(within) > now }
      } else if terms.window != .ever {
        let start = bounds(of: terms.window, since: given.min(), at: now).start
        counted = given.filter { $0 >= start }
      }
      if counted.count >= limit { return nil }
    }
    if terms.waitsFor == .purchases, let lasts = terms.lasts { return (now, nil, lasts) }
    var start = now
    if terms.waitsFor == .grants {
      // The first instant from which what was given before, and has not ended by now, lacks something.
      let left = grants.filter {
        $0.revokedAt == nil && $0.lasts == nil && $0.endsAt ?? Self.never > now
      }
      let candidates = ([now] + left.compactMap(\.endsAt)).sorted()
      start =
        candidates.first { instant in
          let kept = left.filter { ($0.endsAt ?? Self.never) > instant }.flatMap(\.entitlements)
          return !terms.entitlements.allSatisfy { kept.contains($0) }
        } ?? now
    }
    let end = min(terms.lasts.map { start.adding($0) } ?? Self.never, date)
    return (start, end == Self.never ? nil : end, nil)
  }
}
