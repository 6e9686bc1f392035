extension BlueprintFile {
  /// The file and the line where something is written, by its path, such as `features.send-message`.
  ///
  /// - Parameter path: The keys that lead there, and positions in lists, from 0.
  /// - Returns: The place of the last key of the path that is written; nil if none is.
  package func place(of path: String) -> (file: String, line: Int)? {
    let keys = path.split(separator: ".")
    for source in sources {
      if let position = Self.position(of: keys[...], in: source.root) {
        return (source.name, position.line)
      }
    }
    return nil
  }

  /// A key may itself contain dots, so the longest that is there is taken.
  private static func position(
    of keys: ArraySlice<Substring>, in node: YAMLNode
  ) -> YAMLNode.Position? {
    switch node.content {
    case .scalar: return nil
    case .list(let values):
      guard let index = keys.first.flatMap({ Int($0) }), values.indices.contains(index) else {
        return nil
      }
      return position(of: keys.dropFirst(), in: values[index]) ?? values[index].position
    case .map(let entries):
      for count in stride(from: keys.count, to: 0, by: -1) {
        let key = keys.prefix(count).joined(separator: ".")
        guard let entry = entries.first(where: { $0.key == key }) else { continue }
        return position(of: keys.dropFirst(count), in: entry.value) ?? entry.position
      }
      return nil
    }
  }
}
