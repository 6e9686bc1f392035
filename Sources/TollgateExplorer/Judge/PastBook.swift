import Tollgate

/// When events happened to a customer, by the explorer's own books.
///
/// They are derived from the steps of a history and the store's state, and not from facts.
struct PastBook {
  let state: HistoryState
  /// The customer's position.
  let person: Int
  /// The blueprint.
  let rules: Rules

  /// Returns the tests of the past that hold.
  ///
  /// Where the books do not say when something happened, as with uses of a trial that customers share, the engine's
  /// answer counts, and is not judged.
  ///
  /// - Parameters:
  ///   - view: Whether to look at what happened or at what was reported.
  ///   - phase: The customer's phase by that view.
  ///   - known: What the customer sees; nil if it is to be found.
  func holding(
    _ view: BookView, in phase: Phase, seeing known: Membership? = nil
  ) -> Set<PastTest> {
    if rules.pastTests.isEmpty { return [] }
    lazy var answers =
      known
      ?? Membership(
        unchangingFor: state.reading(of: person, rules).customer, in: rules.blueprint,
        at: state.now)
    return Set(
      rules.pastTests.filter { test in
        instants(of: test.event, view, in: phase)
          .map { test.holds($0, in: bookedSpan(of: test, $0), at: state.now) }
          ?? answers.holds(test)
      })
  }

  /// The future instants at which a test changes if nothing else happens, each with the test's position.
  ///
  /// Uses that expire without a change make no difference by themselves, so that they are not told apart.
  ///
  /// - Parameter own: What the customer sees, without what a shared purchase adds.
  func changes(in own: Membership) -> [(at: Instant, test: Int)] {
    rules.pastTests.enumerated().flatMap { position, test -> [(at: Instant, test: Int)] in
      if case .date(let date) = test.event {
        let at = instant(of: date)
        return state.now < at ? [(at, position)] : []
      }
      if let season = test.season {
        return turn(of: season).map { [(at: $0, test: position)] } ?? []
      }
      if let ending = test.ending, let end = own.end(of: ending.anchor) {
        return [end.subtracting(ending.within), end].filter { state.now < $0 }
          .map { (at: $0, test: position) }
      }
      let happened = instants(of: test.event, .reported, in: own.phase) ?? []
      let span = bookedSpan(of: test, happened)
      // An event after a date is a different case from one before it.
      let dates = [span.from, span.before].compactMap(\.self).filter { state.now < $0 }
      let isOver = test.holds(happened, in: span, at: state.now) == test.holdsWithoutEvent
      let end = isOver ? nil : test.window.flatMap { windowEnd($0) }
      return
        (dates + [end].compactMap(\.self)
        + test.changes(happened, in: span, after: state.now)).map { ($0, position) }
    }
  }

  /// Returns what a test remembers of the past although it makes no difference now: that a first time has passed, or
  /// how often something happened between dates; nil if nothing.
  func memory(of test: PastTest, in phase: Phase) -> Int? {
    switch test {
    case .since(let since):
      guard since.isFirst else { return nil }
      if case .use(let feature) = test.event {
        let isUsed = state.uses.contains {
          $0.feature == feature && $0.isRecorded && $0.person == person
        }
        return isUsed ? 1 : 0
      }
      return instants(of: test.event, .reported, in: phase)?.isEmpty ?? true ? 0 : 1
    case .count(let count):
      guard count.dates != .always, let most = test.bounds.max() else { return nil }
      let happened = instants(of: test.event, .reported, in: phase) ?? []
      let span = bookedSpan(of: test, happened)
      return min(happened.count { span.contains($0) }, most)
    }
  }

  /// Returns when an event must happen for a test to count it.
  ///
  /// - Parameter happened: Every time that it happened.
  private func bookedSpan(of test: PastTest, _ happened: [Instant]) -> BookedSpan {
    let start = test.window.flatMap {
      ZoneBook(state: state, person: person, rules: rules).start(of: $0, since: happened.min())
    }
    return BookedSpan(
      from: [test.dates.from.map { instant(of: $0) }, start].compactMap(\.self).max(),
      before: test.dates.before.map { instant(of: $0) })
  }

  /// When the calendar window ends where the customer is.
  private func windowEnd(_ window: Feature.Window) -> Instant? {
    rules.calendars[state.people[person].zones.last?.name].end(of: window, at: state.now)
  }

  /// The instant of a date where the customer is.
  private func instant(of date: EventDate) -> Instant {
    state.people[person].recorded.customer.instant(of: date, in: rules.blueprint)
  }

  /// When a season next begins or ends.
  func turn(of season: Season) -> Instant? {
    spans(of: season).flatMap { [$0.start, $0.end] }.filter { state.now < $0 }.min()
  }

