import Foundation
public import Tollgate
import TollgateWire

/// A blueprint as the ledger stores it, for every server of the app to serve.
public struct StoredBlueprint: Sendable {
  /// The blueprint, validated.
  public let blueprint: Blueprint
  /// The hash of its file.
  public let revision: String
  /// What `tollgate check` found in the file, a line each.
  public let findings: [String]

  /// Creates what is stored.
  public init(_ blueprint: Blueprint, revision: String, findings: [String] = []) {
    self.blueprint = blueprint
    self.revision = revision
    self.findings = findings
  }

  private struct Contents: Codable {
    let response: BlueprintResponse
    let findings: [String]
  }

  /// The text that the ledger stores.
  func text() throws(Problem) -> String {
    let contents = Contents(
      response: BlueprintResponse(revision: revision, definition: blueprint.definition),
      findings: findings)
    return String(decoding: try JSON.bytes(contents), as: UTF8.self)
  }

  /// Reads what the ledger stores, and validates the blueprint again: another version may have stored it.
  init(text: String) throws(Problem) {
    let contents = try JSON.value(Contents.self, from: text.utf8)
    do {
      blueprint = try Blueprint(contents.response.definition)
    } catch {
      throw Problem(.invalidValue, "The stored blueprint has mistakes: \(error)")
    }
    revision = contents.response.revision
    findings = contents.findings
  }
}
