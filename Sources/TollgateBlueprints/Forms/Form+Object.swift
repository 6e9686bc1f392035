import Tollgate

/// A key of a map, the form of its value, and whether it is optional.
package struct Key<Value>: Sendable {
  let name: String
  let isRequired: Bool
  /// Whether the map means something else without the key, so that a misspelling of it discards the map.
  var isDecisive = false
  let expected: String
  let schema: Schema
  /// Reads the key's value from the map; nil if a mistake was recorded.
  let read: @Sendable (YAMLNode, Reader) -> Value?

  package static func required(
    _ name: String, _ form: Form<Value>, _ about: String = ""
  ) -> Key {
    Key(
      name: name, isRequired: true, expected: form.expected, schema: form.schema.about(about)
    ) { node, reader in
      // A missing key is recorded by the map, once for all of its keys.
      node[name].flatMap { form.read($0, reader) }
    }
  }

  /// Returns a required key without which the rest is still worth reading.
  ///
  /// If it is missing or has a mistake, its value is nil, and the mistakes of the other keys are found all the same.
  static func needed<Wrapped>(
    _ name: String, _ form: Form<Wrapped>, _ about: String
  ) -> Key where Value == Wrapped? {
    Key(
      name: name, isRequired: true, expected: form.expected, schema: form.schema.about(about)
    ) { node, reader in
      .some(node[name].flatMap { form.read($0, reader) })
    }
  }

  package static func optional<Wrapped>(
    _ name: String, _ form: Form<Wrapped>, _ about: String = ""
  ) -> Key where Value == Wrapped? {
    Key(
      name: name, isRequired: false, expected: form.expected, schema: form.schema.about(about)
    ) { node, reader in
      .some(node[name].flatMap { form.read($0, reader) })
    }
  }

  /// An optional key with a default value.
  package static func defaulted(
    _ name: String, _ form: Form<Value>, to value: Value, _ about: String = ""
  ) -> Key where Value: Sendable {
    Key(
      name: name, isRequired: false, expected: form.expected, schema: form.schema.about(about)
    ) { node, reader in
      node[name].flatMap { form.read($0, reader) } ?? value
    }
  }
}

extension Key {
  /// Returns an optional key; a mistake in it discards the whole map, since without the key the map means something
  /// else.
  static func decisive(
    _ name: String, _ form: Form<Value>, to value: Value, _ about: String
  ) -> Key where Value: Sendable {
    Key(
      name: name, isRequired: false, isDecisive: true, expected: form.expected,
      schema: form.schema.about(about)
    ) { map, reader in
      guard let node = map[name] else {
        return reader.isMisspelled(name, in: map) ? nil : value
      }
      let known = reader.errorCount
      let value = form.read(node, reader)
      return reader.errorCount == known ? value : nil
    }
  }
}

extension Form {
  /// A map with known keys; every mistake in any of them is recorded in one reading.
  ///
  /// - Parameters:
  ///   - example: A value of this form, for a message about one that is not a map.
  ///   - needs: Keys that require others.
  ///   - others: The keys of similar maps, which mistakes offer as well.
  ///   - synonyms: Words for keys that authors may know from elsewhere.
  ///   - hints: What to write in place of words that no key stands for alone.
  package static func object<each Part>(
    _ what: String, example: String? = nil, atLeast: Int = 0,
    needs: KeyValuePairs<String, [String]> = [:], others: [String] = [],
    synonyms: [String: String] = [:], hints: [String: String] = [:], _ keys: repeat Key<each Part>,
    make: @escaping @Sendable ((repeat each Part)) -> Value
  ) -> Form {
    var shapes: [KeyShape] = []
    for key in repeat each keys {
      shapes.append(
        KeyShape(
          name: key.name, isRequired: key.isRequired, isDecisive: key.isDecisive,
          expected: key.expected, schema: key.schema))
    }
    let expected = example.map { "\(what) such as \($0)" } ?? what
    let shape = ObjectShape(
      what: what, expected: expected, keys: shapes, atLeast: atLeast,
      needs: needs.map { ($0, $1) }, others: others, synonyms: synonyms, hints: hints)
    let keys = (repeat each keys)
    return Form(expected, shape.schema) { node, reader in
      guard shape.check(node, reader) else { return nil }
      let parts = (repeat (each keys).read(node, reader))
      do {
        return make((repeat try present(each parts)))
      } catch {
        return nil
      }
    }
  }
}

