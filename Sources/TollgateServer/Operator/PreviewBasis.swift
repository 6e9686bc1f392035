import Foundation
import Tollgate
import TollgateLedger
import TollgateWire

/// What a preview was made from; the form of its confirmation carries it, so that nothing else is confirmed.
struct PreviewBasis: Hashable, Sendable, Codable {
  let at: Instant
  /// The number of writes to each customer that the change concerns.
  let versions: [String: Int]
  /// How many customers and purchases were merged into each of them.
  let mergedCounts: [String: Int]
  /// The revision of the blueprint that decided.
  let blueprint: String
  /// When a membership that was shown changes by itself; nil if none does.
  let until: Instant?

  init(_ preview: ChangePreview, in app: ServedApp) {
    at = preview.at
    versions = Dictionary(
      preview.sides.map { ($0.customer.rawValue, $0.version) }, uniquingKeysWith: max)
    mergedCounts = Dictionary(
      preview.sides.map { ($0.customer.rawValue, $0.mergedCount) }, uniquingKeysWith: max)
    blueprint = app.revision
    until = preview.sides.compactMap(\.before.nextChange).min()
  }

  /// Reads the field of a form; nil if it is malformed.
  init?(_ text: String) {
    guard let basis = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = basis
  }

  /// The field of a form.
  func text() throws(Problem) -> String {
    String(decoding: try JSON.bytes(self), as: UTF8.self)
  }

  /// Refuses a change unless it concerns what the preview showed.
  ///
  /// - Parameter versions: The current version of each customer that the change concerns.
  /// - Throws: `Problem` with code ``ProblemCode/outdatedPreview``.
  func require(
    _ versions: [Customer.ID: Int], in app: ServedApp, at now: Instant
  ) throws(Problem) {
    let present = Dictionary(
      versions.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: max)
    guard present == self.versions, blueprint == app.revision, until.map({ now < $0 }) ?? true
    else { throw Problem(.outdatedPreview, "The customer has changed since the preview.") }
  }
}

extension ProblemCode {
  /// What a preview showed has changed; only pages use it, to show another preview.
  static let outdatedPreview = ProblemCode(rawValue: "outdated_preview")
}
