import Hummingbird
import Logging
import Tollgate
import TollgateHTML
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The blueprint that is served, the one that is proposed, and those of earlier.
  ///
  /// - Throws: `Problem` with code `insufficient_scope`, or if the ledger cannot be read.
  func blueprint(_ visit: AdminVisit) async throws(Problem) -> Response {
    try require(\.seesBlueprint, of: visit)
    let revisions = revisions(of: visit.app)
    let proposal = try await revisions.proposal()
    let all = try await revisions.all()
    let served = try await check(of: visit.app.revision, revisions)
    let proposed = try await check(of: proposal?.revision, revisions)
    let lives = await lives(in: proposal?.losses ?? [], for: visit)
    return pages.response(
      "admin-blueprint",
      BlueprintPage(
        all, proposal, served: served, proposed: proposed, lives: lives,
        readsEdits: service.readsEdits != nil, for: visit),
      title: "Blueprint", at: .blueprint, for: visit,
      script: proposed.isRunning ? AdminFiles.searchScript : nil)
  }

  /// A revision or the proposal, with the lines that it changes.
  ///
  /// - Parameter incoming: The request; its path names the revision, and its query the one that it is compared with, if
  ///   that is another one than usual.
  /// - Throws: `Problem` with code `insufficient_scope`, `not_found` or `invalid_value`, or if the ledger cannot be read.
  func revision(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.seesBlueprint, of: visit)
    let revisions = revisions(of: visit.app)
    let name: Identifier<BlueprintRevision> = try incoming.name("revision")
    let revision = try await revisions.read(name.rawValue)
    let base: RecordedRevision? =
      if let other = try incoming.queryFields["against"] {
        try await revisions.read(other)
      } else {
        try await revisions.base(of: revision)
      }
    return pages.response(
      "admin-revision",
      RevisionPage(
        revision, against: base, try await Self.diff(from: base, to: revision),
        among: try await revisions.all(),
        isEditable: service.readsEdits != nil && revision.stored.isEditable(within: bodyLimit),
        for: visit),
      title: revision.number.map { "Revision \($0)" } ?? "Proposal", at: .revision, for: visit)
  }

  /// The lines that differ; nil if the files of a revision are not stored.
  private static func diff(
    from base: RecordedRevision?, to revision: RecordedRevision
  ) async throws(Problem) -> SourceDiff? {
    let (old, new) = (base?.stored.source, revision.stored.source)
    guard !new.isEmpty, old?.isEmpty != true else { return nil }
    let files = (old ?? []) + new
    return try await LongWork.run(about: files.reduce(0) { $0 + $1.text.utf8.count }) {
      () throws(Problem) in SourceDiff(from: old ?? [], to: new)
    }
  }

  /// Publishes or removes the proposal, or previews a rollback to an earlier revision and makes it.
  ///
  /// - Parameter incoming: The request; the form's fields are `change`, what the page had in view: `after` with
  ///   `revision` or `to`, and `typed`, the revision as the person typed it, where payers lose access or that is
  ///   unknown; a rollback's `compared` proves that its page found no payer who loses access.
  /// - Returns: What a rollback would change if the `change` is `preview`, and otherwise the way back to the page.
  /// - Throws: `Problem` with code `insufficient_scope`, `invalid_value` or `busy`, or if the ledger cannot be written.
  func changeBlueprint(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.publishesBlueprint, of: visit)
    let fields = try incoming.formFields
    let revisions = revisions(of: visit.app)
    if fields["change"] == "preview" {
      return try await previewRollback(to: try Self.target(of: fields), revisions, for: visit)
    }
    guard let after = fields["after"].flatMap({ Int($0) }) else {
      throw Problem(.invalidValue, "The form does not say which revision it is about.")
    }
    do throws(Problem) {
      try await change(fields, after: after, revisions, for: visit)
    } catch {
      // The second click of a double click finds the change already made, even if both arrive at once.
      guard error.code == .invalidValue, try await isDone(fields, after: after, revisions) else {
        throw error
      }
    }
    // The server that was asked answers by the new rules at once.
    await BlueprintRefresh(service, logger: service.observability.logger).runOnce()
    return Self.redirect(to: AdminPath.blueprint(of: visit.app.id))
  }

  /// Makes the change that a form asks for, unless another one has followed `after`.
  private func change(
    _ fields: [String: String], after: Int, _ revisions: BlueprintRevisions,
    for visit: AdminVisit
  ) async throws(Problem) {
    let (author, now) = (visit.session.email, service.records.clock())
    switch fields["change"] {
    case "publish":
      let proposal = try await proposal(fields["revision"], after: after, revisions)
      if proposal.takesFromPayers { try requireTyped(proposal.revision, in: fields) }
      try await revisions.publish(
        proposal.revision, after: after, note: proposal.note, by: author, at: now)
    case "withdraw":
      _ = try await proposal(fields["revision"], after: after, revisions)
      try await revisions.withdrawProposal(by: author, at: now)
    case "roll-back":
      let target = try Self.target(of: fields)
      // Unless it was compared, what is served may give more to those who pay.
      if !visit.provesNoLoss(fields["compared"], to: target, after: after, at: now),
        let earlier = try await revisions.all().last(where: { $0.number == target })
      {
        try requireTyped(earlier.revision, in: fields)
      }
      try await revisions.rollBack(to: target, after: after, by: author, at: now)
    default: throw Problem(.invalidValue, "The form does not say what to change.")
    }
  }

  /// The number of the earlier revision that a form is about.
  private static func target(of fields: [String: String]) throws(Problem) -> Int {
    guard let target = fields["to"].flatMap({ Int($0) }) else {
      throw Problem(.invalidValue, "The form does not say which revision it is about.")
    }
    return target
  }

  /// Shows what an earlier revision would change, with the form that has it served again.
  private func previewRollback(
    to target: Int, _ revisions: BlueprintRevisions, for visit: AdminVisit
  ) async throws(Problem) -> Response {
    let served = try await revisions.current()
    let earlier = try await revisions.earlier(target)
    let stored = try await revisions.blueprint(of: earlier.revision)
    let comparison = try await compare(
      stored.blueprint, named: "revision \(earlier.number)", with: served, revisions)
    return pages.response(
      "admin-rollback",
      RollbackPage(
        stored, as: earlier, after: served, comparison,
        lives: await lives(in: comparison?.losses ?? [], for: visit),
        at: service.records.clock(), for: visit),
      title: "Go back to revision \(earlier.number)", at: .changeBlueprint, for: visit)
  }

  /// Describes the first customers from whom a blueprint would take something: who they are and what they have.
  private func lives(
    in losses: [ProposedLoss], for visit: AdminVisit
  ) async -> [BlueprintPage.Life] {
    var shown: [Customer.ID] = []
    for id in losses.flatMap(\.samples)
    where shown.count < BlueprintPage.lifeLimit && !shown.contains(id) { shown.append(id) }
    var lives: [BlueprintPage.Life] = []
    for id in shown {
      do {
        let known = try await service.operators.knowledge(of: id, at: nil, in: visit.app)
        let name = try await service.operators.name(of: id, in: visit.app)
        lives.append(
          BlueprintPage.Life(
            name: name ?? "\(id)", href: AdminPath.customer(id, of: visit.app.id),
            plan: CustomerPage.plan(known, for: visit).first?.value ?? "nothing",
            changes: losses.filter { $0.samples.contains(id) }.map(\.sentence)))
      } catch {
        // Erased since, or recorded by a clock ahead of this one: no example stands in the way of a rollback.
      }
    }
    return lives
  }

  /// Replays the recorded history by another blueprint; nil if nothing can be compared, also during another comparison,
  /// which must not stand in the way of a rollback.
  private func compare(
    _ new: Blueprint, named name: String, with served: PublishedRevision,
    _ revisions: BlueprintRevisions
  ) async throws(Problem) -> RevisionComparison? {
    do throws(Problem) {
      return try await compareAlone(new, named: name, with: served, revisions)
    } catch {
      guard error.code == .busy else { throw error }
      return nil
    }
  }

  /// Replays the recorded history by another blueprint; nil if nothing can be compared, and throws `busy` during another
  /// comparison.
  func compareAlone(
    _ new: Blueprint, named name: String, with served: PublishedRevision,
    _ revisions: BlueprintRevisions
  ) async throws(Problem) -> RevisionComparison? {
    guard let replay = service.replay else { return nil }
    let old: Blueprint
    do throws(Problem) {
      old = try await revisions.blueprint(of: served.revision).blueprint
    } catch {
      guard !error.isRetryable else { throw error }
      return nil
    }
    let names = (new: name, old: "revision \(served.number)")
    return try await comparisonQueue.count { () async throws(Problem) in
      await compare(new, with: old, names, replay)
    }
  }

  private func compare(
    _ new: Blueprint, with old: Blueprint, _ names: RevisionComparison.Names,
    _ replay: @escaping RevisionComparison.Replay
  ) async -> RevisionComparison? {
    do {
      // Not on the event loop, on which other connections would have to wait for it.
      return try await withTaskExecutorPreference(globalConcurrentExecutor) {
        try await withThrowingTaskGroup(of: RevisionComparison?.self) { group in
          group.addTask { try await replay(new, old, names) }
          group.addTask {
            try await Task.sleep(for: service.patience)
            return nil
          }
          defer { group.cancelAll() }
          return try await group.next() ?? nil
        }
      }
    } catch {
      service.observability.logger.warning(
        "revisions could not be compared",
        metadata: ["app": "\(new.app.id)", "reason": "\(error)"])
      return nil
    }
  }

  /// Refuses a change for which the person has not typed the revision, as the page asks.
  private func requireTyped(
    _ revision: String, in fields: [String: String]
  ) throws(Problem) {
    let short = revision.shortRevision
    guard fields["typed"]?.filter({ !$0.isWhitespace }).lowercased() == short.lowercased() else {
      throw Problem(
        .invalidValue, "Type the revision, \(short), to have it served: payers may lose access.")
    }
  }

  /// Whether the change after `after` is already the one that a form requests, or there is no proposal left to remove.
  private func isDone(
    _ fields: [String: String], after: Int, _ revisions: BlueprintRevisions
  ) async throws(Problem) -> Bool {
    if fields["change"] == "withdraw" { return try await revisions.proposal() == nil }
    let all = try await revisions.all()
    guard let last = all.last, last.number - 1 == after else { return false }
    switch last.origin {
    case .published:
      return fields["change"] == "publish" && last.revision == fields["revision"]
    case .rolledBack:
      let target = all.last { "\($0.number)" == fields["to"] }
      return fields["change"] == "roll-back" && last.revision == target?.revision
    default: return false
    }
  }

  /// The proposal that a form is about; throws `invalid_value` if it is no longer the current one.
  private func proposal(
    _ revision: String?, after: Int, _ revisions: BlueprintRevisions
  ) async throws(Problem) -> BlueprintProposal {
    guard let proposal = try await revisions.proposal(),
      proposal.revision == revision, proposal.after == after
    else { throw Problem(.invalidValue, "This is not the current proposal: open the page again.") }
    return proposal
  }

  func revisions(of app: ServedApp) -> BlueprintRevisions {
    BlueprintRevisions(service.records.ledger, of: app.id)
  }

  /// What `tollgate check` found in the file of a revision; nothing if nobody stored it.
  private func check(
    of revision: String?, _ revisions: BlueprintRevisions
  ) async throws(Problem) -> BlueprintPage.Check {
    guard let revision else { return BlueprintPage.Check([], searched: nil) }
    do throws(Problem) {
      let stored = try await revisions.blueprint(of: revision)
      return BlueprintPage.Check(
        stored.findings, searched: stored.search, coverage: stored.coverage,
        progress: service.searches?.progress(of: revision, in: revisions.app))
    } catch {
      guard !error.isRetryable else { throw error }
      return BlueprintPage.Check([], searched: nil)
    }
  }
}
