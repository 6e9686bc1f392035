import HTTPTypes
import Hummingbird
import Logging
import Tollgate
import TollgateHTML
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The files of a revision or of the proposal, to edit them.
  ///
  /// - Throws: `Problem` with code `insufficient_scope`, `not_found` or `invalid_value`, or if the ledger cannot be read.
  func edit(_ incoming: IncomingRequest, _ visit: AdminVisit) async throws(Problem) -> Response {
    try require(\.publishesBlueprint, of: visit)
    let name: Identifier<BlueprintRevision> = try incoming.name("revision")
    let revisions = revisions(of: visit.app)
    let revision = try await revisions.read(name.rawValue)
    _ = try reader(of: revision.stored)
    let edited = EditedRevision(
      argument: revision.number.map { "\($0)" } ?? RecordedRevision.proposal,
      stored: revision.stored, proposal: try await revisions.proposal()?.revision ?? "")
    return try await response(
      EditPage(
        edited, revision.stored.source, note: revision.number == nil ? revision.note ?? "" : "",
        for: visit), of: edited, for: visit)
  }

  /// Checks edited files, or proposes them if they have no mistakes.
  ///
  /// - Parameter incoming: The request; the form's fields are `change`, which is `check` or `propose`, `revision`, the
  ///   hash of the files that were edited, `proposal`, the hash of what was proposed then, `note`, and the text of each
  ///   file, `file0` for the first of that revision.
  /// - Returns: The files with what is wrong, or the way to the proposal.
  /// - Throws: `Problem` with code `insufficient_scope`, `not_found` or `invalid_value`, or if the ledger cannot be read.
  func proposeEdit(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.publishesBlueprint, of: visit)
    let fields = try incoming.formFields
    let name: Identifier<BlueprintRevision> = try incoming.name("revision")
    guard name.rawValue == RecordedRevision.proposal || Int(name.rawValue) != nil else {
      throw Problem(.notFound, "A revision is named by its number, or `proposal`.")
    }
    guard let hash = fields["revision"], let known = fields["proposal"] else {
      throw Problem(.invalidValue, "The form does not say what it edits: open the page again.")
    }
    let edited = EditedRevision(
      argument: name.rawValue, stored: try await revisions(of: visit.app).blueprint(of: hash),
      proposal: known)
    let read = try reader(of: edited.stored)
    return try await editQueue.run(visit.app.id) { () async throws(Problem) in
      try await answer(fields, about: edited, read, for: visit)
    }
  }

  private func answer(
    _ fields: [String: String], about edited: EditedRevision,
    _ read: @escaping EditedBlueprint.Reader, for visit: AdminVisit
  ) async throws(Problem) -> Response {
    let files = EditPage.edited(edited.stored.source, by: fields)
    let note = fields["note"] ?? ""
    var page = EditPage(edited, files, note: note, for: visit)
    let result: EditedBlueprint
    do throws(Problem) {
      result = try await readingQueue.count { () async throws(Problem) in
        try await LongWork.run(about: .max) { () throws(Problem) in read(files) }
      }
    } catch {
      // What was typed stays in the form.
      page.refusal = error.message
      return try await response(
        page, of: edited, for: visit, status: HTTPResponse.Status(code: error.status))
    }
    switch result {
    case .mistaken(let mistakes):
      page.show(mistakes, in: files)
      return try await response(page, of: edited, for: visit, status: .unprocessableContent)
    case .usable(let stored):
      page.show(stored.findings, in: files)
      guard fields["change"] == "propose" else {
        return try await response(page, of: edited, for: visit)
      }
      let proposed = Self.redirect(
        to: "\(AdminPath.blueprint(of: visit.app.id))/\(RecordedRevision.proposal)")
      let pending = try await revisions(of: visit.app).proposal()
      guard pending?.revision ?? "" == edited.proposal else {
        // The second click of a double click finds it proposed.
        if pending?.revision == stored.revision, pending?.author == visit.session.email {
          return proposed
        }
        page.show(pending)
        return try await response(page, of: edited, for: visit, status: .unprocessableContent)
      }
      do throws(Problem) {
        try await propose(
          stored, over: edited.proposal, note: note.isEmpty ? nil : note, for: visit)
      } catch {
        page.refusal = error.message
        return try await response(
          page, of: edited, for: visit, status: HTTPResponse.Status(code: error.status))
      }
      return proposed
    }
  }

  private func response(
    _ page: EditPage, of edited: EditedRevision, for visit: AdminVisit,
    status: HTTPResponse.Status = .ok
  ) async throws(Problem) -> Response {
    try await LongWork.run(about: page.texts.reduce(0) { $0 + $1.text.utf8.count }) {
      [pages] () throws(Problem) in
      pages.response(
        "admin-edit", page, title: "Edit \(edited.name)", at: .edit, for: visit, status: status,
        script: AdminFiles.editScript)
    }
  }

  /// What reads the edited files of a revision.
  private func reader(of stored: StoredBlueprint) throws(Problem) -> EditedBlueprint.Reader {
    guard let read = service.readsEdits, stored.isEditable(within: bodyLimit) else {
      throw Problem(
        .invalidValue,
        """
        This cannot be edited here, because its files are not stored or too large for a form, or it has pictures or \
        fonts. Change the file, and propose it with tollgate revisions propose.
        """)
    }
    return read
  }

  /// Compares a blueprint with what is served, and proposes it.
  ///
  /// - Parameter known: The hash of the proposal that it takes the place of; empty without one.
  private func propose(
    _ stored: StoredBlueprint, over known: String, note: String?, for visit: AdminVisit
  ) async throws(Problem) {
    guard stored.revision != known else {
      throw Problem(.invalidValue, "Nothing differs from the proposal.")
    }
    let revisions = revisions(of: visit.app)
    let served = try await revisions.current()
    guard served.revision != stored.revision else {
      throw Problem(
        .invalidValue, "Nothing differs from revision \(served.number), which is served.")
    }
    try await revisions.check(stored.blueprint)
    let comparison = try await compareAlone(
      stored.blueprint, named: "the edited files", with: served, revisions)
    // Whoever publishes it must know whether payers lose access.
    guard let comparison, comparison.limit == nil else {
      throw Problem(
        .invalidValue,
        """
        It could not be computed in time who would be treated differently, or the app has too many customers for this \
        page. Try again, or save the files and propose them with tollgate revisions propose.
        """)
    }
    // The comparison takes its time.
    guard try await revisions.proposal()?.revision ?? "" == known else {
      throw Problem(
        .invalidValue, "What is proposed has changed while the files were compared: propose again.")
    }
    let now = service.records.clock()
    try await revisions.store(stored, at: now)
    try await revisions.propose(
      BlueprintProposal(
        revision: stored.revision, after: served.number, at: now,
        author: visit.session.email, note: note, whatIf: comparison.whatIf,
        losses: comparison.losses))
    try await search(stored, against: served, revisions)
  }

  /// Searches what was proposed, in the background, unless that was done before.
  private func search(
    _ stored: StoredBlueprint, against served: PublishedRevision, _ revisions: BlueprintRevisions
  ) async throws(Problem) {
    guard let searches = service.searches,
      try await revisions.blueprint(of: stored.revision).search == .skipped
    else { return }
    let old = try await revisions.blueprint(of: served.revision).blueprint
    searches.start(stored, against: old, named: "revision \(served.number)") { [service] found in
      do {
        try await revisions.keep(found, at: service.records.clock())
      } catch {
        service.observability.logger.warning(
          "what a search found could not be stored",
          metadata: ["app": "\(revisions.app)", "reason": "\(error)"])
      }
    }
  }
}
