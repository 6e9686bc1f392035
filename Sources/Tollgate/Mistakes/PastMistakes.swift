/// Mistakes in the tests of the past that conditions contain.
extension MistakeSearch {
  /// Checks each test of a condition: its event, its bounds, and that its periods have a fixed length.
  mutating func checkPast(of condition: Condition, at path: [String]) {
    checkDates(condition.past.compactMap(\.date), at: path)
    var (since, count) = (0, 0)
    for test in condition.past where test.isOfEvent {
      switch test {
      case .since(let test):
        check(test, at: path + ["since", "\(since)"])
        since += 1
      case .count(let test):
        check(test, at: path + ["count", "\(count)"])
        count += 1
      }
    }
    for (position, test) in condition.past.compactMap(\.members).enumerated() {
      check(test.count, at: path + ["members", "\(position)"])
    }
  }

  /// Checks that each start is before each end; where dates are the customer's, that this is so in some time zone.
  private mutating func checkDates(
    _ dates: [(date: EventDate, isStart: Bool)], at path: [String]
  ) {
    for end in dates where !end.isStart {
      guard let start = dates.first(where: { $0.isStart && isOver(end.date, by: $0.date) })
      else { continue }
      // Where both are written alike, what is written shows it.
      let app = definition.app
      let isPlain = start.date.isLocal == end.date.isLocal && end.date.time <= start.date.time
      let place = app.usesCustomerTimeZone ? "every time zone" : app.timeZone
      add(
        path + ["until"],
        "the condition never holds: `until` must be later than `from`, which is \(start.date)"
          + (isPlain ? "" : "; in \(place), it is not"))
    }
  }

  /// Whether one date never comes later than another, whatever the time zone of the app's days is.
  func isOver(_ end: EventDate, by start: EventDate) -> Bool {
    if end.isLocal == start.isLocal, end.time <= start.time { return true }
    if definition.app.usesCustomerTimeZone {
      // Of a local time and an instant, each zone has its own order; some zones skip no local time.
      return end.isLocal != start.isLocal && end.latest <= start.earliest
    }
    guard let clock = BlueprintClock(definition.app.timeZone) else { return false }
    return clock.instant(of: end) <= clock.instant(of: start)
  }

  /// Checks that bits suffice for all distinct tests.
  mutating func checkPastLimit() {
    let tests = definition.pastTests.count + definition.leftTests.count
    if tests > BlueprintIndex.limit {
      add(
        ["features"],
        "conditions have \(tests) different tests of the past, of dates, of ends and of what is left; expected at most \(BlueprintIndex.limit)"
      )
    }
  }

  private mutating func check(_ test: PastTest.Since, at path: [String]) {
    check(test.event, at: path + ["event"])
    check(test.atLeast, at: path + ["atLeast"])
    check(test.lessThan, at: path + ["lessThan"])
    if test.atLeast == nil, test.lessThan == nil, test.dates == .always {
      add(
        path,
        "no length of time and no date; expected `atLeast`, `lessThan`, `from` or `before`"
      )
    }
    if test.isFirst, !test.event.isRepeatable {
      add(path + ["first"], "the event happens only once; expected no `first`")
    }
    check(test.dates, at: path)
    if let least = test.atLeast?.milliseconds, let most = test.lessThan?.milliseconds, least >= most
    {
      add(path, "the condition never holds: `atLeast` must be shorter than `lessThan`")
    }
  }

  mutating func check(_ test: PastTest.Count, at path: [String]) {
    check(test.event, at: path + ["of"])
    check(test.within, at: path + ["within"])
    if let window = test.window, !PastTest.Count.windows.contains(window) {
      add(
        path + ["within"],
        "an event is not counted by the \(window.rawValue); expected `day`, `week`, `month` or `year`"
      )
    }
    check(test.dates, at: path)
    if let every = test.every {
      check(every, of: test, at: path)
    } else if test.atLeast == nil, test.lessThan == nil {
      add(path, "no number of times; expected `atLeast`, `lessThan` or both")
    }
    for (bound, name) in [(test.atLeast, "atLeast"), (test.lessThan, "lessThan")] {
      guard let bound else { continue }
      if bound < 1 {
        add(path + [name], "\(bound) times; expected at least 1")
      } else if bound > 1, !test.event.isRepeatable {
        add(path + [name], "\(bound) times, but the event happens only once; expected 1")
      }
    }
    if let least = test.atLeast, let most = test.lessThan, least >= most {
      add(path, "the condition never holds: `atLeast` must be less than `lessThan`")
    }
  }

