package import Tollgate

extension BlueprintFile {
  /// Where a feature's rule is written, as `coach.yml:41`; nil if the feature is in none of the files.
  ///
  /// - Parameters:
  ///   - rule: The position of the rule, from 0; nil for the feature itself.
  ///   - feature: The feature.
  /// - Returns: The file's name, or a part's path, and the line.
  package func place(ofRule rule: Int?, in feature: Feature.ID) -> String? {
    for source in sources {
      guard let features = source.root["features"],
        let node = features.entry(named: feature.rawValue)
      else { continue }
      var line = node.position.line
      let rules: [YAMLNode] =
        switch (node["rules"] ?? node).content {
        case .list(let items): items
        case .map, .scalar: []
        }
      if let rule, rules.indices.contains(rule) { line = rules[rule].position.line }
      return "\(source.name):\(line)"
    }
    return nil
  }
}
