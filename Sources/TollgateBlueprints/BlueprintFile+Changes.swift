/// A value that two versions of a blueprint say differently.
package struct ValueChange: Hashable, Sendable {
  /// The keys that lead to it, without the positions in lists: `trial.lasts`.
  package let keys: String
  /// What it was and is; nil where it is not written, and for a list or a map.
  package let before: String?
  package let now: String?
}

extension BlueprintFile {
  /// The values of the file itself that an earlier version says differently, in the order of the keys.
  package func changes(since earlier: BlueprintFile) -> [ValueChange] {
    guard let before = earlier.sources.first?.root, let now = sources.first?.root else { return [] }
    return YAMLNode.changes(from: before, to: now, at: [])
  }
}

extension YAMLNode {
  fileprivate static func changes(
    from before: YAMLNode?, to now: YAMLNode?, at keys: [String]
  ) -> [ValueChange] {
    switch (before?.content, now?.content) {
    case (.map(let old)?, .map(let new)?):
      let added = new.map(\.key).filter { key in !old.contains { $0.key == key } }
      return (old.map(\.key) + added).flatMap {
        changes(from: before?[$0], to: now?[$0], at: keys + [$0])
      }
    case (.list(let old)?, .list(let new)?) where old.count == new.count:
      return zip(old, new).flatMap { changes(from: $0, to: $1, at: keys) }
    case (.scalar(let old, let oldKind)?, .scalar(let new, let newKind)?)
    where old == new && oldKind == newKind:
      return []
    default:
      return [
        ValueChange(
          keys: keys.joined(separator: "."), before: before?.scalarText, now: now?.scalarText)
      ]
    }
  }

  private var scalarText: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }
}
