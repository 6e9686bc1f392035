import Foundation
import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// What operators, keys and the command line did, newest first.
  ///
  /// - Parameter incoming: The request; its query is that of the endpoint, whose empty fields do not count.
  /// - Throws: `Problem` with code `insufficient_scope` or `invalid_value`, or if the ledger cannot be read.
  func audit(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.seesAudit, of: visit)
    let fields = try incoming.queryFields.filter { !$0.value.isEmpty }
    let filter = try LedgerAuditFilter { fields[$0.rawValue] }
    let part = try await service.operators.audit(filter, in: visit.app.id)
    return pages.response(
      "admin-audit", AuditPage(part, fields, of: visit.app.id), title: "Audit", at: .audit,
      for: visit)
  }

  /// Who may sign in.
  ///
  /// - Parameter link: A link that was just made, and the person it signs in.
  /// - Throws: `Problem` with code `insufficient_scope`, or if the ledger cannot be read.
  func people(
    _ visit: AdminVisit, link: (text: String, person: LedgerPerson)? = nil
  ) async throws(Problem) -> Response {
    try require(\.seesAudit, of: visit)
    let app = visit.app.id
    return pages.response(
      "admin-people",
      PeoplePage(
        try await service.people.list(in: app), link: link, seed: seed(),
        now: service.records.clock(),
        for: visit),
      title: "People", at: .people, for: visit)
  }

  /// Adds or removes a person, or gives them a new link, which is shown once.
  ///
  /// - Parameters:
  ///   - incoming: The request, with the fields of the form.
  ///   - visit: The person who does it; nobody removes themselves, so that an owner remains.
  /// - Throws: `Problem` with code `insufficient_scope`, `invalid_email` or `invalid_value`.
  func changePeople(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.seesAudit, of: visit)
    let fields = try incoming.formFields
    let app = visit.app.id
    let email = fields["email"] ?? ""
    let author = visit.session.email
    let role = fields["role"].map { LedgerPerson.Role(rawValue: $0) }
    if let role, !LedgerPerson.Role.known.contains(role) {
      throw Problem(.invalidValue, "There is no such role.")
    }
    switch fields["change"] {
    case "add":
      let role = role ?? .readOnly
      let added = try await service.people.add(
        email, as: role, in: app, by: author,
        from: visit.bytes(
          from: fields["seed"], for: "add \(role.rawValue) \(email)", count: People.linkBytes))
      return try await people(visit, link: (added.link, added.person))
    case "link":
      let renewed = try await service.people.renewLink(of: email, as: role, in: app, by: author)
      return try await people(visit, link: (renewed.link, renewed.person))
    case "remove":
      guard email != author else {
        throw Problem(.invalidValue, "You cannot remove yourself: another owner can.")
      }
      try await service.people.remove(email, from: app, by: author)
      return Self.redirect(to: "\(AdminPath.root(of: app))/people")
    default: throw Problem(.invalidValue, "The form does not say what to change.")
    }
  }
}
