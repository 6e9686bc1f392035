/// The time in which purchases, seats and grants give entitlements, and in which they give the plan.
struct GivenTime {
  /// Some time, what is given in it, and the phase that this makes; nil for none, as with an add-on.
  private var parts: [(span: AddedTime.Span, entitled: UInt64, phase: Phase?)] = []
  /// When the customer has had each purchase that was transferred or shared.
  private let holdings: [PurchaseID: [AddedTime.Span]]
  /// The spans of time in which all of some entitlements are given, for those that were requested.
  private var common: [UInt64: [AddedTime.Span]] = [:]

  /// Collects what anything gives a customer but trials that no purchase started, and grants that wait.
  ///
  /// - Parameter waitsForRenewals: Whether the wait for a late renewal counts, which leaves no trace once it is over.
  init(
    of customer: Customer, _ added: AddedTime, in blueprint: Blueprint,
    waitsForRenewals: Bool = true
  ) {
    holdings = customer.purchases.holdings
    for line in customer.history.lines {
      add(line, of: customer, added, in: blueprint)
      addExtensions(of: line, of: customer, in: blueprint, waits: waitsForRenewals)
    }
    for seat in customer.seats.values where seat.side == .member {
      for right in seat.rights {
        let given = blueprint.index.bit(right.entitlement)
        add(given, from: right.startsAt, to: right.endsAt, as: blueprint.phase(granting: given))
      }
    }
    for grant in customer.grants.values where grant.lasts == nil {
      let given = blueprint.index.bits(grant.entitlements)
      add(
        given, from: grant.startsAt, to: earliest(grant.endsAt, grant.revokedAt),
        as: blueprint.phase(granting: given))
    }
  }

  /// Adds what a grant that waits gives.
  mutating func add(_ entitled: UInt64, during spans: [AddedTime.Span], as phase: Phase? = nil) {
    for span in spans { add(entitled, from: span.start, to: span.end, as: phase) }
    for known in Array(common.keys) where known & entitled != 0 {
      if known & ~entitled == 0 {
        for span in spans where span.start < span.end { common[known]?.insert(span) }
      } else {
        common[known] = nil
      }
    }
  }

  private mutating func add(
    _ entitled: UInt64, from start: Instant, to end: Instant?, as phase: Phase? = nil
  ) {
    let end = end ?? .distantFuture
    guard entitled != 0 || phase != nil, start < end else { return }
    parts.append((AddedTime.Span(start: start, end: end), entitled, phase))
  }

  /// Adds what a purchase gives from one instant to another, as far as the customer has the purchase.
  private mutating func add(
    _ entitled: UInt64, of purchase: PurchaseID, from start: Instant, to end: Instant?,
    as phase: Phase? = nil
  ) {
    guard let spans = holdings[purchase] else {
      add(entitled, from: start, to: end, as: phase)
      return
    }
    for held in spans {
      add(entitled, from: max(start, held.start), to: earliest(end, held.end), as: phase)
    }
  }

  /// The spans of time in a phase that something gives, in order and apart from each other: `subscribed`, and `trial`
  /// also while a plan outranks it.
  func spans(in phase: Phase) -> [AddedTime.Span] {
    parts.filter { $0.phase == phase }.map(\.span).merged()
  }

  /// The spans of time in which all of some entitlements are given, in order and apart from each other.
  mutating func spans(giving entitled: UInt64) -> [AddedTime.Span] {
    if let known = common[entitled] { return known }
    var spans: [AddedTime.Span]?
    var rest = entitled
    while rest != 0 {
      let bit = rest & ~(rest &- 1)
      rest &= ~bit
      let own = parts.filter { $0.entitled & bit != 0 }.map(\.span).merged()
      spans = spans.map { $0.overlap(with: own) } ?? own
    }
    common[entitled] = spans ?? []
    return spans ?? []
  }

