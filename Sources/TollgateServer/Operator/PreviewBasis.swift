import Foundation
import Tollgate
import TollgateLedger
import TollgateWire

/// What a preview was made from; the form of its confirmation carries it, so that nothing else is confirmed.
struct PreviewBasis: Hashable, Sendable, Codable {
  /// The instant of the preview.
  let at: Instant
  /// The number of writes to each customer whom the change concerns.
  let versions: [String: Int]
  /// The revision of the blueprint that decided.
  let blueprint: String
  /// When a membership that was shown changes by itself; nil if none does.
  let until: Instant?

  init(_ preview: ChangePreview, in app: ServedApp) {
    at = preview.at
    versions = Dictionary(
      preview.sides.map { ($0.customer.rawValue, $0.version) }, uniquingKeysWith: max)
    blueprint = app.revision
    until = preview.sides.compactMap(\.before.nextChange).min()
  }

  /// Reads the field of a form; nil if it is not one.
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
  /// - Parameters:
  ///   - versions: The present version of each customer whom the change concerns.
  ///   - app: The app.
  ///   - now: The instant of the change.
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
  /// What a preview showed has changed; only a page answers with it, which shows another preview.
  static let outdatedPreview = ProblemCode(rawValue: "outdated_preview")
}

extension Operators {
  /// The greatest number of facts that are named for a customer who has changed.
  private static let namedFacts = 10

  /// Returns what has changed since a preview, a sentence for each of it.
  ///
  /// - Parameters:
  ///   - basis: What the preview was made from.
  ///   - preview: The present one.
  ///   - app: The app.
  /// - Returns: The sentences.
  /// - Throws: `Problem` if the ledger cannot be read.
  func changes(
    since basis: PreviewBasis, in preview: ChangePreview, of app: ServedApp
  ) async throws(Problem) -> [String] {
    var sentences: [String] = []
    for id in basis.versions.keys.sorted() {
      let customer = Customer.ID(id)
      guard !preview.sides.contains(where: { $0.customer == customer }),
        let owner = try await records.record(of: customer, in: app)?.mergedInto
      else { continue }
      sentences.append("\(customer) was merged into \(owner).")
    }
    for side in preview.sides where basis.versions[side.customer.rawValue] != side.version {
      let known = try await knowledge(of: side.customer, at: nil, in: app)
      let facts = known.facts.filter { $0.at >= basis.at }.suffix(Self.namedFacts)
      sentences += facts.map { "\(side.customer): \($0.fact.sentence)" }
      if facts.isEmpty {
        sentences.append("\(side.customer) changed in a way that adds nothing to their life.")
      }
    }
    if basis.blueprint != app.revision {
      sentences.append("Another revision of the blueprint is served.")
    }
    if let until = basis.until, until <= preview.at {
      sentences.append(
        "The time \(until.minute) UTC has passed, at which something changed by itself.")
    }
    return sentences
  }
}
