import Foundation
import Tollgate
public import TollgateAppStore
public import TollgateBlueprints
import Yams

extension Scenario {
  /// Reads a scenario and the blueprint it is about.
  ///
  /// - Parameters:
  ///   - path: The scenario's path.
  ///   - blueprint: The blueprint's path; nil uses the one that the scenario names, relative to its own folder.
  /// - Returns: The scenario.
  /// - Throws: ``ScenarioError`` with everything that is wrong with it.
  public static func load(
    path: String, blueprint: String? = nil
  ) throws(ScenarioError) -> Scenario {
    let url = URL(fileURLWithPath: path)
    let file = url.lastPathComponent
    let root = try root(of: try text(of: url, named: file), named: file)
    guard root["steps"] != nil || root["features"] == nil else {
      throw ScenarioError(.invalidScenario, file, "this is a blueprint, not a scenario")
    }
    let named = root["blueprint"]?.string.map {
      url.deletingLastPathComponent().appendingPathComponent($0)
    }
    guard let location = blueprint.map({ URL(fileURLWithPath: $0) }) ?? named else {
      throw ScenarioError(.invalidScenario, file, "the scenario names no `blueprint`")
    }
    let loaded: BlueprintFile
    do {
      loaded = try BlueprintFile.load(path: location.path)
    } catch {
      throw ScenarioError(code: .invalidBlueprint, diagnostics: error.diagnostics)
    }
    if blueprint != nil, let named { try refuse(loaded, at: location, unlessOf: named, root, file) }
    let products = try products(of: loaded, beside: location)
    return try read(root, name: file, blueprint: loaded, products: products)
  }

  /// Refuses a blueprint whose app is not the one that the scenario names.
  private static func refuse(
    _ blueprint: BlueprintFile, at location: URL, unlessOf named: URL, _ root: Node, _ file: String
  ) throws(ScenarioError) {
    let given = blueprint.blueprint.app.id.rawValue
    guard let wanted = appID(in: named), wanted != given else { return }
    let node = root["blueprint"] ?? root
    throw ScenarioError(
      .otherApp, file, at: Sheet(file: file).place(of: node),
      "this scenario is for `\(wanted)` (\(named.lastPathComponent)), "
        + "but \(location.lastPathComponent) is the blueprint of `\(given)`")
  }

  /// The id of a blueprint's app, even if the rest of the file has mistakes.
  private static func appID(in blueprint: URL) -> String? {
    guard let yaml = try? text(of: blueprint, named: blueprint.lastPathComponent) else {
      return nil
    }
    return try? Yams.compose(yaml: yaml)?["app"]?["id"]?.string
  }

  /// Reads a scenario's text.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - name: The file's name, as diagnostics show it.
  ///   - blueprint: The app.
  ///   - products: What the store sells.
  /// - Returns: The scenario.
  /// - Throws: ``ScenarioError`` with everything that is wrong with it.
  public static func parse(
    _ yaml: String, name: String, blueprint: BlueprintFile, products: StoreKitConfiguration
  ) throws(ScenarioError) -> Scenario {
    try read(
      try root(of: yaml, named: name), name: name, blueprint: blueprint, products: products)
  }

  private static func read(
    _ root: Node, name: String, blueprint: BlueprintFile, products: StoreKitConfiguration
  ) throws(ScenarioError) -> Scenario {
    let form = ScenarioForm(sheet: Sheet(file: name), blueprint: blueprint, products: products)
    let scenario = form.scenario(root)
    let diagnostics = form.sheet.diagnostics.sorted()
    guard let scenario, diagnostics.isEmpty else {
      throw ScenarioError(code: .invalidScenario, diagnostics: diagnostics)
    }
    return scenario
  }

  private static func root(
    of yaml: String, named file: String
  ) throws(ScenarioError) -> Node {
    do {
      guard let node = try Yams.compose(yaml: yaml) else {
        throw ScenarioError(.invalidYAML, file, "the file is empty")
      }
      return node
    } catch let error as ScenarioError {
      throw error
    } catch let error as YamlError {
      throw ScenarioError(error, file: file)
    } catch {
      throw ScenarioError(.invalidYAML, file, "the YAML cannot be read")
    }
  }

  private static func products(
    of blueprint: BlueprintFile, beside location: URL
  ) throws(ScenarioError) -> StoreKitConfiguration {
    let file = location.lastPathComponent
    guard let name = blueprint.storekit else {
      throw ScenarioError(
        .invalidBlueprint, file,
        "the products do not come from a `.storekit` file, which the simulated store needs")
    }
    do {
      return try StoreKitConfiguration(
        json: try Data(
          contentsOf: location.deletingLastPathComponent().appendingPathComponent(name)))
    } catch {
      throw ScenarioError(.unreadable, name, "the `.storekit` file cannot be read")
    }
  }

  private static func text(of url: URL, named file: String) throws(ScenarioError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      throw ScenarioError(
        .unreadable, file, isThere ? "the file cannot be read" : "there is no such file")
    }
    guard data.count <= byteLimit else {
      throw ScenarioError(.unreadable, file, "the file is larger than \(byteLimit) bytes")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ScenarioError(.unreadable, file, "the file is not UTF-8")
    }
    return text
  }
}

extension ScenarioError {
  fileprivate init(_ error: YamlError, file: String) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(
        .invalidYAML, file, at: Place(line: mark.line, column: mark.column),
        "broken YAML: \(problem)")
    case .duplicatedKeysInMapping(let names, let context):
      self.init(
        .invalidYAML, file, at: Place(line: context.mark.line, column: context.mark.column),
        "the key `\(names.sorted().first ?? "")` is repeated")
    case .reader(let problem, _, _, _):
      self.init(.invalidYAML, file, "broken YAML: \(problem)")
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      self.init(.invalidYAML, file, "the YAML cannot be read")
    }
  }
}
