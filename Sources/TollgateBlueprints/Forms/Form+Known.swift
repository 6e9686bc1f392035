package import Tollgate

/// A value with the position of its key, for mistakes that are found after the file was read.
package struct Located<Value> {
  /// The position of the value's own key; nil where the map around it has the key.
  package let position: YAMLNode.Position?
  package let value: Value

  package init(position: YAMLNode.Position? = nil, value: Value) {
    self.position = position
    self.value = value
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

extension Array {
  /// The values of a map's keys as one list; those without a key of their own take the map's.
  package func flattened<Value>() -> [Located<Value>] where Element == Located<[Located<Value>]> {
    flatMap { outer in
      outer.value.map { Located(position: $0.position ?? outer.position, value: $0.value) }
    }
  }
}

extension Form where Value == String {
  /// A scalar of any kind, as text.
  package static func scalar(_ expected: String = "a text") -> Form {
    let kinds = ["string", "number", "boolean"].map(JSON.string)
    return Form(expected, Schema([JSON.Member("type", .list(kinds))])) { node, reader in
      guard case .scalar(let text, _) = node.content, !text.isEmpty else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      return text
    }
  }

  /// One of the names that exist.
  package static func known(_ what: String, in names: [String]) -> Form {
    let schema = Schema([JSON.Member("enum", .list(names.map(JSON.string)))])
    let article = what.first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
    let expected = "the name of \(article) \(what)"
    return Form(expected, schema) { node, reader in
      guard case .scalar(let text, _) = node.content else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      if names.contains(text) { return text }
      reader.error(
        at: node, "there is no \(what) `\(text)`", expected: oneOf(names),
        nearest: reader.nearest(to: text, in: names))
      return nil
    }
  }
}

extension Form where Value == Period {
  /// An ISO 8601 period of one unit.
  package static var period: Form {
    Form<String>.pattern(
      "a period such as `P3D`, `P1W`, `P1M` or `PT12H`",
      "^P(0*[1-9][0-9]{0,5}[DWMY]|T0*[1-9][0-9]{0,5}[HM])$",
      meaning: { (Period(words: $0) ?? Period(rhythm: $0))?.description }
    ) { Period($0) != nil && $0.utf8.count <= 9 }
    .map { text, node, reader in Period(text) }
  }
}

extension Form {
  /// Returns the same form, which answers words for time without an end with leaving its key out.
  func endlessWithout(_ key: String) -> Form {
    let words = ["never", "forever", "always", "lifetime", "unlimited", "none"]
    return answering(
      words: Dictionary(
        uniqueKeysWithValues: words.map { ($0, "nothing: without `\(key)` it never ends") }))
  }
}

extension Form where Value == Instant {
  /// A date and time in ISO 8601.
  package static var instant: Form {
    Form<String>.pattern(
      "a date and time such as `2026-03-02T09:00:00Z`", "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
    ) { Instant($0) != nil }
    .map { text, _, _ in Instant(text) }
  }
}

extension Form where Value == ProfileValue {
  /// The form of a value of a profile's row or an attribute; a number with a fraction is not accepted.
  package static var profileValue: Form {
    let expected = "text, a whole number, `true` or `false`"
    let kinds = ["string", "integer", "boolean"].map(JSON.string)
    return Form(expected, Schema([JSON.Member("type", .list(kinds))])) { node, reader in
      switch node.content {
      case .scalar(let text, .text): return .string(text)
      case .scalar(let text, .flag): return .boolean(text.lowercased() == "true")
      case .scalar(let text, .integer):
        if let number = Int(text) { return .integer(number) }
      case .scalar(_, .number), .scalar(_, .empty), .list, .map: break
      }
      reader.unexpected(node, expected: expected)
      return nil
    }
  }
}

extension Form {
  /// One of the things that exist.
  package static func known<Kind>(
    _ what: String, in names: [Identifier<Kind>]
  ) -> Form where Value == Identifier<Kind> {
    Form<String>.known(what, in: names.map(\.rawValue)).map { Identifier($0) }
  }

  package static func orNone<Wrapped>(_ form: Form<Wrapped>) -> Form where Value == Wrapped? {
    or(form, "none")
  }

  /// A form, or a word that stands for nil.
  package static func or<Wrapped>(_ form: Form<Wrapped>, _ word: String) -> Form
  where Value == Wrapped? {
    let other = Schema([JSON.Member("const", .string(word))])
    return Form("\(form.expected), or `\(word)`", Schema(anyOf: [form.schema, other])) {
      node, reader in
      if case .scalar(word, .text) = node.content { return .some(nil) }
      return form.read(node, reader).map { .some($0) }
    }
  }

  /// One form for whole numbers, and another for everything else.
  package static func whole(_ number: Form, else other: Form) -> Form {
    Form("\(number.expected), or \(other.expected)", Schema(anyOf: [number.schema, other.schema])) {
      node, reader in
      if case .scalar(_, .integer) = node.content { return number.read(node, reader) }
      return other.read(node, reader)
    }
  }

  /// A map of keys whose values become values of one type, in the order of the file.
  package static func keyed<Item>(
    _ what: String, _ forms: [(key: String, form: Form<Item>)]
  ) -> Form where Value == [Located<Item>] {
    let shape = ObjectShape(
      what: what, expected: what,
      keys: forms.map {
        KeyShape(
          name: $0.key, isRequired: false, expected: $0.form.expected, schema: $0.form.schema)
      }, atLeast: 0, needs: [], listsKeys: false)
    let forms = Dictionary(uniqueKeysWithValues: forms.map { ($0.key, $0.form) })
    return Form(what, shape.schema) { node, reader in
      guard shape.check(node, reader), case .map(let entries) = node.content else { return nil }
      return entries.compactMap { entry in
        forms[entry.key]?.read(entry.value, reader).map {
          Located(position: entry.position, value: $0)
        }
      }
    }
  }

  /// A map from the names of things that exist to values.
  package static func each<Kind, Wrapped, Item>(
    _ what: String, in names: [Identifier<Kind>], _ form: Form<Wrapped>,
    _ make: @escaping @Sendable (Identifier<Kind>, Wrapped) -> Item
  ) -> Form where Value == [Located<Item>] {
    let expected = "a map from \(what) names to \(form.expected)"
    let keys = names.map { JSON.Member($0.rawValue, form.schema.json) }
    let schema = Schema(
      [
        JSON.Member("type", .string("object")), JSON.Member("properties", .object(keys)),
        JSON.Member("additionalProperties", .flag(false)),
      ], definitions: form.schema.definitions)
    return Form(expected, schema) { node, reader in
      guard case .map(let entries) = node.content else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      return entries.compactMap { entry in
        let name = Identifier<Kind>(entry.key)
        guard names.contains(name) else {
          let names = names.map(\.rawValue)
          reader.report(
            .error, at: entry.position, entry.value.path, "there is no \(what) `\(name)`",
            expected: oneOf(names), nearest: reader.nearest(to: entry.key, in: names))
          return nil
        }
        return form.read(entry.value, reader).map {
          Located(position: entry.position, value: make(name, $0))
        }
      }
    }
  }
}

/// What was expected where one of several names stands; nil if there isn't one.
private func oneOf(_ names: [String]) -> String? {
  switch names.count {
  case 0: nil
  case 1: "`\(names[0])`"
  default: "one of \(names.map { "`\($0)`" }.joined(separator: ", "))"
  }
}
