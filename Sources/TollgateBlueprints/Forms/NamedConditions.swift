import Tollgate

/// Named conditions, written out wherever their names are used.
///
/// They exist only in the file: forms, the engine and clients see the conditions themselves. A written-out condition
/// keeps its position, so that a mistake in it is reported where it was written.
///
/// | in the file | what is read |
/// |---|---|
/// | `{ is: student }` | `{ attribute: … }` |
/// | `{ is: student, phase: free }` | `{ phase: free, attribute: … }` |
/// | `{ is: student, attribute: … }` | `{ attribute: …, any: [{ attribute: … }] }` |
struct NamedConditions {
  /// A condition with the names in it written out.
  private struct Meaning {
    let entries: [YAMLNode.Entry]
    /// How many names lead to the deepest part of it.
    let levels: Int
    /// How many values it has.
    let size: Int
  }

  /// The maximum number of values that are written out in all; each name could double the size of the one before it.
  private static let sizeLimit = 20_000

  /// The conditions as they are written.
  private let written: [String: YAMLNode]
  private let reader: Reader
  /// The conditions that were written out; nil for one that cannot be.
  private var known: [String: Meaning?] = [:]
  /// The names that are being written out, the outermost first.
  private var open: [String] = []
  private var used: Set<String> = []
  /// How often a condition kept its names, because one of them could not be written out.
  private var kept = 0
  /// The most levels of the names in the condition that is being written out.
  private var deepest = 0
  private var size = 0
  /// Whether ``sizeLimit`` was exceeded, which is reported once.
  private var isFull = false

  private init(_ entries: [YAMLNode.Entry], reader: Reader) {
    written = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
    self.reader = reader
  }

  /// Returns the tree of a blueprint in which conditions stand in place of their names, and notes the names.
  ///
  /// A name without a condition is recorded as a mistake and left in place.
  static func writtenOut(in root: YAMLNode, _ reader: Reader) -> YAMLNode {
    guard let entries = root.entries else { return root }
    let named = root["conditions"]?.entries ?? []
    var conditions = NamedConditions(named, reader: reader)
    reader.blueprint.conditions = named.map(\.key)
    let read = entries.map { entry in
      // A text may be named `when`, and `is` is Icelandic.
      entry.key == "texts" ? entry : conditions.writtenOut(entry)
    }
    reader.blueprint.unusedConditions = named.map(\.key).filter { !conditions.used.contains($0) }
    return YAMLNode(content: .map(read), position: root.position, path: root.path)
  }

  /// Returns a section of the blueprint.
  private mutating func writtenOut(_ section: YAMLNode.Entry) -> YAMLNode.Entry {
    guard section.key == "conditions", let entries = section.value.entries else {
      return section.with(writtenOut(section.value, isCondition: false))
    }
    let conditions = entries.map { entry in
      let content = meaning(of: entry.key).map { YAMLNode.Content.map($0.entries) }
      return entry.with(
        YAMLNode(
          content: content ?? entry.value.content, position: entry.value.position,
          path: entry.value.path))
    }
    return section.with(
      YAMLNode(
        content: .map(conditions), position: section.value.position, path: section.value.path))
  }

  private mutating func writtenOut(_ node: YAMLNode, isCondition: Bool) -> YAMLNode {
    let content: YAMLNode.Content
    switch node.content {
    case .scalar: return node
    case .list(let items): content = .list(items.map { writtenOut($0, isCondition: isCondition) })
    case .map(let entries):
      let inner = entries.map { entry in
        let holdsConditions =
          entry.key == "when" || isCondition && (entry.key == "any" || entry.key == "not")
        return entry.with(writtenOut(entry.value, isCondition: holdsConditions))
      }
      content = .map(isCondition ? withoutNames(inner, at: node.path) : inner)
    }
    return YAMLNode(content: content, position: node.position, path: node.path)
  }

  /// Returns the keys of a condition with what its names stand for; unchanged if one of them cannot be written out.
  private mutating func withoutNames(
    _ entries: [YAMLNode.Entry], at path: [String]
  ) -> [YAMLNode.Entry] {
    guard let own = entries.first(where: { $0.key == "is" }), let names = own.value.scalars else {
      return entries
    }
    reader.warnOfRepetition(in: names)
    var condition = entries.filter { $0.key != "is" }
    for name in names {
      guard let part = meaning(of: name) else {
        // Whatever contains the condition has a mistake, wherever that is.
        reader.misspelled.insert((path + ["is"]).joined(separator: "."))
        kept += 1
        return entries
      }
      condition = Self.both(condition, part.entries, at: own.position)
    }
    if names.count > 1, entries.count == 1 {
      reader.blueprint.namesAtOnce[path.joined(separator: ".")] = names.compactMap { name in
        if case .scalar(let text, _) = name.content { text } else { nil }
      }
    }
    return condition.map { $0.with($0.value.moved(to: path + [$0.key])) }
  }

