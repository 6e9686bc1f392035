import Foundation
import Tollgate

/// The instants at which something can change: those in the facts, and those that follow from them.
enum Moments {
  /// Every such instant, a millisecond before it and a millisecond after, in order.
  static func all(of facts: [Fact], in definition: Blueprint.Definition) -> [Instant] {
    var instants: Set<Instant> = []
    let lengths = lengths(of: definition)
    let endings = endings(of: definition)
    for fact in facts {
      let own = self.instants(of: fact, in: definition)
      let later = lengths.flatMap { length in own.map { $0.adding(length) } }
      let earlier = endings.flatMap { length in own.map { $0.subtracting(length) } }
      for instant in own + later + earlier {
        for offset in [-1, 0, 1] as [Int64] {
          instants.insert(instant.adding(milliseconds: offset))
        }
      }
    }
    for instant in dates(of: definition) {
      for offset in [-1, 0, 1] as [Int64] { instants.insert(instant.adding(milliseconds: offset)) }
    }
    return instants.sorted()
  }

  /// When the dates that conditions name come, in each zone where a customer may be.
  private static func dates(of definition: Blueprint.Definition) -> [Instant] {
    var zones = [definition.app.timeZone]
    if definition.app.usesCustomerTimeZone { zones += GeneratedAudience.zones }
    return definition.features.flatMap(\.rules).map(\.when).flatMap(\.parts).flatMap(\.past)
      .flatMap { test -> [EventDate] in
        let spans = test.season.map { ReferenceDecider.spans(of: $0) } ?? []
        return test.dates.bounds + [test.date?.date].compactMap(\.self)
          + spans.flatMap { [$0, $1] }
      }
      .flatMap { date -> [Instant] in
        guard date.isLocal else { return [date.time] }
        let written = Date(timeIntervalSince1970: Double(date.time.milliseconds) / 1000)
        return zones.compactMap { TimeZone(identifier: $0) }.map { zone in
          date.time.adding(milliseconds: -Int64(zone.secondsFromGMT(for: written)) * 1000)
        }
      }
  }

  /// How long before an end conditions hold.
  private static func endings(of definition: Blueprint.Definition) -> Set<Period> {
    let conditions = definition.features.flatMap(\.rules).map(\.when).flatMap(\.parts)
    return Set(conditions.flatMap(\.past).compactMap(\.ending?.within))
  }

  /// The lengths of time that conditions on the past name, and those in which uses count.
  private static func lengths(of definition: Blueprint.Definition) -> Set<Period> {
    let rules = definition.features.flatMap(\.rules)
    let spans = Set(rules.flatMap(\.allowance.quotas).compactMap(\.span.length))
    let conditions = rules.map(\.when).flatMap(\.parts)
    return spans.union(
      conditions.flatMap(\.past).flatMap { test -> [Period] in
        switch test {
        case .since(let since): [since.atLeast, since.lessThan].compactMap { $0 }
        case .count(let count): [count.within].compactMap { $0 }
        }
      })
  }

  /// The newest instant that the server stamped: no decision is made before it.
  static func newestStamp(_ facts: [Fact]) -> Instant? {
    facts.compactMap { fact -> Instant? in
      switch fact {
      case .signedUp(let fact): fact.at
      case .device(let fact): fact.at
      case .milestone(let fact): fact.at
      case .trialStarted(let fact): fact.purchase == nil ? fact.at : nil
      case .trialForfeited(let fact): fact.at
      case .transfer(let fact): fact.at
      case .use(let fact): fact.at
      case .reservation(let fact): fact.terms.at
      case .reservationRelease(let fact): fact.at
      case .spend(let fact): fact.at
      case .size(let fact): fact.at
      case .item(let fact): fact.at
      case .dismissal(let fact): fact.at
      case .paywall(let fact): fact.at
      case .variant(let fact): fact.at
      case .nudge(let fact): fact.at
      case .attribute(let fact): fact.at
      case .opening(let fact): fact.at
      case .profile(let fact): fact.at
      case .refundRequest(let fact): fact.answer?.at
      case .trialExtension(let fact): fact.startsOver ? fact.at : nil
      case .grant(let fact): fact.givenAt
      case .seat(let fact): [fact.invitedAt, fact.joinedAt, fact.endedAt].compactMap { $0 }.max()
      case .trialPause, .transaction, .renewal, .credit, .download, .teamItems: nil
      }
    }.max()
  }