  /// Checks a test of every so many times, which stands alone.
  private mutating func check(_ every: Int, of test: PastTest.Count, at path: [String]) {
    if !PastTest.Count.multiples.contains(every) {
      add(path + ["every"], "every \(every) times; expected 2 to 1000000")
    } else if !test.event.isRepeatable {
      add(path + ["every"], "every \(every) times, but the event happens only once")
    }
    for (name, isWritten) in [
      ("atLeast", test.atLeast != nil), ("lessThan", test.lessThan != nil),
      ("within", test.within != nil || test.window != nil),
    ] where isWritten {
      add(path + [name], "`\(name)` beside `every`; expected another `count` in a list")
    }
  }

  /// Checks that an event can happen between its dates.
  private mutating func check(_ dates: DateRange, at path: [String]) {
    guard let from = dates.from, let before = dates.before, isOver(before, by: from) else { return }
    add(path + ["before"], "no date matches: `before` must be later than `from`, which is \(from)")
  }

  /// Checks that a period has a fixed length.
  mutating func check(_ period: Period?, at path: [String]) {
    guard let period, period.milliseconds == nil else { return }
    add(path, "\(period) has no fixed length; expected days, such as `P30D`, weeks or hours")
  }

  /// Checks that a feature exists and that its uses are counted.
  mutating func requireCounted(_ name: Feature.ID, at path: [String]) {
    require(name, in: featureNames, .feature, at: path)
    guard featureNames.contains(name.rawValue), !definition.countsUses(of: name) else { return }
    let rules = definition.features.first { $0.id == name }?.rules ?? []
    let paid = rules.lazy.flatMap(\.allowance.prices).first.map { price in
      let names = price.wallets.map(\.rawValue)
      let wallets = names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
      return
        "`{ all: [{ upTo: 100, per: day }, { spend: \(wallets) }] }` in place of `{ spend: \(wallets) }`"
    }
    add(
      path,
      "uses of `\(name)` are not counted; expected \(paid ?? "a rule of it with `unlimited`, `upTo` or `holding`")",
      about: BlueprintError.Subject(.feature, name.rawValue))
  }

  /// Checks that what an event names exists and that the event can happen.
  mutating func check(_ event: CustomerEvent, at path: [String]) {
    switch event {
    case .signUp, .firstSeen, .opened, .updated, .firstPurchase, .purchase, .renewal, .cancellation,
      .refund, .lapse, .trialStart, .trialEnd, .anyPaywall, .date, .season, .ending:
      break
    case .member(let name):
      require(name, in: definition.teams.map(\.id.rawValue), .team, at: path)
    case .milestone(let name):
      require(name, in: milestones, .milestone, at: path + ["milestone"])
    case .use(let name):
      requireCounted(name, at: path + ["use"])
    case .dismissal(let name):
      let prompts = definition.prompts.map(\.id.rawValue)
      require(name, in: prompts, .prompt, at: path + ["dismissal"])
      if definition.prompts.contains(where: { $0.id == name && $0.patience == nil }) {
        add(
          path + ["dismissal"],
          "`\(name)` can't be dismissed; expected a prompt with `patience`",
          about: BlueprintError.Subject(.prompt, name.rawValue))
      }
    case .paywall(let name):
      require(name, in: paywallNames, .paywall, at: path + ["paywall"])
    case .closed(let name):
      require(name, in: paywallNames, .paywall, at: path + ["closed"])
    case .bought(let name):
      require(
        name, in: definition.products.map(\.id.rawValue), .product, at: path + ["bought"])
    }
  }
}

extension Blueprint.Definition {
  /// Every test of the past in any condition and of the shown paywalls, without duplicates, in the order of the blueprint.
  var pastTests: [PastTest] {
    var tests: [PastTest] = []
    let limits = paywallLimits.map(PastTest.count)
    for test in conditions.flatMap(\.parts).flatMap(\.past) + limits where !tests.contains(test) {
      tests.append(test)
    }
    return tests
  }

  /// Every test of what is left in any condition, without duplicates, in the order of the blueprint.
  var leftTests: [Condition.Left] {
    var tests: [Condition.Left] = []
    for test in conditions.flatMap(\.parts).flatMap(\.left) where !tests.contains(test) {
      tests.append(test)
    }
    return tests
  }

  /// Whether uses of a feature are counted: as the trial's own, or by a rule that allows them without credits alone.
  func countsUses(of feature: Feature.ID) -> Bool {
    if trial?.terms.uses?.feature == feature { return true }
    return features.contains { written in
      written.id == feature && written.rules.contains(where: \.allowance.countsSome)
    }
  }
}