  /// Returns a condition that requires two others: the keys of both, or a key that requires the second as a whole.
  private static func both(
    _ first: [YAMLNode.Entry], _ second: [YAMLNode.Entry], at position: YAMLNode.Position
  ) -> [YAMLNode.Entry] {
    let keys = Set(first.map(\.key))
    if keys.isDisjoint(with: second.map(\.key)) { return first + second }
    func node(_ content: YAMLNode.Content) -> YAMLNode {
      YAMLNode(content: content, position: position, path: [])
    }
    func entry(_ key: String, _ value: YAMLNode) -> YAMLNode.Entry {
      YAMLNode.Entry(key: key, position: position, value: value)
    }
    if !keys.contains("any") { return first + [entry("any", node(.list([node(.map(second))])))] }
    let inner = node(.map([entry("not", node(.map(second)))]))
    guard let index = first.firstIndex(where: { $0.key == "not" }) else {
      return first + [entry("not", inner)]
    }
    var all = first
    let others: [YAMLNode] =
      if case .list(let items) = first[index].value.content { items } else { [first[index].value] }
    all[index] = entry("not", node(.list(others + [inner])))
    return all
  }

  /// Returns what a name stands for; nil if a mistake was recorded, by this or by the form of `conditions`.
  private mutating func meaning(of name: YAMLNode) -> Meaning? {
    guard case .scalar(let text, _) = name.content else { return nil }
    guard written[text] != nil else {
      reader.error(
        at: name, "there is no condition `\(text)`",
        expected: written.isEmpty ? "the name of a condition under `conditions`" : nil,
        nearest: reader.nearest(to: text, in: written.keys.sorted()))
      return nil
    }
    used.insert(text)
    if open.contains(text) {
      reader.error(at: name, "the condition `\(text)` depends on itself")
      return nil
    }
    guard open.count < Condition.levelLimit else { return tooDeep(name) }
    guard let meaning = meaning(of: text) else { return nil }
    guard open.count + meaning.levels <= Condition.levelLimit else { return tooDeep(name) }
    guard size + meaning.size <= Self.sizeLimit else {
      if !isFull {
        reader.error(
          at: name, "written out, the named conditions have more than \(Self.sizeLimit) values")
      }
      isFull = true
      return nil
    }
    size += meaning.size
    deepest = max(deepest, meaning.levels)
    return meaning
  }

  private func tooDeep(_ name: YAMLNode) -> Meaning? {
    reader.error(
      at: name, "more than \(Condition.levelLimit) conditions refer to one another in a row")
    return nil
  }

  /// Returns a named condition; nil if it is empty, not a map, or refers to one that cannot be written out.
  private mutating func meaning(of name: String) -> Meaning? {
    if let found = known[name] { return found }
    guard let node = written[name], let entries = node.entries, !entries.isEmpty else {
      return nil
    }
    let (before, outer) = (kept, deepest)
    deepest = 0
    open.append(name)
    let read = writtenOut(node, isCondition: true)
    open.removeLast()
    let meaning = Meaning(entries: read.entries ?? [], levels: 1 + deepest, size: read.size)
    deepest = outer
    known[name] = .some(kept == before ? meaning : nil)
    return known[name] ?? nil
  }
}

extension YAMLNode.Entry {
  fileprivate func with(_ value: YAMLNode) -> Self {
    Self(key: key, position: position, value: value)
  }
}

extension YAMLNode {
  /// A scalar, or the scalars of a list; nil for everything else, including an empty list.
  fileprivate var scalars: [YAMLNode]? {
    switch content {
    case .scalar: return [self]
    case .map: return nil
    case .list(let items):
      let isOfScalars = items.allSatisfy { if case .scalar = $0.content { true } else { false } }
      return isOfScalars && !items.isEmpty ? items : nil
    }
  }

  /// The number of values at and below this node.
  fileprivate var size: Int {
    switch content {
    case .scalar: 1
    case .list(let items): 1 + items.reduce(0) { $0 + $1.size }
    case .map(let entries): 1 + entries.reduce(0) { $0 + $1.value.size }
    }
  }
}