  /// Adds what a purchase gives in the periods that the store signed, and in the trial that it started.
  private mutating func add(
    _ line: PurchaseLine, of customer: Customer, _ added: AddedTime, in blueprint: Blueprint
  ) {
    let run = line.introductionEnd.flatMap { customer.trialRun(of: line, in: blueprint, at: $0) }
    let tried = blueprint.index.bits(run?.terms?.entitlements ?? [])
    // The last use ends what the trial gives, and nothing else that was bought with it.
    var spentAt: Instant?
    if let run {
      let status = run.status
      if status.ending == .uses { spentAt = status.endsAt }
      if let start = status.activatedAt {
        add(tried, of: line.id, from: start, to: status.endsAt)
      }
      add(0, of: line.id, from: run.countsFrom, to: status.endsAt, as: .trial)
    }
    for index in line.periods.indices {
      let period = line.periods[index]
      guard let sold = blueprint.catalog.products[period.transaction.product],
        sold.product.kind != .consumable
      else { continue }
      var start = period.startsAt
      var end = earliest(period.ends(as: sold.product), line.transferredAt)
      if sold.addsUp, let span = added.span(of: period.transaction) {
        (start, end) = (span.start, span.end)
      }
      let phase: Phase? = sold.isPlan ? .subscribed : nil
      guard let run, line.introduction.contains(index) else {
        add(sold.entitled, of: line.id, from: start, to: end, as: phase)
        continue
      }
      // Until the milestone that the trial waits for, what was bought is the plan.
      add(0, of: line.id, from: start, to: earliest(end, run.countsFrom), as: phase)
      add(sold.entitled, of: line.id, from: start, to: earliest(end, spentAt))
      guard let spentAt else { continue }
      add(sold.entitled & ~tried, of: line.id, from: max(start, spentAt), to: end)
    }
  }

  /// Adds the time of the trials that no purchase started: as they ran, and as the running ones will if nothing else
  /// happens.
  mutating func addTrials(of customer: Customer, in blueprint: Blueprint, at now: Instant) {
    for start in customer.trials.starts.values where start.purchase == nil && start.at <= now {
      // More time that support gives changes nothing of what was before.
      let changes = customer.trials.extensions.values.filter { $0.trial == start.trial }.map(\.at)
      let begins = Set([start.at] + changes.filter { start.at < $0 && $0 <= now }).sorted()
      for (position, begin) in begins.enumerated() {
        let next = position + 1 < begins.count ? begins[position + 1] : nil
        let last = next?.adding(milliseconds: -1) ?? now
        let time = TrialTime(of: start, for: customer, at: last)
        let run = customer.trialRun(
          start.trial, start.terms, purchase: nil, activatedAt: time.start, countsFrom: time.start,
          time: time, end: time.endsAt.map { ($0, .time) }, at: last)
        add(
          blueprint.index.bits(start.terms.entitlements), from: max(begin, time.start),
          to: earliest(run.status.endsAt, next), as: start.isAddOn ? nil : .trial)
      }
    }
  }

  /// Adds what a subscription gives beyond its periods: in grace periods that ran or run, and while its renewal is late.
  private mutating func addExtensions(
    of line: PurchaseLine, of customer: Customer, in blueprint: Blueprint, waits: Bool
  ) {
    guard let newest = customer.purchases.renewals[line.id] else { return }
    let periods = line.periods.filter { $0.replacedAt == nil }
    let late = blueprint.definition.purchases.lateRenewal
    // Only information from before a period's end promises its renewal.
    for end in periods.compactMap(\.transaction.expiresAt) where waits && newest.signedAt < end {
      guard let subscription = Subscription(line, renewal: newest, lateRenewal: late, at: end),
        subscription.isRenewalLate, subscription.expiresAt == end
      else { continue }
      let deadline = late.deadline(after: end, ofPeriodFrom: subscription.startedAt)
      add(subscription, of: line, from: end, to: deadline, in: blueprint)
    }
    for grace in customer.purchases.renewals(keptAs: .grace, of: line.id) {
      let begun = periods.filter { $0.startsAt < grace.signedAt }
      guard var until = grace.graceEndsAt,
        let end = begun.compactMap(\.transaction.expiresAt).max(),
        let subscription = Subscription(line, renewal: grace, lateRenewal: late, at: end),
        subscription.condition == .grace
      else { continue }
      // The first news without this grace period ends it.
      if newest.graceEndsAt != until { until = min(until, max(end, newest.signedAt)) }
      for news in customer.purchases.renewals(keptAs: .graceless, of: line.id)
      where grace.signedAt < news.signedAt {
        until = min(until, max(end, news.signedAt))
      }
      add(subscription, of: line, from: end, to: until, in: blueprint)
    }
  }

