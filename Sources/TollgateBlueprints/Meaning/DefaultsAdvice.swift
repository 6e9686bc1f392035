import Tollgate

/// The checks of defaults: names that do not exist, and defaults that nothing uses.
///
/// ```yaml
/// defaults:
///   feature: { paywall: plns }     # there is no paywall `plns`
///   prompt: { paywall: plans }     # no prompt uses this default, in a blueprint without prompts
/// ```
struct DefaultsAdvice {
  /// The definition, as far as it could be read.
  let definition: Blueprint.Definition
  /// The file, for positions.
  let root: YAMLNode
  /// Where findings are recorded.
  let reader: Reader

  /// Records names in defaults that do not exist, even if nothing uses the default.
  ///
  /// The engine would report such a name wherever the default is used; it is reported once, where it is written.
  func checkNames() {
    let defaults = reader.blueprint.defaults
    for (key, name) in defaults.paywalls.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      check(name.rawValue, "paywall", key, definition.paywalls.map(\.id.rawValue))
    }
    if let line = defaults.priceLine {
      check(line.rawValue, "text", .packagePriceLine, definition.texts.map(\.id.rawValue))
    }
  }

  /// Warns about defaults that nothing uses, if everything that could was read without a mistake.
  func noteUnused(_ subject: Subject) {
    guard subject.isSound("defaults", "features", "paywalls", "prompts", "nudges") else { return }
    let defaults = reader.blueprint.defaults
    for key in BlueprintDefaults.Key.allCases
    where defaults.written.contains(key) && !defaults.used.contains(key) {
      let kind = key.rawValue.prefix { $0 != "." }
      subject.warning(path(of: key), "no \(kind) uses this default")
    }
  }

  /// Records a name that does not exist, and remembers it, so that it is not reported where the default is used.
  private func check(
    _ name: String, _ what: String, _ key: BlueprintDefaults.Key, _ names: [String]
  ) {
    guard !names.contains(name), !reader.broken.contains(name) else { return }
    let path = path(of: key)
    let node = path.reduce(root) { $0[$1] ?? $0 }
    reader.error(
      at: node.scalar(saying: name) ?? node, "there is no \(what) `\(name)`",
      nearest: reader.nearest(to: name, in: names + reader.broken.sorted()))
    reader.broken.insert(name)
  }

  /// The keys that lead to a default in the file.
  private func path(of key: BlueprintDefaults.Key) -> [String] {
    ["defaults"] + key.rawValue.split(separator: ".").map(String.init)
  }
}
