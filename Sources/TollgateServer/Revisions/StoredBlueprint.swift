import Foundation
public import Tollgate
import TollgateWire

/// A blueprint as the ledger stores it, for every server of the app to serve.
public struct StoredBlueprint: Sendable {
  public let blueprint: Blueprint
  /// The hash of its file.
  public let revision: String
  /// What `tollgate check` found in the file, a line each.
  public let findings: [String]
  /// How far it searched for that.
  public let search: BlueprintSearch
  /// What it searched and what it did not, a sentence each.
  public let coverage: [String]

  /// Creates what is stored.
  ///
  /// - Parameters:
  ///   - search: How far it searched for that.
  ///   - coverage: What it searched and what it did not, a sentence each.
  public init(
    _ blueprint: Blueprint, revision: String, findings: [String] = [],
    search: BlueprintSearch = .skipped, coverage: [String] = []
  ) {
    self.blueprint = blueprint
    self.revision = revision
    self.findings = findings
    self.search = search
    self.coverage = coverage
  }

  private struct Contents: Codable {
    let format: Int
    let revision: String
    let definition: StoredDefinition
    let findings: [String]
    let search: BlueprintSearch
    let coverage: [String]
  }

  /// The text that the ledger stores.
  func text() throws(Problem) -> String {
    let contents = Contents(
      format: BlueprintResponse.format, revision: revision,
      definition: StoredDefinition(blueprint.definition), findings: findings, search: search,
      coverage: coverage)
    return String(decoding: try JSON.bytes(contents), as: UTF8.self)
  }

  /// Reads what the ledger stores, also if it has mistakes by this version: an earlier one may have stored it.
  init(text: String) throws(Problem) {
    let contents = try JSON.value(Contents.self, from: text.utf8)
    guard contents.format == BlueprintResponse.format else {
      throw Problem(.invalidValue, "The stored blueprint is in a format of another version.")
    }
    do {
      blueprint = try Blueprint(served: contents.definition.definition)
    } catch {
      throw Problem(.invalidValue, "The stored blueprint cannot be used: \(error)")
    }
    revision = contents.revision
    findings = contents.findings
    search = contents.search
    coverage = contents.coverage
  }
}
