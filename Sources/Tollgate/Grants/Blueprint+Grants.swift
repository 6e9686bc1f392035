/// Why a listed grant is not given.
public enum GrantRefusal: Error, Hashable, Sendable {
  /// The blueprint lists no grant of that name that the giver may give.
  case notListed
  /// The customer does not meet these requirements of the grant's condition; never empty.
  case unmet([Condition])
  /// What it gives ended at this instant, for whomever it is given to.
  case over(Instant)
  /// The customer has had it as often as the blueprint allows; `until` is when the next one may be given, nil if never.
  case limitReached(limit: Int, until: Instant?)
  /// The right that is to end does not run.
  case notRunning
  /// Seats are stated, and no team shares anything that the right gives.
  case nothingShared
}

extension Blueprint {
  /// The grants that a giver may give: the backend those listed for it, and support all of them.
  ///
  /// Rights that were bought elsewhere are not given but stated.
  public func grants(by giver: GrantTerms.Giver) -> [GrantTerms] {
    definition.grants.filter { !$0.isElsewhere && (giver == .support || $0.giver == giver) }
  }

  /// Whether the blueprint lists a right that was bought elsewhere under a name.
  package func listsRight(_ name: GrantTerms.ID) -> Bool {
    definition.grants.contains { $0.id == name && $0.isElsewhere }
  }

  /// Decides what follows when the app's backend states a right that was bought elsewhere.
  ///
  /// A later end continues the running right. Any other difference, including in its seats or in what the blueprint
  /// gives for it, replaces it from now on.
  ///
  /// - Parameters:
  ///   - name: The name under which the blueprint lists the right.
  ///   - end: When it ends; nil means never, and an instant that is not in the future ends it now.
  ///   - willRenew: Whether it will renew.
  ///   - seats: How many members a team that shares what it gives may have; nil if the blueprint decides.
  ///   - id: The id of a new grant.
  ///   - notes: Who states it.
  ///   - revocation: Who ends what it replaces.
  /// - Returns: The grants to record, first those that are replaced; the last is the right afterwards.
  /// - Throws: ``GrantRefusal`` if there is no such right, none to end, or no team for its seats.
  public func state(
    _ name: GrantTerms.ID, until end: Instant?, willRenew: Bool, seats: Int? = nil,
    of customer: Customer, as id: Grant.ID, notes: [GrantNote] = [], revocation: [GrantNote] = [],
    at now: Instant
  ) throws(GrantRefusal) -> [Grant] {
    guard let terms = definition.grants.first(where: { $0.id == name && $0.isElsewhere }) else {
      throw GrantRefusal.notListed
    }
    let entitlements = Set(terms.entitlements)
    guard
      seats == nil
        || definition.teams.contains(where: { !entitlements.isDisjoint(with: $0.shares) })
    else { throw GrantRefusal.nothingShared }
    let running = customer.grants.values.filter {
      $0.name == name && $0.revokedAt == nil && $0.endsAt.map { now < $0 } ?? true
    }.sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    let last = running.last
    let isUnchanged =
      last.map {
        $0.willRenew == willRenew && $0.seats == seats && $0.credits == terms.credits
          && Set($0.entitlements) == entitlements
      } ?? false
    if isUnchanged, let last, last.endsAt == end { return [last] }
    if let end, end <= now, last == nil { throw GrantRefusal.notRunning }
    var start = now
    var replaced = running
    if isUnchanged, let current = last?.endsAt, end.map({ current < $0 }) ?? true {
      start = current
      replaced = []
    }
    let right = Grant(
      id: id, entitlements: terms.entitlements, credits: terms.credits, startsAt: start,
      endsAt: end.map { max($0, start) }, notes: notes, name: name, givenAt: now,
      willRenew: willRenew, seats: seats)
    return replaced.map { $0.revoked(at: now, notes: revocation) } + [right]
  }

  /// Decides a grant that the blueprint lists.
  ///
  /// One that waits for grants begins when those that run no longer give all that it gives, and one that waits for
  /// purchases as ``GrantTime`` says. Revoked grants extend nothing, and count toward the limit.
  ///
  /// - Parameters:
  ///   - name: The name under which the blueprint lists it.
  ///   - giver: Who gives it.
  ///   - customer: The customer before the grant.
  ///   - notes: Who gives it, and why.
  ///   - now: The server's clock.
  /// - Returns: The grant to record.
  /// - Throws: ``GrantRefusal`` if the giver may not give it, not to this customer, or not again yet.
  public func give(
    _ name: GrantTerms.ID, by giver: GrantTerms.Giver, to customer: Customer, as id: Grant.ID,
    notes: [GrantNote] = [], at now: Instant
  ) throws(GrantRefusal) -> Grant {
    guard let terms = grants(by: giver).first(where: { $0.id == name }) else {
      throw GrantRefusal.notListed
    }
    if terms.when != .always {
      let standing = Standing(of: customer, in: self, at: now, plans: false)
      let unmet = unmet(terms.when, for: standing)
      guard unmet.isEmpty else { throw GrantRefusal.unmet(unmet) }
    }
    let end = terms.until.map { customer.instant(of: $0, in: self) }
    if let end, end <= now { throw GrantRefusal.over(end) }
    if let limit = terms.limit {
      let given = customer.grants.values.filter { $0.name == name }.map {
        $0.givenAt ?? $0.startsAt
      }.sorted()
      let window = customer.window(terms.window, since: given.first, in: self, at: now)
      let counted = given.filter { at in
        terms.within.map { now < at.adding($0) } ?? (window.start <= at)
      }
      guard counted.count < limit else {
        // Once the oldest of the latest ones no longer counts, there is room for another.
        let free = terms.within.map { counted[counted.count - limit].adding($0) }
        throw GrantRefusal.limitReached(limit: limit, until: free ?? window.end)
      }
    }
    var start = now
    switch terms.waitsFor {
    case .nothing: break
    case .grants: start = customer.endOfGrants(of: terms.entitlements, at: now) ?? now
    case .purchases:
      guard let lasts = terms.lasts, terms.credits == nil else { break }
      return Grant(
        id: id, entitlements: terms.entitlements, startsAt: now, endsAt: nil, lasts: lasts,
        notes: notes, name: name, givenAt: now)
    }
    return Grant(
      id: id, entitlements: terms.entitlements, credits: terms.credits, startsAt: start,
      endsAt: earliest(terms.lasts.map { start.adding($0) }, end), notes: notes, name: name,
      givenAt: now)
  }
}

extension Customer {
  /// The rights that were bought elsewhere and run, by id.
  func rightsElsewhere(at now: Instant) -> [Grant] {
    grants.values.filter { $0.willRenew != nil && $0.isActive(at: now) }.sorted { $0.id < $1.id }
  }

  /// The first end of what the grants that have not ended give of some entitlements; nil if they do not give all of
  /// them, or never end.
  ///
  /// One that waits for purchases is none of them: it waits for the new grant, too.
  fileprivate func endOfGrants(of entitlements: [Entitlement.ID], at now: Instant) -> Instant? {
    var first: Instant?
    for entitlement in entitlements {
      let standing = grants.values.filter {
        $0.entitlements.contains(entitlement) && $0.revokedAt == nil && $0.lasts == nil
          && $0.endsAt.map { now < $0 } ?? true
      }
      if standing.isEmpty { return nil }
      let ends = standing.compactMap(\.endsAt)
      if ends.count == standing.count { first = earliest(first, ends.max()) }
    }
    return first
  }
}
