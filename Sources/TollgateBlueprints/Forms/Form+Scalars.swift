import Tollgate

extension Form where Value == String {
  /// Returns the form of a line of text that is not empty.
  ///
  /// YAML reads `yes: 1` or `1.0` as other types; the message then says to put the value in quotes.
  static func line(_ expected: String = "a line of text") -> Form {
    Form(
      expected,
      Schema([JSON.Member("type", .string("string")), JSON.Member("minLength", .integer(1))])
    ) { node, reader in
      guard case .scalar(let text, .text) = node.content, !text.isEmpty else {
        let hint =
          if case .scalar(_, let kind) = node.content, kind != .empty, kind != .text {
            "\(expected); put it in quotes"
          } else { expected }
        reader.unexpected(node, expected: hint)
        return nil
      }
      return text
    }
  }

  /// A text that matches a pattern, which is given twice: as a regular expression for the schema and as a test.
  ///
  /// The message about a text that does not match says what is allowed, if that is given, and what was meant, if
  /// `meant` knows a text that matches.
  static func pattern(
    _ expected: String, _ pattern: String, allowing allowed: String? = nil,
    meaning meant: @escaping @Sendable (String) -> String? = { _ in nil },
    _ holds: @escaping @Sendable (String) -> Bool
  ) -> Form {
    Form(
      expected,
      Schema([JSON.Member("type", .string("string")), JSON.Member("pattern", .string(pattern))])
    ) { node, reader in
      guard case .scalar(let text, .text) = node.content else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      guard holds(text) else {
        let nearest = meant(text).flatMap { holds($0) ? $0 : nil }
        reader.unexpected(
          node, expected: allowed.map { "\(expected): \($0)" } ?? expected, nearest: nearest)
        return nil
      }
      return text
    }
  }

  /// A single word.
  package static func word(_ word: String, expected: String? = nil) -> Form {
    let expected = expected ?? "`\(word)`"
    return Form(expected, Schema([JSON.Member("const", .string(word))])) { node, reader in
      guard case .scalar(word, .text) = node.content else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      return word
    }
  }
}

extension Form where Value == Int {
  /// A whole number in a range.
  ///
  /// - Parameters:
  ///   - alternative: What to use for a number above the range, for the message about one.
  ///   - unit: What to write in place of a number with a unit, such as `2 GB` or `70%`.
  package static func whole(
    _ range: ClosedRange<Int>, tooLarge alternative: String? = nil,
    withUnit unit: String = "without a unit"
  ) -> Form {
    let expected =
      range.upperBound == .max
      ? "a whole number, at least \(range.lowerBound)"
      : "a whole number from \(range.lowerBound.grouped) to \(range.upperBound.grouped)"
    var members = [
      JSON.Member("type", .string("integer")), JSON.Member("minimum", .integer(range.lowerBound)),
    ]
    if range.upperBound != .max {
      members.append(JSON.Member("maximum", .integer(range.upperBound)))
    }
    return Form(expected, Schema(members)) { node, reader in
      guard case .scalar(let text, .integer) = node.content, let number = Int(text),
        range.contains(number)
      else {
        var expected = expected
        if let alternative, case .scalar(let text, .integer) = node.content, !text.hasPrefix("-"),
          Int(text).map({ $0 > range.upperBound }) ?? true
        {
          expected += ", or \(alternative)"
        }
        if case .scalar(let text, .text) = node.content,
          text.first.map({ $0.isASCII && $0.isNumber }) ?? false,
          text.contains(where: { $0.isLetter || $0 == "%" })
        {
          expected += ", \(unit)"
        }
        reader.unexpected(node, expected: expected)
        return nil
      }
      return number
    }
  }
}

extension Int {
  /// The digits with a comma between each three, for messages.
  fileprivate var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension Form where Value == Bool {
  /// `true` or `false`.
  package static var flag: Form {
    Form("`true` or `false`", Schema([JSON.Member("type", .string("boolean"))])) { node, reader in
      guard case .scalar(let text, .flag) = node.content else {
        reader.unexpected(node, expected: "`true` or `false`", nearest: yesOrNo(meantBy: node))
        return nil
      }
      return text.lowercased() == "true"
    }
  }

  /// The value that a word for yes or no stands for; nil for other words.
  private static func yesOrNo(meantBy node: YAMLNode) -> String? {
    guard case .scalar(let text, _) = node.content else { return nil }
    switch text.lowercased() {
    case "yes", "on": return "true"
    case "no", "off", "none", "never": return "false"
    default: return nil
    }
  }

  /// `true`; the opposite is to leave the key out.
  package static var onlyTrue: Form {
    Form("`true`", Schema([JSON.Member("const", .flag(true))])) { node, reader in
      guard case .scalar(let text, .flag) = node.content, text.lowercased() == "true" else {
        reader.unexpected(node, expected: "`true`")
        return nil
      }
      return true
    }
  }
}

extension Form where Value == Money {
  /// The form of an amount with its currency: `9.99 USD`.
  ///
  /// An amount with more decimals than its currency has is a mistake: `9.999 USD`, `9.5 JPY`.
  static var money: Form {
    Form<String>.pattern(
      "an amount and a currency such as `9.99 USD`", "^[0-9]{1,9}(\\.[0-9]{1,3})? [A-Z]{3}$"
    ) { Money(written: $0) != nil }
    .map { (text: String, node: YAMLNode, reader: Reader) -> Money? in
      guard let money = Money(written: text) else { return nil }
      guard money.isPayable else {
        let places = Money.decimals(of: money.currency)
        reader.error(
          at: node,
          "found `\(text)`, but \(money.currency) has \(places == 0 ? "no" : "\(places)") decimals",
          expected: "an amount such as `\(places == 0 ? "9" : "9.99") \(money.currency)`")
        return nil
      }
      return money
    }
  }
}

extension Form where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the names of an enumeration.
  package static func choice() -> Form { choice(Array(Value.allCases)) }
}

extension Form where Value: RawRepresentable & Sendable, Value.RawValue == String {
  /// One of the names of values.
  ///
  /// - Parameters:
  ///   - others: What is not a name and may stand in its place, for messages.
  ///   - synonyms: Words for values that authors may know from elsewhere.
  package static func choice(
    _ values: [Value], or others: [String] = [], synonyms: [String: Value] = [:]
  ) -> Form {
    let names = values.map(\.rawValue)
    let expected = "one of \((names + others).map { "`\($0)`" }.joined(separator: ", "))"
    return Form(expected, Schema([JSON.Member("enum", .list(names.map(JSON.string)))])) {
      node, reader in
      guard case .scalar(let text, .text) = node.content,
        let value = values.first(where: { $0.rawValue == text })
      else {
        let nearest =
          if case .scalar(let text, .text) = node.content {
            synonyms[text]?.rawValue ?? nearestName(to: text, in: names)
          } else { String?.none }
        reader.unexpected(node, expected: expected, nearest: nearest)
        return nil
      }
      return value
    }
  }
}

extension Form {
  /// Returns the form of the name of one thing of a kind; whether the thing exists is checked later.
  static func name<Kind>(_ what: String) -> Form where Value == Identifier<Kind> {
    Form<String>.pattern(
      "the name of \(what)", NameRule.names.pattern,
      allowing: "up to 100 letters, digits, `.`, `_` and `-`, the first a letter or digit",
      NameRule.names.isValid
    )
    .map { Identifier<Kind>($0) }
  }
}
