/// Mistakes in the tests of the past that conditions contain.
extension MistakeSearch {
  /// Checks each test of a condition: its event, its bounds, and that its periods have a fixed length.
  mutating func checkPast(of condition: Condition, at path: [String]) {
    var (since, count) = (0, 0)
    for test in condition.past {
      switch test {
      case .since(let test):
        check(test, at: path + ["since", "\(since)"])
        since += 1
      case .count(let test):
        check(test, at: path + ["count", "\(count)"])
        count += 1
      }
    }
  }

  /// Checks that bits suffice for all distinct tests.
  mutating func checkPastLimit() {
    let tests = definition.pastTests.count
    if tests > BlueprintIndex.limit {
      add(
        ["features"],
        "conditions have \(tests) different `since` and `count` tests; expected at most \(BlueprintIndex.limit)"
      )
    }
  }

  private mutating func check(_ test: PastTest.Since, at path: [String]) {
    check(test.event, at: path + ["event"])
    check(test.atLeast, at: path + ["atLeast"])
    check(test.lessThan, at: path + ["lessThan"])
    if test.atLeast == nil, test.lessThan == nil {
      add(path, "no length of time; expected `atLeast`, `lessThan` or both")
    }
    if let least = test.atLeast?.milliseconds, let most = test.lessThan?.milliseconds, least >= most
    {
      add(path, "the condition never holds: `atLeast` must be shorter than `lessThan`")
    }
  }

  private mutating func check(_ test: PastTest.Count, at path: [String]) {
    check(test.event, at: path + ["of"])
    check(test.within, at: path + ["within"])
    if test.atLeast == nil, test.lessThan == nil {
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

  /// Checks that a period has a fixed length.
  mutating func check(_ period: Period?, at path: [String]) {
    guard let period, period.milliseconds == nil else { return }
    add(path, "\(period) has no fixed length; expected days, such as `P30D`, weeks or hours")
  }

  /// Checks that what an event names exists and that the event can happen.
  mutating func check(_ event: CustomerEvent, at path: [String]) {
    switch event {
    case .signUp, .firstSeen, .firstPurchase, .purchase, .renewal, .cancellation, .refund, .lapse,
      .trialStart, .trialEnd:
      break
    case .milestone(let name):
      require(name, in: milestones, .milestone, at: path + ["milestone"])
    case .use(let name):
      require(name, in: featureNames, .feature, at: path + ["use"])
      if featureNames.contains(name.rawValue), !definition.countsUses(of: name) {
        add(
          path + ["use"],
          "uses of `\(name)` are not counted; expected a feature with `upTo` in a rule",
          about: BlueprintError.Subject(.feature, name.rawValue))
      }
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
    }
  }
}

extension Blueprint.Definition {
  /// Every test of the past in any condition, without duplicates, in the order of the blueprint.
  var pastTests: [PastTest] {
    var tests: [PastTest] = []
    for test in conditions.flatMap(\.parts).flatMap(\.past) where !tests.contains(test) {
      tests.append(test)
    }
    return tests
  }

  /// Whether uses of a feature are counted: within an allowance, or as the trial's own.
  func countsUses(of feature: Feature.ID) -> Bool {
    if trial?.terms.uses?.feature == feature { return true }
    return features.contains { written in
      written.id == feature
        && written.rules.contains { if case .upTo = $0.allowance { true } else { false } }
    }
  }
}
