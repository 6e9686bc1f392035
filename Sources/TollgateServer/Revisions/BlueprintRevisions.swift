public import Tollgate
public import TollgateLedger
public import TollgateWire

/// The revisions of an app's blueprint: which was served when, which is served now, and which is proposed.
///
/// They are values of the ledger, so that every server of the app finds them: each runs a ``BlueprintRefresh``. As long
/// as nothing is published, a server serves the file it was started with, and records that. From the first publication
/// on, what was published last is served, whatever the file says.
///
/// ```swift
/// let revisions = BlueprintRevisions(ledger, of: "coach")
/// let current = try await revisions.current()
/// try await revisions.store(StoredBlueprint(file.blueprint, revision: file.revision), at: now)
/// try await revisions.publish(file.revision, after: current.number, by: "ada@example.com", at: now)
/// ```
public struct BlueprintRevisions: Sendable {
  /// The greatest number of characters in a note: 500.
  public static let noteLimit = 500
  /// The author of what a server records about its file.
  static let server = "server"
  /// How often a change is tried again when another process stores its own in between.
  static let attempts = 10

  let ledger: any Ledger
  let app: Blueprint.App.ID

  /// Creates the revisions of an app.
  ///
  /// - Parameter ledger: The ledger; servers may have it open too.
  public init(_ ledger: any Ledger, of app: Blueprint.App.ID) {
    self.ledger = ledger
    self.app = app
  }

  // MARK: - Reading

  /// Returns every change of the served blueprint, the oldest first.
  public func all() async throws(Problem) -> [PublishedRevision] { try await log().entries }

  /// Returns every change, or none if they are of a version that this one cannot read: what they explain works without
  /// them.
  func readable() async throws(Problem) -> [PublishedRevision] {
    do throws(Problem) {
      return try await all()
    } catch {
      guard !error.isRetryable else { throw error }
      return []
    }
  }

  /// Returns the last change: what is served now.
  ///
  /// - Throws: `Problem` with code `invalid_value` if no server has served the app yet, or if the ledger cannot be read.
  public func current() async throws(Problem) -> PublishedRevision {
    try current(in: try await log())
  }

  /// Returns the revision that ``rollBack(to:after:by:at:)`` serves again.
  ///
  /// - Parameter target: Its number; nil means the last one that differs from the one served now.
  /// - Throws: `Problem` with code `invalid_value` if there is no such revision or it is served already, or if the ledger
  ///   cannot be read.
  public func earlier(_ target: Int? = nil) async throws(Problem) -> PublishedRevision {
    try earlier(target, in: try await log())
  }

  /// Returns the blueprint of a revision, also if it has mistakes by this version.
  ///
  /// - Parameter revision: The hash of its file.
  /// - Throws: `Problem` with code `invalid_value` if it does not exist or cannot be used, or if the ledger cannot be
  ///   read.
  public func blueprint(of revision: String) async throws(Problem) -> StoredBlueprint {
    guard let text = try await text(of: revision) else {
      throw Problem(.invalidValue, "There is no revision \(revision.prefix(12)) of the app \(app).")
    }
    return try await LongWork.run(about: text.utf8.count) { () throws(Problem) in
      try StoredBlueprint(text: text)
    }
  }

  private func text(of revision: String) async throws(Problem) -> String? {
    if let text = try await property(.blueprintCandidate(revision, of: app)) { return text }
    return try await property(.blueprint(revision, of: app))
  }

  /// Returns the blueprint of a file that servers of the app have served; nil if they have not.
  ///
  /// A server starts with such a file even if this version finds mistakes in it.
  ///
  /// - Parameter revision: The hash of the file.
  /// - Returns: The blueprint as it was read then.
  /// - Throws: `Problem` if the ledger cannot be read.
  public func served(file revision: String) async throws(Problem) -> StoredBlueprint? {
    guard try await all().contains(where: { $0.revision == revision }) else { return nil }
    return try await blueprint(of: revision)
  }

  /// Returns what is proposed; nil if nothing is.
  public func proposal() async throws(Problem) -> BlueprintProposal? {
    guard let text = try await property(.blueprintProposal(of: app)), !text.isEmpty else {
      return nil
    }
    return try JSON.value(BlueprintProposal.self, from: text.utf8)
  }

  // MARK: - Changing

  /// Refuses a blueprint that cannot take the place of the one that is served.
  ///
  /// - Throws: `Problem` with code `invalid_value` if it is another app's, or has another bundle identifier or Apple ID,
  ///   or if the ledger cannot be read.
  public func check(_ candidate: Blueprint) async throws(Problem) {
    let served = try await blueprint(of: try await current().revision).blueprint.app
    let app = candidate.app
    guard app.id == served.id else {
      throw Problem(.invalidValue, "The blueprint is for the app `\(app.id)`, not `\(served.id)`.")
    }
    guard app.bundleID == served.bundleID, app.appAppleID == served.appAppleID else {
      throw Problem(
        .invalidValue,
        """
        The bundle identifier and the Apple ID of an app cannot be changed while it is served: restart the servers \
        with the file.
        """)
    }
  }