extension Form {
  /// Returns the same form, which answers words that no key stands for with what to write in place of the map.
  ///
  /// Unlike the hints of a map, these apply before its other keys are read: what they say replaces all of it.
  func answering(_ what: String, _ hints: [String: String]) -> Form {
    Form(expected, schema) { node, reader in
      guard let entry = node.entries?.first(where: { hints[$0.key] != nil }) else {
        return read(node, reader)
      }
      reader.report(
        .error, at: entry.position, entry.value.path, "\(what) has no key `\(entry.key)`",
        expected: hints[entry.key])
      return nil
    }
  }
}

extension Form {
  /// Returns the same form, which answers single values that are not of this form with what to write in their place.
  package func answering(words hints: [String: String]) -> Form {
    answering { hints[$0] }
  }

  /// Returns the same form, which answers some single values with what to write in their place.
  package func answering(_ answer: @escaping @Sendable (String) -> String?) -> Form {
    Form(expected, schema) { node, reader in
      guard case .scalar(let text, _) = node.content, let hint = answer(text) else {
        return read(node, reader)
      }
      reader.unexpected(node, expected: hint)
      return nil
    }
  }
}

extension Form {
  /// A map with one required key.
  ///
  /// - Parameter hints: What to write in place of words that the key does not stand for.
  package static func object(
    _ what: String, hints: [String: String] = [:], key: Key<Value>
  ) -> Form {
    let shape = ObjectShape(
      what: what, expected: what,
      keys: [
        KeyShape(
          name: key.name, isRequired: key.isRequired, expected: key.expected, schema: key.schema)
      ], atLeast: 0, needs: [], hints: hints)
    return Form(what, shape.schema) { node, reader in
      shape.check(node, reader) ? key.read(node, reader) : nil
    }
  }
}

/// A part of a map could not be read; the mistake is recorded already.
private struct Absent: Error {}

/// Returns a part, or throws if it could not be read.
private func present<Part>(_ part: Part?) throws(Absent) -> Part {
  guard let part else { throw Absent() }
  return part
}

struct KeyShape: Sendable {
  let name: String
  let isRequired: Bool
  var isDecisive = false
  let expected: String
  let schema: Schema
}

/// The keys of a map, without their values' types.
struct ObjectShape: Sendable {
  let what: String
  /// What a message about a value that is not a map expects.
  let expected: String
  let keys: [KeyShape]
  let atLeast: Int
  /// Keys that require others.
  let needs: [(String, [String])]
  /// Keys of similar maps, which mistakes offer as well.
  var others: [String] = []
  /// Keys that are meant by words which are not near them.
  var synonyms: [String: String] = [:]
  /// What to write in place of words that no key stands for alone.
  var hints: [String: String] = [:]
  /// Whether an unknown key is answered with all keys even if the nearest is known.
  var listsKeys = true

  /// The schema of the map, which accepts no other keys.
  var schema: Schema {
    let properties = keys.map { JSON.Member($0.name, $0.schema.json) }
    let required = keys.filter(\.isRequired).map { JSON.string($0.name) }
    var members = [
      JSON.Member("type", .string("object")), JSON.Member("properties", .object(properties)),
      JSON.Member("additionalProperties", .flag(false)),
    ]
    if !required.isEmpty { members.append(JSON.Member("required", .list(required))) }
    if atLeast > 0 { members.append(JSON.Member("minProperties", .integer(atLeast))) }
    if !needs.isEmpty {
      let pairs = needs.map { JSON.Member($0.0, .list($0.1.map(JSON.string))) }
      members.append(JSON.Member("dependentRequired", .object(pairs)))
    }
    return Schema(members, definitions: Schema.definitions(of: keys.map(\.schema)))
  }

