/// When a grant that waits for purchases gives its entitlements.
///
/// Its time passes only while nothing else gives all of them: no purchase, with its grace period and the wait for a late
/// renewal; no seat of a team; no right that was bought elsewhere; and no other grant. Of several that wait, one that
/// gives more is used up before one that gives less; otherwise, the one that was given first is used up first. So no time
/// of a grant is lost, whatever is bought in between. A trial that no purchase started does not delay it.
///
/// It follows from all facts together, as ``AddedTime`` does: a purchase, renewal or refund that is reported late moves it.
struct GrantTime {
  /// The spans of time in which it gives its entitlements, in order.
  private(set) var spans: [AddedTime.Span] = []
  /// How many milliseconds it lasts in all, without a revocation.
  private var length: Int64

  private init(of grant: Grant, lasting period: Period, beside given: [AddedTime.Span]) {
    length = grant.startsAt.adding(period).since(grant.startsAt)
    var left = length
    for gap in given.gaps(from: grant.startsAt) {
      if spans.isEmpty {
        // A month is as long as the one that begins when the grant does.
        length = gap.start.adding(period).since(gap.start)
        left = length
      }
      let end = min(gap.end, gap.start.adding(milliseconds: left))
      spans.append(AddedTime.Span(start: gap.start, end: end))
      left -= end.since(gap.start)
      if left <= 0 { break }
    }
    guard let revokedAt = grant.revokedAt else { return }
    spans = spans.filter { $0.start < revokedAt }.map {
      AddedTime.Span(start: $0.start, end: min($0.end, revokedAt))
    }
  }

  /// Whether it gives its entitlements at an instant.
  func runs(at now: Instant) -> Bool { span(at: now) != nil }

  /// The span of time in which it gives its entitlements at an instant; nil if it does not.
  func span(at now: Instant) -> AddedTime.Span? {
    spans.first { $0.start <= now && now < $0.end }
  }

  /// How many milliseconds of it are left at an instant, revoked or not.
  func left(at now: Instant) -> Int64 {
    spans.reduce(length) { $0 - max(0, min($1.end, now).since($1.start)) }
  }

  /// When it gives its entitlements next, as far as the facts show; nil if it does now, or never will.
  func nextStart(after now: Instant) -> Instant? { spans.first { now < $0.start }?.start }
}

extension GrantTime {
  /// The times of all grants of a customer that wait for purchases; none of a grant of unknown entitlements.
  ///
  /// - Parameter added: The time that the customer has bought.
  static func all(
    of customer: Customer, _ added: AddedTime, in blueprint: Blueprint
  ) -> [Grant.ID: GrantTime] {
    var given = GivenTime(of: customer, added, in: blueprint)
    var times: [Grant.ID: GrantTime] = [:]
    let inOrder = customer.grants.values
      .map { (grant: $0, entitled: blueprint.index.bits($0.entitlements)) }
      .sorted {
        (-$0.entitled.nonzeroBitCount, $0.grant.startsAt, $0.grant.id)
          < (-$1.entitled.nonzeroBitCount, $1.grant.startsAt, $1.grant.id)
      }
    for (grant, entitled) in inOrder {
      guard let lasts = grant.lasts, entitled != 0 else { continue }
      let time = GrantTime(of: grant, lasting: lasts, beside: given.spans(giving: entitled))
      given.add(entitled, during: time.spans)
      times[grant.id] = time
    }
    return times
  }
}

/// A grant whose time does not pass now, because something else gives what it gives.
public struct WaitingGrant: Hashable, Sendable, Identifiable {
  public let id: Grant.ID
  /// The name under which the blueprint lists it.
  public let name: GrantTerms.ID?
  /// The entitlements that it will give.
  public let entitlements: [Entitlement.ID]
  /// How many days of it are left, a partial day counting as a whole one.
  public let daysLeft: Int
  /// When it gives them next, if nothing else happens; nil if what gives them now never ends.
  let nextStart: Instant?
  /// What it will give, as bits of ``BlueprintIndex/entitlements``.
  let entitled: UInt64

  /// Describes a grant at an instant; nil if it does not wait then.
  init?(_ grant: Grant, _ time: GrantTime, giving entitled: UInt64, at now: Instant) {
    let left = time.left(at: now)
    guard left > 0, !time.runs(at: now), grant.revokedAt.map({ now < $0 }) ?? true else {
      return nil
    }
    id = grant.id
    name = grant.name
    entitlements = grant.entitlements
    daysLeft = Int((left - 1) / Instant.millisecondsPerDay) + 1
    nextStart = time.nextStart(after: now)
    self.entitled = entitled
  }
}

extension Customer {
  /// The grants that nobody revoked and that have neither ended nor are used up, by id.
  package func remainingGrants(in blueprint: Blueprint, at now: Instant) -> [Grant] {
    if grants.isEmpty { return [] }
    let added = AddedTime(of: self, in: blueprint)
    return allGrants.filter { grant in
      if grant.revokedAt != nil { return false }
      if grant.lasts == nil { return grant.endsAt.map { now < $0 } ?? true }
      return added.grants[grant.id].map { 0 < $0.left(at: now) } ?? true
    }
  }

  /// The grants that give their entitlements at an instant, by id, each with the end of the span of time in which it
  /// does; nil means never.
  package func runningGrants(
    in blueprint: Blueprint, at now: Instant
  ) -> [(grant: Grant, endsAt: Instant?)] {
    if grants.isEmpty { return [] }
    let added = AddedTime(of: self, in: blueprint)
    var running: [(grant: Grant, endsAt: Instant?)] = []
    for grant in allGrants where !grant.entitlements.isEmpty {
      if grant.lasts == nil {
        guard grant.isActive(at: now) else { continue }
        running.append((grant, earliest(grant.endsAt, grant.revokedAt)))
      } else if let span = added.grants[grant.id]?.span(at: now) {
        running.append((grant, span.end))
      }
    }
    return running
  }
}
