package import Tollgate

extension BlueprintFile {
  /// Where a feature's rule is written, as `coach.yml:41`; nil if the feature is in none of the files.
  ///
  /// - Parameter rule: The position of the rule, from 0; nil for the feature itself.
  /// - Returns: The file's name, or a part's path, and the line.
  package func place(ofRule rule: Int?, in feature: Feature.ID) -> String? {
    for source in sources {
      guard let features = source.root["features"],
        let node = features.entry(named: feature.rawValue)
      else { continue }
      var line = node.position.line
      let rules = node.rules
      if let rule, rules.indices.contains(rule) { line = rules[rule].position.line }
      return "\(source.name):\(line)"
    }
    return nil
  }

  /// The lines of a feature's rule in the file itself; nil if the feature is in none of its own lines.
  ///
  /// - Parameter rule: The position of the rule, from 0; nil for the whole feature.
  package func lines(ofRule rule: Int?, in feature: Feature.ID) -> ClosedRange<Int>? {
    guard
      let node = sources.first?.root["features"]?.entry(named: feature.rawValue)
    else { return nil }
    let rules = node.rules
    let part = rule.flatMap { rules.indices.contains($0) ? rules[$0] : nil } ?? node
    return part.position.line...max(part.position.line, part.lastLine)
  }

  /// Where the number of a feature's rule is written: in the rule, or in the trial if the rule uses the trial's number;
  /// nil if the file itself has none.
  ///
  /// - Parameter rule: The position of the rule, from 0.
  package func limit(ofRule rule: Int?, in feature: Feature.ID) -> YAMLNode.Position? {
    guard let root = sources.first?.root, let rule,
      let rules = root["features"]?[feature.rawValue]?.rules, rules.indices.contains(rule),
      let allowance = rules[rule]["allow"] ?? rules[rule]["otherwise"]
    else { return nil }
    if let number = allowance["upTo"] ?? allowance["holding"] { return number.position }
    guard case .scalar("trial", _)? = allowance["per"]?.content else { return nil }
    return root["trial"]?["uses"]?["limit"]?.position
  }
}

extension YAMLNode {
  /// The rules of a feature: its list, or the one under `rules`.
  fileprivate var rules: [YAMLNode] {
    switch (self["rules"] ?? self).content {
    case .list(let items): items
    case .map, .scalar: []
    }
  }

  /// The last line on which a value in it begins.
  fileprivate var lastLine: Int {
    switch content {
    case .scalar: position.line
    case .list(let items): items.map(\.lastLine).max() ?? position.line
    case .map(let entries):
      entries.map { max($0.position.line, $0.value.lastLine) }.max() ?? position.line
    }
  }
}
