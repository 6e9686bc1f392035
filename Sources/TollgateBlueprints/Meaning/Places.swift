import Tollgate

/// The positions in the file of paths that the engine and the checks report.
///
/// The engine's paths follow the definition; the file may be shorter. A single value stands for a list, a text may be
/// written where it is used, `otherwise` stands for `allow`, and items with mistakes are missing from the definition's
/// lists.
///
/// | path of a mistake | what the file says there |
/// |---|---|
/// | `features.export.0.allow` | `export: [{ otherwise: unlimited }]` |
/// | `features.export.0` | `export: { rules: [{ … }] }` |
/// | `texts.paywalls.plans.title` | `plans: { title: … }` |
/// | `products.coach.monthly` | `entitlements: { coach.monthly: premium }` of a `.storekit` file |
/// | `products.coach.monthly.needs` | `needs: { coach.monthly: premium }` of a `.storekit` file |
struct Places {
  /// The file.
  let root: YAMLNode
  /// Where texts were written, and which items of lists were read.
  let reader: Reader

  /// Returns the deepest node that a path leads to; the root if it leads nowhere.
  func node(_ path: [String]) -> YAMLNode {
    var rest = path[...]
    var node = root
    if path.count == 3, path[0] == "products", path[2] == "needs",
      let needs = root["products"]?["needs"]?[path[1]], root["products"]?["from"] != nil
    {
      return needs
    }
    if rest.first == "texts", rest.count > 1,
      let text = reader.blueprint.textNodes[LocalizedText.ID(path[1])]
    {
      node = text
      rest = rest.dropFirst(2)
    }
    while let component = rest.first, let next = step(component, from: node) {
      node = next
      rest = rest.dropFirst()
    }
    return node
  }

  /// Returns the node that one component leads to; nil if the file ends there.
  private func step(_ component: String, from node: YAMLNode) -> YAMLNode? {
    switch node.content {
    case .scalar: return nil
    case .list(let items):
      guard let position = Int(component) else { return nil }
      let positions = reader.positions[node.path] ?? []
      let index = positions.indices.contains(position) ? positions[position] : position
      return items.indices.contains(index) ? items[index] : nil
    case .map:
      if let next = node[component] { return next }
      // The products of a `.storekit` file are named under their entitlements.
      if node.path == ["products"], node["from"] != nil { return node["entitlements"]?[component] }
      // A single test of the past, or of what is left, needs no list.
      if component == "0", ["since", "count", "ends", "left"].contains(node.path.last) {
        return node
      }
      if component == "allow" { return node["otherwise"] }
      if Int(component) != nil, let rules = node["rules"] {
        return step(component, from: rules) ?? rules
      }
      return nil
    }
  }
}
