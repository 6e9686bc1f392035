extension YAMLLayout {
  /// Sorts the keys of each map in the order of a schema; names, items and unknown keys keep theirs.
  ///
  /// Of several schemas, the one that has the most of the keys decides.
  func sort(by schemas: Schema...) {
    KeyOrder(definitions: Schema.definitions(of: schemas)).sort(root, by: schemas.map(\.json))
  }
}

/// The order of keys in a JSON Schema, which is that of the documentation.
///
/// A schema may allow several kinds of map in one place; the one that has the most of the keys decides. If none has
/// any, the keys are names that the author chose, and keep their order, which may be that of a list on a paywall.
private struct KeyOrder {
  /// The targets of references, by name.
  let definitions: [String: JSON]

  /// Sorts a container and everything below it, by the schemas that may apply.
  func sort(_ container: YAMLLayout.Container, by schemas: [JSON]) {
    let choices = schemas.flatMap(choices)
    guard !container.isList else {
      for entry in container.entries {
        sort(entry, by: choices.compactMap { $0["items"] })
      }
      return
    }
    let names = container.entries.compactMap { $0.key?.text }
    let known = choices.compactMap { choice in choice["properties"]?.members }
    let best = known.max { left, right in
      names.count { left[$0] != nil } < names.count { right[$0] != nil }
    }
    guard let best, names.contains(where: { best[$0] != nil }) else {
      for entry in container.entries {
        sort(entry, by: choices.compactMap { $0["additionalProperties"] })
      }
      return
    }
    let order = Dictionary(uniqueKeysWithValues: best.enumerated().map { ($1.name, $0) })
    container.entries = container.entries.enumerated().sorted { left, right in
      let first = order[left.element.key?.text ?? ""] ?? best.count
      let second = order[right.element.key?.text ?? ""] ?? best.count
      return (first, left.offset) < (second, right.offset)
    }.map(\.element)
    for entry in container.entries {
      sort(entry, by: known.compactMap { $0[entry.key?.text ?? ""] })
    }
  }

  /// Sorts what is below an entry; nothing for a scalar.
  private func sort(_ entry: YAMLLayout.Entry, by schemas: [JSON]) {
    if case .container(let inner) = entry.value { sort(inner, by: schemas) }
  }

  /// The schemas that a schema is one of, with references followed.
  private func choices(of schema: JSON) -> [JSON] {
    if case .string(let reference)? = schema["$ref"],
      let name = reference.split(separator: "/").last, let definition = definitions[String(name)]
    {
      return choices(of: definition)
    }
    if case .list(let several)? = schema["anyOf"] { return several.flatMap(choices) }
    return [schema]
  }
}

extension JSON {
  /// The value of an object's member; nil if there isn't one.
  fileprivate subscript(name: String) -> JSON? { members?[name] }

  /// An object's members; nil for everything else.
  fileprivate var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}

extension [JSON.Member] {
  /// The value of the member with a name.
  fileprivate subscript(name: String) -> JSON? { first { $0.name == name }?.value }
}
