package import Tollgate
package import TollgateWire

/// A revision, or what is proposed, with its blueprint and its files.
package struct RecordedRevision: Sendable {
  /// What the proposal is called where others have a number.
  package static let proposal = "proposal"

  /// Its number; nil for what is proposed.
  package let number: Int?
  package let at: Instant
  package let author: String
  package let note: String?
  /// How it came to be served; nil for what is proposed.
  package let change: PublishedRevision?
  package let stored: StoredBlueprint

  init(_ change: PublishedRevision, _ stored: StoredBlueprint) {
    number = change.number
    at = change.at
    author = change.author
    note = change.note
    self.change = change
    self.stored = stored
  }

  init(_ proposal: BlueprintProposal, _ stored: StoredBlueprint) {
    number = nil
    at = proposal.at
    author = proposal.author
    note = proposal.note
    change = nil
    self.stored = stored
  }

  /// What it is called in a sentence.
  package var name: String { number.map { "revision \($0)" } ?? "the proposal" }
}

extension BlueprintRevisions {
  /// Returns a revision with its files.
  ///
  /// - Parameter name: Its number, or `proposal`.
  /// - Throws: `Problem` with code `not_found` if there isn't one, `invalid_value` if this version cannot read it, or if
  ///   the ledger cannot be read.
  package func read(_ name: String) async throws(Problem) -> RecordedRevision {
    if name == RecordedRevision.proposal {
      guard let proposal = try await proposal() else {
        throw Problem(.notFound, "Nothing is proposed.")
      }
      return RecordedRevision(proposal, try await blueprint(of: proposal.revision))
    }
    guard let number = Int(name) else {
      throw Problem(.notFound, "A revision is named by its number, or `proposal`.")
    }
    guard let change = try await all().last(where: { $0.number == number }) else {
      throw Problem(.notFound, "There is no revision \(number).")
    }
    return RecordedRevision(change, try await blueprint(of: change.revision))
  }

  /// Returns what a revision is compared with: the one that is served, or for that one, the last one that differs.
  ///
  /// - Returns: The other revision; nil if there isn't one.
  /// - Throws: `Problem` with code `invalid_value` if this version cannot read it, or if the ledger cannot be read.
  package func base(of revision: RecordedRevision) async throws(Problem) -> RecordedRevision? {
    let all = try await all()
    let hash = revision.stored.revision
    let served = all.last?.revision == hash ? all.last { $0.revision != hash } : all.last
    guard let served else { return nil }
    return RecordedRevision(served, try await blueprint(of: served.revision))
  }
}