  /// Adds what a subscription gives from the end of its period, unless it is lost or something of its line follows.
  private mutating func add(
    _ subscription: Subscription, of line: PurchaseLine, from start: Instant, to end: Instant,
    in blueprint: Blueprint
  ) {
    guard let sold = blueprint.catalog.products[subscription.plan] else { return }
    let ended = line.periods.last { $0.transaction.expiresAt == start }
    let next = line.periods.first { start <= $0.startsAt }
    let ends = [ended?.transaction.revokedAt, line.transferredAt, next?.startsAt, end]
    add(
      sold.entitled, of: line.id, from: start, to: ends.compactMap { $0 }.min(),
      as: sold.isPlan ? .subscribed : nil)
  }
}

extension Blueprint {
  /// The phase that granted entitlements make; nil if they are not the plan.
  func phase(granting entitled: UInt64) -> Phase? {
    entitled & catalog.grantedPlan == 0 ? nil : .subscribed
  }
}

extension PurchaseFacts {
  /// When the customer, or one merged into them, has had each purchase that was transferred or shared, in order.
  ///
  /// What somebody had before a purchase came to them is not given back by it. A transfer between two who were merged
  /// changes nothing.
  fileprivate var holdings: [PurchaseID: [AddedTime.Span]] {
    if transfers.isEmpty { return [:] }
    return Dictionary(grouping: transfers.values, by: \.purchase).mapValues { Self.spans(by: $0) }
  }

  private static func spans(by transfers: [PurchaseTransfer]) -> [AddedTime.Span] {
    var spans: [AddedTime.Span] = []
    var since: Instant? = .distantPast
    let numbered = Dictionary(grouping: transfers, by: \.number).sorted { $0.key < $1.key }
    for (place, sides) in numbered.map(\.value).enumerated() {
      let owned = sides.first { $0.isHeld && !$0.isShared }
      let shared = sides.first { $0.isHeld && $0.isShared }
      let left = sides.first { !$0.isHeld }
      // Only one that comes from another customer says which credits of it were spent.
      if place == 0, left == nil, owned.map({ $0.spent != nil }) ?? true { since = nil }
      if owned == nil, let left, let start = since {
        spans.append(AddedTime.Span(start: start, end: left.at))
        since = nil
      }
      since = since ?? (owned ?? shared)?.at
    }
    if let since { spans.append(AddedTime.Span(start: since, end: .distantFuture)) }
    return spans
  }
}

extension [AddedTime.Span] {
  /// The same time in spans that are in order and do not touch.
  func merged() -> Self {
    var merged: Self = []
    for span in sorted(by: { $0.start < $1.start }) {
      guard let last = merged.last, span.start <= last.end else {
        merged.append(span)
        continue
      }
      merged[merged.count - 1] = AddedTime.Span(
        start: last.start, end: Swift.max(last.end, span.end))
    }
    return merged
  }

  /// The time that merged spans have in common with others.
  func overlap(with others: Self) -> Self {
    var overlap: Self = []
    var (index, other) = (0, 0)
    while index < count, other < others.count {
      let start = Swift.max(self[index].start, others[other].start)
      let end = Swift.min(self[index].end, others[other].end)
      if start < end { overlap.append(AddedTime.Span(start: start, end: end)) }
      if self[index].end < others[other].end { index += 1 } else { other += 1 }
    }
    return overlap
  }

  /// The time from an instant on that merged spans leave free, found as far as it is needed.
  func gaps(
    from start: Instant
  ) -> UnfoldSequence<AddedTime.Span, (free: Instant, index: Int)> {
    let first = position { start < $0.end }
    return sequence(state: (free: start, index: first)) { state in
      while state.free < .distantFuture {
        let span =
          state.index < count
          ? self[state.index] : AddedTime.Span(start: .distantFuture, end: .distantFuture)
        let gap = AddedTime.Span(start: state.free, end: span.start)
        state = (free: Swift.max(state.free, span.end), index: state.index + 1)
        if gap.start < gap.end { return gap }
      }
      return nil
    }
  }

  /// Adds a span to merged ones, so that they remain in order and apart from each other.
  fileprivate mutating func insert(_ span: AddedTime.Span) {
    let touched = position { span.start <= $0.end }..<position { span.end < $0.start }
    let start = touched.isEmpty ? span.start : Swift.min(span.start, self[touched.lowerBound].start)
    let end = touched.isEmpty ? span.end : Swift.max(span.end, self[touched.upperBound - 1].end)
    replaceSubrange(touched, with: [AddedTime.Span(start: start, end: end)])
  }

  /// The position of the first of merged spans for which something holds, as it does for all that follow; their count if
  /// it holds for none.
  private func position(_ holds: (AddedTime.Span) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