  private static func instants(of fact: Fact, in definition: Blueprint.Definition) -> [Instant] {
    switch fact {
    case .signedUp(let fact): return [fact.at]
    case .device(let fact): return [fact.at]
    case .milestone(let fact): return [fact.at]
    case .trialForfeited(let fact): return [fact.at]
    case .trialExtension(let change):
      let days = change.startsOver ? Array(1...9) : []
      return [change.at] + days.map { change.at.adding(milliseconds: .day * Int64($0)) }
    case .trialPause(let pause):
      return [pause.startsAt, pause.endsAt].compactMap { $0 }
        + (pause.endsAt.map { end in (1...5).map { end.adding(milliseconds: .day * $0) } } ?? [])
    case .transfer(let fact): return [fact.at]
    case .spend(let fact): return [fact.at]
    case .size(let fact): return [fact.at]
    case .refundRequest(let fact): return [fact.askedAt]
    case .credit, .download: return []
    case .reservation(let fact): return [fact.terms.at, fact.terms.lapsesAt]
    case .reservationRelease(let fact): return [fact.at]
    case .item(let fact): return [fact.at]
    case .dismissal(let fact): return [fact.at]
    case .paywall(let fact): return [fact.at]
    case .variant(let fact): return [fact.at]
    case .nudge(let fact): return [fact.at]
    case .attribute(let fact): return [fact.at]
    case .opening(let fact): return [fact.at]
    case .teamItems(let fact): return [fact.at]
    case .profile(let fact): return [fact.at]
    case .trialStarted(let start):
      return [start.at, start.terms.lasts.map { start.at.adding($0) }].compactMap { $0 }
        + (1...(start.terms.earned.isEmpty ? 9 : 18)).map {
          start.at.adding(milliseconds: .day * $0)
        }
    case .use(let use):
      var zones = [definition.app.timeZone]
      if definition.app.usesCustomerTimeZone { zones += GeneratedAudience.zones }
      let next = zones.compactMap { TimeZone(identifier: $0) }.flatMap { zone in
        [Feature.Window.day, .week, .month, .year].map { window in
          ReferenceDecider.bounds(of: window, in: zone, at: use.at).end
        }
      }
      return [use.at] + next
    case .grant(let grant):
      return [grant.startsAt, grant.endsAt, grant.revokedAt].compactMap { $0 }
    case .seat(let seat):
      return seat.rights.flatMap { [$0.startsAt, $0.endsAt].compactMap { $0 } }
    case .renewal(let renewal):
      return [renewal.signedAt, renewal.renewsAt, renewal.graceEndsAt, renewal.resumesAt].compactMap
      { $0 }
    case .transaction(let transaction): return instants(of: transaction, in: definition)
    }
  }

  private static func instants(
    of transaction: StoreTransaction, in definition: Blueprint.Definition
  )
    -> [Instant]
  {
    let period = definition.products.first { $0.id == transaction.product }?.period
    let end =
      transaction.expiresAt
      ?? period.map { transaction.purchasedAt.adding($0, times: max(1, transaction.quantity)) }
    var instants = [transaction.purchasedAt, transaction.signedAt]
    instants += [end, transaction.revokedAt].compactMap { $0 }
    instants += (1...3).map { transaction.purchasedAt.adding(milliseconds: .day * $0) }
    if let end {
      instants.append(end.adding(milliseconds: min(.day, end.since(transaction.purchasedAt))))
      if case .upTo(let period) = definition.purchases.lateRenewal {
        instants.append(end.adding(period))
      }
    }
    return instants
  }
}