  /// Stores a blueprint, which nobody serves until it is published, for as long as a proposal is kept.
  ///
  /// What was found in it by a search of histories stays if it was not searched this time.
  ///
  /// - Parameter now: The clock of the server or command that stores it.
  /// - Throws: `Problem` with code `invalid_value` if it fails ``check(_:)``, or if the ledger cannot be read or written.
  public func store(_ candidate: StoredBlueprint, at now: Instant) async throws(Problem) {
    try await check(candidate.blueprint)
    let revision = candidate.revision
    let isKept = try await all().contains { $0.revision == revision }
    // Listed before it is looked for and stored: a server that removes it at this moment, as an old one, then either puts
    // it back or has removed it already.
    if !isKept { try await list(revision, at: now) }
    if candidate.search == .skipped, try await isSearched(revision) { return }
    try await set(
      isKept ? .blueprint(revision, of: app) : .blueprintCandidate(revision, of: app),
      to: try candidate.text())
  }

  /// Whether a blueprint is stored with what a search of histories found; false if this version cannot read it.
  private func isSearched(_ revision: String) async throws(Problem) -> Bool {
    do throws(Problem) {
      return try await blueprint(of: revision).search != .skipped
    } catch {
      guard !error.isRetryable else { throw error }
      return false
    }
  }

  /// Proposes a stored blueprint, in place of an earlier proposal.
  ///
  /// - Throws: `Problem` with code `invalid_value` if the note is too long, or if the ledger cannot be written.
  public func propose(_ proposal: BlueprintProposal) async throws(Problem) {
    try Self.check(proposal.note)
    try await list(proposal.revision, at: proposal.at)
    try await set(
      .blueprintProposal(of: app), to: String(decoding: try JSON.bytes(proposal), as: UTF8.self))
    try await record(
      .blueprintProposed, proposal.revision, by: proposal.author, proposal.note, at: proposal.at)
  }

  /// Removes the proposal, if there is one.
  ///
  /// - Parameter now: The clock of the server or command that removes it.
  /// - Throws: `Problem` if the ledger cannot be written.
  public func withdrawProposal(by author: String, at now: Instant) async throws(Problem) {
    guard let proposal = try await proposal() else { return }
    try await set(.blueprintProposal(of: app), to: "")
    try await record(.blueprintWithdrawn, proposal.revision, by: author, nil, at: now)
  }

  /// Has every server of the app serve a stored blueprint.
  ///
  /// - Parameters:
  ///   - revision: The hash of its file.
  ///   - number: The number of the revision that it replaces.
  ///   - now: The clock of the server or command that publishes it.
  /// - Throws: `Problem` with code `invalid_value` if it has mistakes or is served already, the note is too long, or
  ///   another revision was published after `number`; or if the ledger cannot be written.
  @discardableResult
  public func publish(
    _ revision: String, after number: Int, note: String? = nil, by author: String, at now: Instant
  ) async throws(Problem) -> PublishedRevision {
    try Self.check(note)
    // This version may find mistakes that the one which stored it did not.
    let mistakes = try await blueprint(of: revision).blueprint.definition.mistakes()
    guard mistakes.isEmpty else {
      throw Problem(
        .invalidValue, "The blueprint has mistakes: \(BlueprintError(mistakes: mistakes))")
    }
    let log = try await log()
    guard log.entries.last?.revision != revision else {
      throw Problem(.invalidValue, "This blueprint is served already.")
    }
    guard log.entries.last?.number == number else { throw Self.outdated }
    let proposed = try await proposal()
    let proposer = proposed?.revision == revision ? proposed?.author : nil
    // Stored as served before it is served, so that removing old proposals keeps it.
    let candidate = try await property(.blueprintCandidate(revision, of: app))
    if let candidate { try await set(.blueprint(revision, of: app), to: candidate) }
    let change = try await append(
      revision, .published, after: number, note: note, by: author, proposedBy: proposer, at: now,
      to: log)
    if let candidate {
      try await replace(.blueprintCandidate(revision, of: app), candidate, with: nil)
    }
    if proposer != nil { try await set(.blueprintProposal(of: app), to: "") }
    try await record(.blueprintPublished, "\(change.number)", by: author, note, at: now)
    return change
  }