  /// The times at which a season is on in the years around now, by its dates.
  private func spans(of season: Season) -> [(start: Instant, end: Instant)] {
    let year = Int64(state.now.description.prefix(4)) ?? 1970
    return [year - 1, year, year + 1].map { year in
      let dates = season.dates(from: year)
      return (start: instant(of: dates.from), end: instant(of: dates.until))
    }
  }

  /// Returns how many uses a test counts now, up to the highest number that it distinguishes; nil if it counts none.
  func uses(countedBy test: PastTest) -> Int? {
    guard case .use(let feature) = test.event, case .count(let count) = test,
      let most = test.bounds.max()
    else { return nil }
    let uses = state.uses.filter {
      $0.feature == feature && $0.isRecorded && $0.person == person
    }.map(\.at)
    let span = bookedSpan(of: test, uses)
    let counted = uses.count { at in
      span.contains(at) && count.within.map { state.now < at.adding($0) } ?? true
    }
    // Later uses repeat what the first ones did.
    if let every = count.every { return counted == 0 ? 0 : (counted - 1) % every + 1 }
    return min(most, counted, Rules.mostUses)
  }

  /// Returns when an event has happened so far; nil if the books do not say.
  private func instants(
    of event: CustomerEvent, _ view: BookView, in phase: Phase
  ) -> [Instant]? {
    let isAlone = state.people.count == 1
    let instants: [Instant?]
    switch event {
    case .signUp: instants = [state.people[person].accountAt]
    case .firstSeen: instants = [state.people[person].openedAt]
    case .milestone(let name): instants = [state.people[person].recorded.customer.reached(name)]
    case .purchase: instants = purchases(view)
    case .firstPurchase: instants = [purchases(view).min()]
    case .renewal: instants = renewals(view)
    case .refund:
      instants = lines(view).flatMap { $0.signed }.filter { !$0.isUpgraded }.map(\.revokedAt)
    case .cancellation:
      // A device posts what renewal is now, and not that it was off in between.
      if state.holdsNotifications || !state.heldNotifications.isEmpty { return nil }
      instants = lines(view).flatMap { $0.cancellations }
    case .use(let feature):
      guard isAlone else { return nil }
      instants = state.uses.filter { $0.feature == feature && $0.isRecorded }.map(\.at)
    // No history dismisses a prompt, shows or closes a paywall, opens the app again, or invites anybody.
    case .opened, .updated, .dismissal, .paywall, .anyPaywall, .closed, .member: instants = []
    case .bought(let product): instants = purchases(of: product, view)
    case .date(let date): instants = [instant(of: date)]
    case .season(let season):
      instants = spans(of: season).filter { state.now < $0.end }.map { $0.start }
    case .ending(let ending):
      guard let ends = ends(of: ending.anchor, view) else { return nil }
      let isNear = ends.contains { $0.subtracting(ending.within) <= state.now && state.now < $0 }
      instants = isNear ? [state.now] : []
    case .lapse:
      if phase == .subscribed { return [] }
      guard isAlone else { return nil }
      instants = [state.planEnd(of: person, rules)]
    case .trialStart, .trialEnd:
      guard isAlone, rules.definition.trial?.start.event != nil else { return nil }
      let trial = state.trials(of: person, .reported, rules).first {
        $0.name == .own(person: person)
      }
      instants = [event == .trialStart ? trial?.startsAt : trial?.endedAt]
    }
    return instants.compactMap { $0 }.filter { $0 <= state.now }
  }

  /// Returns the end that is coming, if there is one; nil if the books do not say.
  ///
  /// They do for the app's own trial, and where a single subscription gives the plan.
  func ends(of anchor: Ending.Anchor, _ view: BookView) -> [Instant]? {
    guard state.people.count == 1 else { return nil }
    switch anchor {
    case .trialEnd:
      guard rules.definition.trial?.start.event != nil else { return nil }
      return state.trials(of: person, view, rules)
        .filter { $0.name == .own(person: person) && $0.isActive }.compactMap(\.endsAt)
    case .periodEnd:
      guard rules.definition.grants.isEmpty,
        rules.offered.allSatisfy({ $0.kind == .autoRenewable })
      else { return nil }
      let bases = state.bases(of: person, view, rules).filter { rules.plan.includes($0.product) }
      guard bases.count <= 1 else { return nil }
      return bases.filter { $0.kind == .paid || $0.kind == .introductory }.compactMap(\.endsAt)
    case .introductoryOfferEnd, .grantEnd: return nil
    }
  }

  /// Returns when the customer made each purchase that is still theirs, neither refunded nor transferred.
  private func purchases(_ view: BookView) -> [Instant] {
    lines(view).flatMap { line in
      line.signed.purchases.compactMap { $0.first { $0.isPaid(at: state.now) }?.purchasedAt }
    }
  }

