import Tollgate
import TollgateLedger
import TollgateWire

/// A blueprint that was stored to be published, and when it was last stored or proposed.
struct ProposedRevision: Hashable, Codable {
  let revision: String
  let at: Instant
  /// How often it was, so that two within one millisecond differ.
  let times: Int
}

extension BlueprintRevisions {
  /// Notes that a blueprint is stored or proposed, in place of an earlier note about it.
  func list(_ revision: String, at now: Instant) async throws(Problem) {
    try await changeCandidates { listed in
      let times = listed.last { $0.revision == revision }?.times ?? 0
      return listed.filter { $0.revision != revision }
        + [ProposedRevision(revision: revision, at: now, times: times + 1)]
    }
  }

  /// Removes what was proposed before an instant and never served: the proposal, and the blueprints of earlier ones.
  ///
  /// - Parameter now: The clock of the server that removes them.
  /// - Returns: How many blueprints were removed.
  /// - Throws: `Problem` if the ledger cannot be read or written; what was removed before stays removed.
  func removeProposals(before limit: Instant, at now: Instant) async throws(Problem) -> Int {
    let text = try await property(.blueprintProposal(of: app))
    if let text, let proposal = try await proposal(), proposal.at < limit {
      try await replace(.blueprintProposal(of: app), text, with: nil)
    }
    let served = Set(try await all().map(\.revision))
    var count = 0
    for candidate in try await candidates() where candidate.at < limit {
      let isRemoved = try await remove(candidate)
      guard isRemoved, !served.contains(candidate.revision) else { continue }
      count += 1
      try await record(
        .blueprintWithdrawn, candidate.revision, by: Self.server,
        "not published within \(BlueprintProposal.lifetimeDays) days", at: now)
    }
    return count
  }

  /// Removes a blueprint that nobody serves; returns whether it existed and was not proposed again.
  private func remove(_ candidate: ProposedRevision) async throws(Problem) -> Bool {
    let property = LedgerProperty.blueprintCandidate(candidate.revision, of: app)
    var isRemoved = false
    if let text = try await self.property(property) {
      isRemoved = try await replace(property, text, with: nil)
      guard try await candidates().contains(candidate) else {
        // Proposed again in between.
        if isRemoved { try await set(property, to: text) }
        return false
      }
    }
    try await changeCandidates { listed in listed.filter { $0 != candidate } }
    return isRemoved
  }

  private func candidates() async throws(Problem) -> [ProposedRevision] {
    try Self.candidates(in: try await property(.blueprintCandidates(of: app)))
  }

  private static func candidates(in text: String?) throws(Problem) -> [ProposedRevision] {
    guard let text else { return [] }
    return try JSON.value([ProposedRevision].self, from: text.utf8)
  }

  private func changeCandidates(
    _ change: ([ProposedRevision]) -> [ProposedRevision]
  ) async throws(Problem) {
    for _ in 0..<Self.attempts {
      let text = try await property(.blueprintCandidates(of: app))
      let changed = change(try Self.candidates(in: text))
      let new = String(decoding: try JSON.bytes(changed), as: UTF8.self)
      if try await replace(.blueprintCandidates(of: app), text, with: new) { return }
    }
    throw Problem(.ledgerUnavailable, "The app's proposals keep changing. Try again.")
  }
}
