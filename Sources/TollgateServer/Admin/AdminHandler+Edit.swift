import HTTPTypes
import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The files of a revision or of the proposal, to edit them.
  ///
  /// - Throws: `Problem` with code `insufficient_scope`, `not_found` or `invalid_value`, or if the ledger cannot be read.
  func edit(_ incoming: IncomingRequest, _ visit: AdminVisit) async throws(Problem) -> Response {
    try require(\.publishesBlueprint, of: visit)
    let revision = try await editable(incoming, for: visit).revision
    return response(
      EditPage(revision, revision.stored.source, for: visit), of: revision, for: visit)
  }

  /// Checks edited files, or proposes them if they have no mistakes.
  ///
  /// - Parameter incoming: The request; the form's fields are `change`, which is `check` or `propose`, `note`, and the
  ///   text of each file, `file0` for the first.
  /// - Returns: The files with what is wrong, or the way to the proposal.
  /// - Throws: `Problem` with code `insufficient_scope`, `not_found` or `invalid_value`, or if the ledger cannot be read.
  func proposeEdit(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.publishesBlueprint, of: visit)
    let fields = try incoming.formFields
    let (revision, read) = try await editable(incoming, for: visit)
    let files = EditPage.edited(revision.stored.source, by: fields)
    let note = fields["note"] ?? ""
    var page = EditPage(revision, files, note: note, for: visit)
    let edited = try await LongWork.run(about: .max) { () throws(Problem) in read(files) }
    switch edited {
    case .mistaken(let mistakes):
      page.show(mistakes, in: files)
      return response(page, of: revision, for: visit, status: .unprocessableContent)
    case .usable(let stored):
      page.show(stored.findings, in: files)
      guard fields["change"] == "propose" else { return response(page, of: revision, for: visit) }
      do throws(Problem) {
        try await propose(stored, note: note.isEmpty ? nil : note, for: visit)
      } catch {
        // What was typed stays in the form.
        page.refusal = error.message
        return response(
          page, of: revision, for: visit, status: HTTPResponse.Status(code: error.status))
      }
      return Self.redirect(
        to: "\(AdminPath.blueprint(of: visit.app.id))/\(RecordedRevision.proposal)")
    }
  }

  private func response(
    _ page: EditPage, of revision: RecordedRevision, for visit: AdminVisit,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    pages.response(
      "admin-edit", page, title: "Edit \(revision.name)", at: .edit, for: visit, status: status)
  }

  /// The revision that a path names, and what reads its files.
  private func editable(
    _ incoming: IncomingRequest, for visit: AdminVisit
  ) async throws(Problem) -> (revision: RecordedRevision, read: EditedBlueprint.Reader) {
    let name: Identifier<BlueprintRevision> = try incoming.name("revision")
    let revision = try await revisions(of: visit.app).read(name.rawValue)
    guard let read = service.readsEdits, revision.isEditable else {
      throw Problem(
        .invalidValue,
        """
        This cannot be edited here, because its files are not stored or it has pictures or fonts. Change the \
        file, and propose it with tollgate revisions propose.
        """)
    }
    return (revision, read)
  }

  /// Compares a blueprint with what is served, and proposes it.
  private func propose(
    _ stored: StoredBlueprint, note: String?, for visit: AdminVisit
  ) async throws(Problem) {
    let revisions = revisions(of: visit.app)
    let served = try await revisions.current()
    guard served.revision != stored.revision else {
      throw Problem(
        .invalidValue, "Nothing differs from revision \(served.number), which is served.")
    }
    try await revisions.check(stored.blueprint)
    let comparison = try await compare(
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
    try await revisions.store(stored)
    try await revisions.propose(
      BlueprintProposal(
        revision: stored.revision, after: served.number, at: service.records.clock(),
        author: visit.session.email, note: note, whatIf: comparison.whatIf,
        losses: comparison.losses))
  }
}