  /// Returns when the customer bought a product or changed to it, as far as it is not refunded.
  private func purchases(of product: CatalogProduct.ID, _ view: BookView) -> [Instant] {
    lines(view).flatMap { line in
      let own = line.signed.purchases.flatMap { $0.split { $0.product != product } }
      return own.compactMap { $0.first { $0.isPaid(at: state.now) }?.purchasedAt }
    }
  }

  /// Returns when each renewal that has not been refunded began: at or after the end of the period before it.
  private func renewals(_ view: BookView) -> [Instant] {
    lines(view).flatMap { line in
      zip(line.signed, line.signed.dropFirst()).compactMap { earlier, later in
        guard let end = earlier.expiresAt, end <= later.purchasedAt,
          !later.isReturn(after: earlier), later.isPaid(at: state.now)
        else { return nil }
        return later.purchasedAt
      }
    }
  }

  /// What the store signed about each of the customer's purchases, and when their renewal was turned off.
  private func lines(
    _ view: BookView
  ) -> [(signed: [StoreTransaction], cancellations: [Instant])] {
    state.holders.filter { $0.value.contains(person) }.keys.map { line in
      let known = view == .real ? state.subscription(line) : state.reported[line]
      let bought = view == .real ? state.purchase(line) : state.reportedPurchases[line]
      let signed = (known?.periods.map(\.signed) ?? []) + [bought?.signed].compactMap { $0 }
      return (signed, known?.cancellations ?? [])
    }
  }
}

extension StoreTransaction {
  /// Whether it is not refunded at an instant; what an upgrade replaced is not.
  fileprivate func isPaid(at instant: Instant) -> Bool {
    isUpgraded || revokedAt.map { instant < $0 } ?? true
  }

  /// Whether the customer subscribed again when an earlier period was over or refunded.
  fileprivate func isReturn(after earlier: StoreTransaction) -> Bool {
    guard isRenewal == false, let end = earlier.expiresAt else { return false }
    return end <= purchasedAt || !earlier.isPaid(at: purchasedAt)
  }
}

extension [StoreTransaction] {
  /// The periods of a subscription, apart by when the customer subscribed.
  fileprivate var purchases: [[StoreTransaction]] {
    var bought: [[StoreTransaction]] = []
    for period in self {
      if let last = bought.last?.last, !period.isReturn(after: last) {
        bought[bought.count - 1].append(period)
      } else {
        bought.append([period])
      }
    }
    return bought
  }
}

/// When an event must happen for a test to count it.
private struct BookedSpan {
  var from: Instant?
  var before: Instant?

  func contains(_ instant: Instant) -> Bool {
    if let from, instant < from { return false }
    if let before, before <= instant { return false }
    return true
  }
}

extension PastTest {
  /// Returns whether it holds, given every time that its event has happened so far.
  fileprivate func holds(_ instants: [Instant], in span: BookedSpan, at now: Instant) -> Bool {
    switch self {
    case .since(let since):
      guard let time = since.isFirst ? instants.min() : instants.max(), span.contains(time) else {
        return false
      }
      if let least = since.atLeast, now < time.adding(least) { return false }
      if let most = since.lessThan, now >= time.adding(most) { return false }
      return true
    case .count(let count):
      let counted = instants.count { at in
        span.contains(at) && count.within.map { now < at.adding($0) } ?? true
      }
      if let every = count.every { return counted > 0 && counted.isMultiple(of: every) }
      return counted >= count.atLeast ?? 0 && counted < count.lessThan ?? .max
    }
  }

  /// Returns the instants after which it no longer holds, or holds, if its event does not happen again.
  ///
  /// - Parameters:
  ///   - happened: Every time that its event happened.
  ///   - span: When the event must happen to count.
  ///   - now: The instant after which they are.
  /// - Returns: The instants, ascending.
  fileprivate func changes(
    _ happened: [Instant], in span: BookedSpan, after now: Instant
  ) -> [Instant] {
    let candidates = happened.flatMap { at in lengths.map { at.adding($0) } }
    var holds = holds(happened, in: span, at: now)
    return Set(candidates.filter { $0 > now }).sorted().filter { instant in
      defer { holds = self.holds(happened, in: span, at: instant) }
      return self.holds(happened, in: span, at: instant) != holds
    }
  }

  /// Whether it holds for a customer for whom its event never happened.
  var holdsWithoutEvent: Bool { holds([], in: BookedSpan(), at: .distantPast) }

  /// The numbers of times at which it changes; empty for a length of time.
  var bounds: [Int] {
    switch self {
    case .since: []
    case .count(let count): [count.atLeast, count.lessThan, count.every].compactMap { $0 }
    }
  }
}
