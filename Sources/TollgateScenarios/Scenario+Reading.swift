import Foundation
import Tollgate
public import TollgateAppStore
public import TollgateBlueprints

extension Scenario {
  /// Reads a scenario and its blueprint.
  ///
  /// - Parameter blueprint: The blueprint's path; nil uses the one that the scenario names, relative to its own folder.
  /// - Throws: ``ScenarioError`` with everything that is wrong with the file.
  public static func load(
    path: String, blueprint: String? = nil
  ) throws(ScenarioError) -> Scenario {
    let url = URL(fileURLWithPath: path)
    let file = url.lastPathComponent
    let document = try document(of: try text(of: url, named: file), named: file)
    let root = document.root
    guard root["steps"] != nil || root["features"] == nil else {
      throw ScenarioError(.invalidScenario, file, "this is a blueprint, not a scenario")
    }
    let named = root["blueprint"]?.text.map {
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
    guard let products = loaded.store else {
      throw ScenarioError(
        .invalidBlueprint, location.lastPathComponent,
        "there are no products, which the simulated store needs")
    }
    return try read(document, name: file, blueprint: loaded, products: products)
  }

  /// Refuses a blueprint whose app is not the one that the scenario names.
  private static func refuse(
    _ blueprint: BlueprintFile, at location: URL, unlessOf named: URL, _ root: YAMLNode,
    _ file: String
  ) throws(ScenarioError) {
    let given = blueprint.blueprint.app.id.rawValue
    guard let wanted = appID(in: named), wanted != given else { return }
    throw ScenarioError(
      .otherApp, file, at: (root["blueprint"] ?? root).position,
      "this scenario is for `\(wanted)` (\(named.lastPathComponent)), "
        + "but \(location.lastPathComponent) is the blueprint of `\(given)`")
  }

  /// The id of a blueprint's app, even if the rest of the file has mistakes.
  private static func appID(in blueprint: URL) -> String? {
    guard let yaml = try? text(of: blueprint, named: blueprint.lastPathComponent) else {
      return nil
    }
    return (try? YAMLDocument.read(yaml, file: blueprint.lastPathComponent))?
      .root["app"]?["id"]?.text
  }

  /// Reads a scenario's text.
  ///
  /// - Parameter name: The file's name, as diagnostics show it.
  /// - Throws: ``ScenarioError`` with everything that is wrong with the file.
  public static func parse(
    _ yaml: String, name: String, blueprint: BlueprintFile, products: StoreKitConfiguration
  ) throws(ScenarioError) -> Scenario {
    try read(
      try document(of: yaml, named: name), name: name, blueprint: blueprint, products: products)
  }

  private static func read(
    _ document: YAMLDocument, name: String, blueprint: BlueprintFile,
    products: StoreKitConfiguration
  ) throws(ScenarioError) -> Scenario {
    let reader = Reader(file: name, diagnostics: document.diagnostics)
    let forms = ScenarioForms(
      document.root, file: name, blueprint: blueprint, products: products)
    let scenario = forms.scenario.read(document.root, reader)
    guard let scenario, reader.diagnostics.isEmpty else {
      throw ScenarioError(
        code: document.diagnostics.isEmpty ? .invalidScenario : .invalidYAML,
        diagnostics: reader.diagnostics.sorted())
    }
    return scenario
  }

  private static func document(
    of yaml: String, named file: String
  ) throws(ScenarioError) -> YAMLDocument {
    do {
      return try YAMLDocument.read(yaml, file: file)
    } catch {
      throw ScenarioError(code: .invalidYAML, diagnostics: error.diagnostics)
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
    guard let text = String(validUTF8: data) else {
      throw ScenarioError(.unreadable, file, "the file is not UTF-8")
    }
    return text
  }
}

extension YAMLNode {
  /// The text of a scalar.
  fileprivate var text: String? { if case .scalar(let text, _) = content { text } else { nil } }
}