  /// Has every server of the app serve an earlier blueprint again.
  ///
  /// - Parameters:
  ///   - target: The number of the earlier revision; nil means the last one that differs from the one served now.
  ///   - number: The number of the revision that it replaces; nil means the one that is served.
  ///   - now: The clock of the server or command that requests it.
  /// - Throws: `Problem` with code `invalid_value` if there is no such revision, it is served already or can no longer be
  ///   used, or another revision was published after `number`; or if the ledger cannot be written.
  @discardableResult
  public func rollBack(
    to target: Int? = nil, after number: Int? = nil, by author: String, at now: Instant
  ) async throws(Problem) -> PublishedRevision {
    let log = try await log()
    let (served, earlier) = (try current(in: log), try earlier(target, in: log))
    let change = try await append(
      earlier.revision, .rolledBack, after: number ?? served.number,
      note: "to revision \(earlier.number)", by: author, at: now, to: log)
    try await record(.blueprintRolledBack, "\(change.number)", by: author, change.note, at: now)
    return change
  }

  /// Notes that a server serves its file, unless something was published.
  func recordFile(_ file: StoredBlueprint, at now: Instant) async throws(Problem) {
    try await set(.blueprint(file.revision, of: app), to: try file.text())
    for _ in 0..<Self.attempts {
      let log = try await log()
      let last = log.entries.last
      if last?.origin == .file, last?.revision == file.revision { return }
      let change = PublishedRevision(
        number: (last?.number ?? 0) + 1, revision: file.revision, origin: .file, at: now,
        author: Self.server, note: nil)
      if try await append(change, to: log) { return }
    }
    throw Problem(.ledgerUnavailable, "The revisions of the app change too often.")
  }
}

// MARK: - The ledger

extension BlueprintRevisions {
  /// The changes, and the text that the ledger has of them.
  private struct Log {
    let text: String?
    let entries: [PublishedRevision]
  }

  private func log() async throws(Problem) -> Log {
    let text = try await property(.blueprintRevisions(of: app))
    return Log(
      text: text,
      entries: try text.map { text throws(Problem) in
        try JSON.value([PublishedRevision].self, from: text.utf8)
      } ?? [])
  }

  private func current(in log: Log) throws(Problem) -> PublishedRevision {
    guard let last = log.entries.last else {
      throw Problem(
        .invalidValue,
        "No server has served the app \(app) from this ledger: start one, so that there is a revision to compare with."
      )
    }
    return last
  }

  private func earlier(_ target: Int?, in log: Log) throws(Problem) -> PublishedRevision {
    let current = try current(in: log)
    let earlier =
      target.map { target in log.entries.last { $0.number == target } }
      ?? log.entries.last { $0.revision != current.revision }
    guard let earlier else {
      throw Problem(
        .invalidValue,
        target.map { "There is no revision \($0)." } ?? "There is no earlier revision.")
    }
    guard earlier.revision != current.revision else {
      throw Problem(.invalidValue, "Revision \(earlier.number) is served already.")
    }
    return earlier
  }

  private static let outdated = Problem(
    .invalidValue, "Another revision has been published since: review it before you replace it.")

  private func append(
    _ revision: String, _ origin: PublishedRevision.Origin, after number: Int, note: String?,
    by author: String, proposedBy proposer: String? = nil, at now: Instant, to log: Log
  ) async throws(Problem) -> PublishedRevision {
    guard log.entries.last?.number == number else { throw Self.outdated }
    let change = PublishedRevision(
      number: number + 1, revision: revision, origin: origin, at: now, author: author, note: note,
      proposer: proposer)
    // A blueprint that another version cannot read any more must not be served.
    _ = try await blueprint(of: revision)
    guard try await append(change, to: log) else { throw Self.outdated }
    return change
  }

  private func append(
    _ change: PublishedRevision, to log: Log
  ) async throws(Problem) -> Bool {
    let text = String(decoding: try JSON.bytes(log.entries + [change]), as: UTF8.self)
    return try await replace(.blueprintRevisions(of: app), log.text, with: text)
  }

  func property(_ property: LedgerProperty) async throws(Problem) -> String? {
    try await Problem.catching(await ledger.property(property))
  }

  func set(_ property: LedgerProperty, to value: String) async throws(Problem) {
    try await Problem.catching(await ledger.set(property, to: value))
  }

  @discardableResult
  func replace(
    _ property: LedgerProperty, _ expected: String?, with value: String?
  ) async throws(Problem) -> Bool {
    try await Problem.catching(await ledger.replace(property, expected, with: value))
  }

  func record(
    _ action: LedgerAuditEntry.Action, _ subject: String, by author: String, _ note: String?,
    at now: Instant
  ) async throws(Problem) {
    try await Problem.catching(
      await ledger.administration.record(
        LedgerAuditEntry(action, by: author, at: now, subject: subject, reason: note), in: app))
  }

  private static func check(_ note: String?) throws(Problem) {
    guard let note, note.unicodeScalars.count > noteLimit else { return }
    throw Problem(.invalidValue, "A note has at most \(noteLimit) characters.")
  }
}
