import Foundation
public import Tollgate
import TollgateWire

/// A blueprint as the ledger stores it, for every server of the app to serve.
public struct StoredBlueprint: Sendable {
  /// The blueprint.
  public let blueprint: Blueprint
  /// The hash of its file.
  public let revision: String
  /// What `tollgate check` found in the file, a line each.
  public let findings: [String]
  /// How far it searched for that; nil if it is not recorded.
  public let search: BlueprintSearch?

  /// Creates what is stored.
  ///
  /// - Parameters:
  ///   - blueprint: The blueprint.
  ///   - revision: The hash of its file.
  ///   - findings: What `tollgate check` found in the file, a line each.
  ///   - search: How far it searched for that.
  public init(
    _ blueprint: Blueprint, revision: String, findings: [String] = [],
    search: BlueprintSearch? = .skipped
  ) {
    self.blueprint = blueprint
    self.revision = revision
    self.findings = findings
    self.search = search
  }

  private struct Contents: Codable {
    let response: BlueprintResponse
    let findings: [String]
    let search: BlueprintSearch?
  }

  /// The text that the ledger stores.
  func text() throws(Problem) -> String {
    let contents = Contents(
      response: BlueprintResponse(revision: revision, definition: blueprint.definition),
      findings: findings, search: search)
    return String(decoding: try JSON.bytes(contents), as: UTF8.self)
  }

  /// Reads what the ledger stores, also if it has mistakes by this version: an earlier one may have stored it.
  init(text: String) throws(Problem) {
    let contents = try JSON.value(Contents.self, from: text.utf8)
    do {
      blueprint = try Blueprint(served: contents.response.definition)
    } catch {
      throw Problem(.invalidValue, "The stored blueprint cannot be used: \(error)")
    }
    revision = contents.response.revision
    findings = contents.findings
    search = contents.search
  }
}
