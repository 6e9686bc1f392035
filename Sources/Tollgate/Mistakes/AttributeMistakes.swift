/// Mistakes in attributes, and in what conditions and questions require of them.
extension MistakeSearch {
  /// Checks that attributes have different names and valid values, and are not too many.
  mutating func checkAttributes() {
    let attributes = definition.attributes
    unique(attributes.map(\.id.rawValue), .attribute, in: "attributes")
    if attributes.count > Attribute.countLimit {
      add(
        ["attributes"],
        "\(attributes.count) attributes; expected at most \(Attribute.countLimit)")
    }
    for attribute in attributes {
      let path = ["attributes", attribute.id.rawValue]
      let property = DeviceProperty(rawValue: attribute.id.rawValue)
      // Blueprints that do not use the time zone may have called an attribute that before it could be reported.
      if let property, property != .timeZone || definition.app.usesCustomerTimeZone {
        add(path, "the device reports `\(attribute.id)`; choose another name")
      }
      if attribute.id == Consent.attribute {
        add(path, "a parent or guardian sets `\(attribute.id)`; choose another name")
      }
      if attribute.setBy == .device || attribute.setBy == .guardian {
        add(path, "set by the \(attribute.setBy.rawValue); expected the app or its backend")
      }
      guard case .text(let values) = attribute.kind else { continue }
      var seen: Set<String> = []
      for value in values {
        if !seen.insert(value).inserted {
          add(
            path + ["values"], "the value `\(value)` is listed twice",
            about: BlueprintError.Subject(.value, value))
        }
        if !Attribute.isPrintable(value) {
          add(
            path + ["values"],
            "a value must have 1 to \(Attribute.textLimit) characters and no control characters")
        }
      }
    }
    let tests = definition.audienceTests.count
    if tests > BlueprintIndex.limit {
      add(
        ["features"],
        """
        conditions test country, language, app version, device, age range, regulatory features, consent, \
        attributes and the copy of the app in \(tests) different ways; expected at most \(BlueprintIndex.limit)
        """)
    }
  }

  /// Checks that a condition's attributes exist and can be what it requires.
  mutating func check(_ audience: Audience, at path: [String]) {
    for code in audience.countries.sorted() where !Country.codes.contains(code) {
      add(
        path + ["country"], "there is no country `\(code)`; expected a code such as `DE`",
        about: BlueprintError.Subject(.value, code), nearest: Country.code(code))
    }
    for code in audience.languages.sorted()
    where DeviceProperty.language.normalized(code) != code {
      add(
        path + ["language"], "`\(code)` is not a language; expected a code such as `de`",
        about: BlueprintError.Subject(.value, code),
        nearest: DeviceProperty.language.normalized(code))
    }
    if let least = audience.appVersion?.atLeast, let end = audience.appVersion?.lessThan,
      end <= least
    {
      add(path + ["appVersion"], "no version is at least \(least) and less than \(end)")
    }
    if let test = audience.ageRange {
      for (key, age) in [("atLeast", test.atLeast), ("lessThan", test.lessThan)] {
        guard let age, !(1...AgeRange.years.upperBound).contains(age) else { continue }
        add(
          path + ["ageRange", key],
          "\(age) is not an age; expected 1 to \(AgeRange.years.upperBound)")
      }
      if let least = test.atLeast, let end = test.lessThan, end <= least {
        add(path + ["ageRange"], "no age is at least \(least) and less than \(end)")
      }
    }
    if case .beforeVersion(let ends)? = audience.boughtApp, ends.isEmpty {
      add(path + ["boughtApp"], "no platform has a version; expected a platform such as `iOS`")
    }
    let names = definition.attributes.map(\.id.rawValue)
    for test in audience.attributes {
      guard let attribute = definition.attributes.first(where: { $0.id == test.attribute }) else {
        require(test.attribute, in: names, .attribute, at: path + ["attribute"])
        continue
      }
      check(test, of: attribute, at: path + ["attribute"])
    }
  }

  private mutating func check(_ test: AttributeTest, of attribute: Attribute, at path: [String]) {
    let subject = BlueprintError.Subject(.attribute, attribute.id.rawValue)
    switch attribute.kind {
    case .number:
      if let least = test.atLeast, let end = test.lessThan, end <= least {
        add(path, "no number is at least \(least) and less than \(end)", about: subject)
      }
      if !test.values.isEmpty {
        add(
          path,
          "`is` cannot compare the number `\(attribute.id)`; expected `atLeast`, `lessThan` or both",
          about: subject)
      }
    case .text, .boolean:
      if test.atLeast != nil || test.lessThan != nil {
        let kind = attribute.kind == .boolean ? "Boolean" : "text"
        add(
          path,
          "`atLeast` and `lessThan` cannot compare the \(kind) `\(attribute.id)`; expected `is`",
          about: subject)
      }
      for value in test.values {
        guard let requirement = attribute.requirement(against: value) else { continue }
        var nearest: String?
        if case .text(let values) = attribute.kind, let text = value.string {
          nearest = nearestName(to: text, in: values)
        }
        add(
          path, "`\(attribute.id)` is never `\(value)`: it \(requirement)",
          about: BlueprintError.Subject(.value, value.description), nearest: nearest)
      }
    }
  }

  /// Checks that the app may set a question's attribute, and that the attribute can have each answer's value.
  mutating func check(_ question: Paywall.Page.Question, at path: [String]) {
    let counts = Paywall.Flow.answerCounts
    if !counts.contains(question.answers.count) {
      add(
        path + ["answers"],
        "the number of answers is \(question.answers.count); expected \(counts.lowerBound) to "
          + "\(counts.upperBound)")
    }
    let settable = definition.attributes.filter { $0.setBy == .app }
    let attribute = definition.attributes.first { $0.id == question.attribute }
    if let attribute, attribute.setBy != .app {
      add(
        path + ["attribute"],
        "an answer cannot set `\(attribute.id)`, which only the backend sets; expected an attribute "
          + "with `setBy: app`", about: BlueprintError.Subject(.attribute, attribute.id.rawValue))
    } else if attribute == nil {
      require(
        question.attribute, in: settable.map(\.id.rawValue), .attribute, at: path + ["attribute"])
    }
    var seen: Set<Attribute.Value> = []
    for (position, answer) in question.answers.enumerated() {
      let path = path + ["answers", "\(position)"]
      if !seen.insert(answer.value).inserted {
        add(
          path + ["value"], "two answers set `\(question.attribute)` to `\(answer.value)`",
          about: BlueprintError.Subject(.value, answer.value.description))
      }
      guard let attribute, let requirement = attribute.requirement(against: answer.value) else {
        continue
      }
      var nearest: String?
      if case .text(let values) = attribute.kind, let text = answer.value.string {
        nearest = nearestName(to: text, in: values)
      }
      add(
        path + ["value"], "`\(attribute.id)` cannot be `\(answer.value)`: it \(requirement)",
        about: BlueprintError.Subject(.value, answer.value.description), nearest: nearest)
    }
  }
}
