import Tollgate

/// The subject of a semantic check: a definition, its file, and the position of everything in it.
///
/// The definition may lack parts that could not be read; ``isSound(_:)`` says whether a section is complete. A check
/// asks it for every section that its conclusion depends on.
struct Subject {
  /// The definition, as far as it could be read.
  let definition: Blueprint.Definition
  /// The possible customers.
  let states: PossibleStates
  /// The tests of lapses that hold for those whose subscription has not lapsed.
  let withoutLapse: [PastTest]
  /// The products whose introductory offer is, or starts, the trial.
  let trialProducts: Set<CatalogProduct.ID>
  /// The entitlements that hold during the trial.
  let trialEntitlements: [Entitlement.ID]
  /// The findings that are intended: a warning about one of them is left out.
  private let accepted: [AcceptedFinding]
  /// The positions of paths in the file.
  private let places: Places
  /// The paths of all known mistakes.
  private let broken: [[Substring]]
  /// The paths of all errors; a mistake in a `.storekit` file counts as one of `products`.
  private let errors: [String]

  /// Creates the subject from what is known after validation; what the checks record later does not count as unsound.
  init(
    definition: Blueprint.Definition, root: YAMLNode, reader: Reader,
    accepted: [AcceptedFinding]
  ) {
    self.definition = definition
    self.accepted = accepted
    places = Places(root: root, reader: reader)
    states = PossibleStates(of: definition, counting: reader.work)
    // Once, and not for each customer that a check tries.
    withoutLapse = definition.conditions.flatMap(\.parts).flatMap(\.past)
      .filter(\.holdsWithoutLapse)
    trialProducts = Set(definition.trialProducts.map(\.id))
    trialEntitlements = definition.trialEntitlements
    errors =
      reader.diagnostics.filter { $0.severity == .error }.map { diagnostic in
        diagnostic.file == reader.file || reader.parts.contains(diagnostic.file)
          ? diagnostic.path : "products"
      } + reader.misspelled
    broken = errors.map { $0.split(separator: ".") }
  }

  /// Every condition of the blueprint, for checks that need each once, and not for each feature.
  var conditions: [Condition] {
    let all = definition.conditions
    places.reader.work.add(all.count)
    return all
  }

  /// Returns whether sections of the file were read without a mistake, so that conclusions from them are valid.
  func isSound(_ sections: String...) -> Bool {
    broken.allSatisfy { path in path.first.map { !sections.contains(String($0)) } ?? true }
  }

  /// Whether everything that possible customers are made of was read without a mistake; see ``PossibleStates``.
  var isSoundForStates: Bool {
    isSound(
      "products", "trial", "trials", "milestones", "hasFreeTier", "onboarding", "attributes")
  }

  /// Returns whether something named in a section was read without a mistake.
  func isSound(_ name: String, of section: String) -> Bool {
    let path = [section] + name.split(separator: ".").map(String.init)
    return broken.allSatisfy { !$0.map(String.init).starts(with: path) }
  }

  /// Returns whether a text was read without a mistake, wherever it is written.
  func isSound(of text: LocalizedText) -> Bool {
    let path = node(["texts", text.id.rawValue]).path.joined(separator: ".")
    return !errors.contains { $0 == path || $0.hasPrefix(path + ".") }
      && isSound(text.id.rawValue, of: "texts")
  }

  /// Returns the node that a path leads to, or the deepest one on the way.
  func node(_ path: [String]) -> YAMLNode { places.node(path) }

  /// Returns the names of a condition that is written as several of them and nothing else; nil if it is not.
  func namesAtOnce(at path: [String]) -> [String]? {
    places.reader.blueprint.namesAtOnce[node(path).path.joined(separator: ".")]
  }

  /// Records a mistake: something that cannot be intended.
  ///
  /// - Parameters:
  ///   - path: Where it is; the deepest part that the file has gives the position.
  ///   - expected: What would be correct, if known.
  ///   - nearest: The nearest existing name, if a name is misspelled.
  func mistake(
    _ path: [String], _ message: String, expected: String? = nil, nearest: String? = nil
  ) {
    note(.error, path, message, expected, nearest)
  }

  /// Records something worth checking, unless it is accepted.
  ///
  /// - Parameter finding: What a search finds if it shows the same with a history; a file that accepts that finding
  ///   accepts the warning too.
  func warning(
    _ path: [String], _ message: String, expected: String? = nil, nearest: String? = nil,
    finding: FindingKind? = nil
  ) {
    let subject = path.prefix(2).joined(separator: ".")
    if let finding, let intended = accepted.first(where: { $0.covers(finding, at: subject) }) {
      places.reader.covering.insert(intended)
      return
    }
    note(.warning, path, message, expected, nearest, finding)
  }

  /// Returns the position of a path; for an entry in a map of names and values, that of the name.
  private func position(of path: [String]) -> YAMLNode.Position {
    let node = places.node(path)
    guard path.dropLast() == ["products", "entitlements"], node.path == path, let name = path.last
    else { return node.position }
    return places.node(path.dropLast()).keyPosition(of: name) ?? node.position
  }

  /// Records a finding at the position of its path.
  private func note(
    _ severity: BlueprintDiagnostic.Severity, _ path: [String], _ message: String,
    _ expected: String?, _ nearest: String?, _ finding: FindingKind? = nil
  ) {
    places.reader.report(
      severity, at: position(of: path), path, message, expected: expected, nearest: nearest,
      finding: finding)
  }
}

extension Subject {
  /// Returns the path of a product: its own entry, its entry among the entitlements of a `.storekit` file, or the
  /// file's name.
  func path(of product: CatalogProduct.ID) -> [String] {
    let isFromFile = node(["products", "from"]).path == ["products", "from"]
    guard isFromFile else { return ["products", product.rawValue] }
    let entry = ["products", "entitlements", product.rawValue]
    return node(entry).path == entry ? entry : ["products", "from"]
  }

  /// Returns whether the store lets a family share a product.
  func isFamilyShareable(_ product: CatalogProduct) -> Bool {
    places.reader.blueprint.familyShareable.contains(product.id)
  }

  /// Returns the product with an identifier; nil if the blueprint has none.
  func product(_ id: CatalogProduct.ID) -> CatalogProduct? {
    definition.products.first { $0.id == id }
  }
}
