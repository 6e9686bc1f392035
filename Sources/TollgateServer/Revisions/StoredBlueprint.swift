import Foundation
public import Tollgate
public import TollgateWire

/// A blueprint as the ledger stores it, for every server of the app to serve.
public struct StoredBlueprint: Sendable {
  /// The greatest number of bytes in the names and texts of ``source``: 4 MiB.
  public static let sourceLimit = 4 * 1024 * 1024

  public let blueprint: Blueprint
  public let revision: String
  /// What `tollgate check` found in the file, a line each.
  public let findings: [String]
  /// How far it searched for that.
  public let search: BlueprintSearch
  /// What it searched and what it did not, a sentence each.
  public let coverage: [String]
  /// The blueprint's file, its parts and its `.storekit` file as they were written, the blueprint's own first.
  ///
  /// Empty if they are unknown, or larger than ``sourceLimit``. Clients never get them.
  public let source: [SourceFile]

  /// Creates what is stored.
  ///
  /// - Parameters:
  ///   - search: How far it searched for that.
  ///   - coverage: What it searched and what it did not, a sentence each.
  ///   - source: The files as they were written, the blueprint's own first.
  public init(
    _ blueprint: Blueprint, revision: String, findings: [String] = [],
    search: BlueprintSearch = .skipped, coverage: [String] = [], source: [SourceFile] = []
  ) {
    self.blueprint = blueprint
    self.revision = revision
    self.findings = findings
    self.search = search
    self.coverage = coverage
    let bytes = source.reduce(0) { $0 + $1.path.utf8.count + $1.text.utf8.count }
    self.source = bytes <= Self.sourceLimit ? source : []
  }

  private struct Contents: Codable {
    let format: Int
    let revision: String
    let definition: StoredDefinition
    let findings: [String]
    let search: BlueprintSearch
    let coverage: [String]
    var source: [SourceFile]?
  }

  func text() throws(Problem) -> String {
    let contents = Contents(
      format: BlueprintResponse.format, revision: revision,
      definition: StoredDefinition(blueprint.definition), findings: findings, search: search,
      coverage: coverage, source: source.isEmpty ? nil : source)
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
    source = contents.source ?? []
  }
}