  /// Records unknown and missing keys; false if the node is not a map.
  func check(_ node: YAMLNode, _ reader: Reader) -> Bool {
    guard case .map(let entries) = node.content else {
      reader.unexpected(node, expected: expected)
      return false
    }
    let names = keys.map(\.name)
    let offered = (names + others).map { "`\($0)`" }.joined(separator: ", ")
    let missing = keys.filter { $0.isRequired && node[$0.name] == nil }
    // A map without any of these keys is something else, which is one mistake.
    let isForeign = entries.allSatisfy { entry in
      !names.contains(entry.key) && nearestKey(to: entry.key) == nil
    }
    if isForeign, !missing.isEmpty, let entry = entries.first {
      reader.report(
        .error, at: entry.position, entry.value.path, "\(what) \(has) no key `\(entry.key)`",
        expected: hints[entry.key] ?? "one of \(offered)")
      return false
    }
    let cut = cutTexts(in: entries)
    let unknown = entries.filter { !names.contains($0.key) && !cut.rest.contains($0.key) }
    var meant: Set<String> = []
    for entry in unknown {
      let hint = hints[entry.key] ?? cut.hints[entry.key]
      let nearest =
        hint == nil
        ? nearestName(to: entry.key, in: missing.map(\.name)) ?? nearestKey(to: entry.key) : nil
      // An unknown key that is near none could be any of the decisive ones.
      let possible =
        nearest.map { [$0] }
        ?? keys.filter { $0.isDecisive && node[$0.name] == nil }.map(\.name)
      for name in possible {
        reader.misspelled.insert((node.path + [name]).joined(separator: "."))
      }
      var message = "\(what) \(has) no key `\(entry.key)`"
      if let nearest {
        meant.insert(nearest)
      } else if unknown.count == 1, missing.count == 1, cut.hints.isEmpty {
        // It probably stands for the missing key, which is then the same mistake.
        message += " and \(lacks) `\(missing[0].name)`"
        meant.insert(missing[0].name)
      }
      reader.report(
        .error, at: entry.position, entry.value.path, message,
        expected: hint ?? (listsKeys || nearest == nil ? "one of \(offered)" : nil),
        nearest: nearest)
    }
    for key in missing where !meant.contains(key.name) {
      reader.error(at: node, "\(what) \(lacks) `\(key.name)`", expected: key.expected)
    }
    for (name, others) in needs where node[name] != nil {
      for other in others where node[other] == nil && !meant.contains(other) {
        reader.error(at: node, "\(what) with `\(name)` \(lacks) `\(other)`")
      }
    }
    if entries.count < atLeast {
      reader.error(
        at: node, "\(what) \(isPlural ? "are" : "is") empty", expected: "one of \(offered)")
      return false
    }
    return true
  }

  /// Finds texts that a comma cuts in two, as in `{ title: Hello, world }`, where `world` becomes a key without a value.
  ///
  /// - Returns: What to write, by the first of the keys that a text was cut into, and the other ones.
  private func cutTexts(
    in entries: [YAMLNode.Entry]
  ) -> (hints: [String: String], rest: Set<String>) {
    var hints: [String: String] = [:]
    var rest: Set<String> = []
    for (place, entry) in entries.enumerated() {
      guard case .scalar(let text, .text) = entry.value.content else { continue }
      let cut = entries.dropFirst(place + 1).prefix { next in
        guard case .scalar("", .empty) = next.value.content else { return false }
        return next.position.line == entry.position.line
          && !keys.contains { $0.name == next.key }
      }.map(\.key)
      guard let first = cut.first else { continue }
      let whole = ([text] + cut).joined(separator: ", ")
      hints[first] = "quotes around a text with a comma, as in `\(entry.key): \"\(whole)\"`"
      rest.formUnion(cut.dropFirst())
    }
    return (hints, rest)
  }

  private var has: String { isPlural ? "have" : "has" }
  private var lacks: String { isPlural ? "lack" : "lacks" }

  /// Whether messages call it by a plural, such as `rules of purchases`.
  private var isPlural: Bool {
    if ["a ", "an ", "`"].contains(where: { what.hasPrefix($0) }) { return false }
    let noun = what.split(separator: " ").prefix { $0 != "of" && $0 != "by" }
    return noun.last?.hasSuffix("s") ?? false
  }

  /// The key that an unknown one stands for; nil if none is likely.
  private func nearestKey(to unknown: String) -> String? {
    synonyms[unknown] ?? nearestName(to: unknown, in: keys.map(\.name))
  }
}

extension Schema {
  /// The schema with a description added.
  func about(_ description: String) -> Schema {
    guard case .object(let members) = json, !description.isEmpty else { return self }
    return Schema(
      [JSON.Member("description", .string(description))] + members, definitions: definitions)
  }
}
