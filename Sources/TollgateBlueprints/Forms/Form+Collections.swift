import Tollgate

extension Form {
  /// A list; items with mistakes are left out, and the positions of the others are kept.
  package static func list<Item>(
    of item: Form<Item>, atLeast: Int = 1, atMost: Int? = nil
  ) -> Form where Value == [Item] {
    let expected = "a list, each \(item.expected)"
    var members = [
      JSON.Member("type", .string("array")), JSON.Member("items", item.schema.json),
      JSON.Member("minItems", .integer(atLeast)),
    ]
    if let atMost { members.append(JSON.Member("maxItems", .integer(atMost))) }
    let schema = Schema(members, definitions: item.schema.definitions)
    return Form(expected, schema) { node, reader in
      guard case .list(let nodes) = node.content else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      if nodes.count < atLeast {
        if nodes.isEmpty {
          reader.error(at: node, "the list is empty", expected: item.expected)
        } else {
          reader.error(
            at: node, "the list has \(nodes.count)",
            expected: "at least \(atLeast), each \(item.expected)")
        }
        return nil
      }
      if let atMost, nodes.count > atMost {
        reader.error(
          at: node, "the list has \(nodes.count)",
          expected: "at most \(atMost), each \(item.expected)")
        return nil
      }
      let items = nodes.enumerated().compactMap { index, node in
        item.read(node, reader).map { (index, $0) }
      }
      reader.positions[node.path] = items.map(\.0)
      return items.map(\.1)
    }
  }

  /// Returns the form of a single value or a list of values: `premium`, or `[premium, charts]`.
  package static func oneOrMore<Item>(_ item: Form<Item>) -> Form where Value == [Item] {
    let list = Form<[Item]>.list(of: item)
    return Form(
      "\(item.expected), or a list of them", Schema(anyOf: [item.schema, list.schema])
    ) { node, reader in
      if case .list = node.content { return list.read(node, reader) }
      return item.read(node, reader).map { [$0] }
    }
  }

  /// Returns the same form with a warning for each scalar that a list has twice.
  ///
  /// A condition with one means the same without it, so that probably another value was meant.
  var withoutRepetition: Form {
    Form(expected, schema) { node, reader in
      if case .list(let nodes) = node.content { reader.warnOfRepetition(in: nodes) }
      return read(node, reader)
    }
  }

  /// Returns the form of a map from names to values, in the order of the file; entries with mistakes are left out.
  ///
  /// The names of entries that are left out in a section of the file are remembered, so that references to them are not
  /// reported as well.
  ///
  /// - Parameters:
  ///   - what: The kind of thing that is named, for messages.
  ///   - atLeast: The fewest entries.
  ///   - value: The form of each value; it makes the item from its name.
  static func entries<Kind, Item>(
    _ what: String, keys: NameRule = .names, atLeast: Int = 1,
    of value: Form<@Sendable (Identifier<Kind>) -> Item>
  ) -> Form where Value == [Item] {
    let expected = "a map from the name of \(what) to \(value.expected)"
    let schema = Schema(
      [
        JSON.Member("type", .string("object")),
        JSON.Member("propertyNames", .object([JSON.Member("pattern", .string(keys.pattern))])),
        JSON.Member("additionalProperties", value.schema.json),
        JSON.Member("minProperties", .integer(atLeast)),
      ], definitions: value.schema.definitions)
    return Form(expected, schema) { node, reader in
      guard case .map(let entries) = node.content, entries.count >= atLeast else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      return entries.compactMap { entry in
        if !keys.isValid(entry.key) {
          reader.report(
            .error, at: entry.position, entry.value.path, "found `\(entry.key)`",
            expected: keys.expected)
        }
        guard let make = value.read(entry.value, reader) else {
          if node.path.count == 1 { reader.broken.insert(entry.key) }
          return nil
        }
        return make(Identifier(entry.key))
      }
    }
  }

  /// A form for each kind of node.
  package static func either(
    _ expected: String, scalar: Form? = nil, list: Form? = nil, map: Form? = nil
  ) -> Form {
    let schemas = [scalar, list, map].compactMap { $0?.schema }
    return Form(expected, Schema(anyOf: schemas)) { node, reader in
      let form =
        switch node.content {
        case .scalar: scalar
        case .list: list
        case .map: map
        }
      guard let form else {
        reader.unexpected(node, expected: expected)
        return nil
      }
      return form.read(node, reader)
    }
  }

  /// Returns one form for maps that have a key, and another for everything else.
  ///
  /// Unlike `either`, it can tell two maps apart; a mistake is then reported by the form that was meant.
  ///
  /// - Parameters:
  ///   - isNear: Whether a key that nearly has this name decides too, since it is a misspelling of it.
  ///   - siblings: Keys of which such a map has one as well, or nearly: with `key` and none of them it is something else.
  static func with(
    key: String, orNear isNear: Bool = false, beside siblings: [String] = [], _ form: Form,
    else other: Form, _ expected: String
  ) -> Form {
    Form(expected, Schema(anyOf: [form.schema, other.schema])) { node, reader in
      func has(_ key: String, orNear isNear: Bool) -> Bool {
        node[key] != nil
          || isNear && node.entries?.contains { nearestName(to: $0.key, in: [key]) != nil } ?? false
      }
      let isMeant =
        has(key, orNear: isNear)
        && (siblings.isEmpty || siblings.contains { has($0, orNear: true) })
      return (isMeant ? form : other).read(node, reader)
    }
  }
}
