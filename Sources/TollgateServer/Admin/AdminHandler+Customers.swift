import Foundation
import Hummingbird
import Tollgate
import TollgateHTML
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The first page, with the numbers of the app, which finds customers.
  ///
  /// - Parameter incoming: The request; the field `q` of its query is what to look for.
  /// - Returns: The page, with the customers that were found.
  /// - Throws: `Problem` with code `clock_behind`, or if the ledger cannot be read.
  func customers(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    let text = (try incoming.queryFields["q"] ?? "").trimmingCharacters(in: .whitespaces)
    var matches: [Customer.ID: CustomerMatches.Match] = [:]
    var note: String?
    if !text.isEmpty {
      for search in CustomerSearch.everything(text) {
        do throws(Problem) {
          for match in try await service.operators.find(search, by: visit.person).customers {
            matches[match.id] = match
          }
        } catch {
          switch error.code {
          case .invalidEmail: continue
          case .busy: note = error.message
          default: throw error
          }
        }
      }
    }
    if note == nil, CustomerSearch.beginningLimit <= matches.count {
      note = "There may be more customers: type more of the address, name or id."
    }
    let names = try await service.operators.names(of: Set(matches.keys), in: visit.app)
    return pages.response(
      "admin-customers",
      CustomersPage(
        text, matches.values.sorted { $0.id < $1.id }, names: names, note: note,
        text.isEmpty ? try await attention(visit) : nil,
        text.isEmpty ? try await firstScreen(visit) : nil,
        text.isEmpty ? try await latestTransactions(visit) : nil,
        text.isEmpty && visit.app.isDevelopment ? try await latestFacts(visit) : nil,
        of: visit.app.id),
      title: "Customers", at: .customers, for: visit,
      script: text.isEmpty ? AdminFiles.customersScript : nil)
  }

  /// What waits for somebody, as far as the person may see it; nil if nothing does.
  private func attention(_ visit: AdminVisit) async throws(Problem) -> Attention? {
    let ledger = service.records.ledger
    let now = service.records.clock()
    var jobs: (log: JobLog, backlog: JobBacklog)?
    var checks: [LedgerCheck] = []
    do {
      if let source = ledger as? any LedgerChartSource {
        checks = try await source.activity.refundQuestions(
          openAt: now, limit: Attention.questionLimit, in: visit.app.id)
      }
      if visit.role.seesJobs {
        let backlog = try await JobBacklog(of: visit.app, in: ledger, at: now)
        jobs = (service.observability.jobs, backlog)
      }
    } catch {
      throw Problem(error)
    }
    var questions: [Attention.Question] = []
    for check in checks {
      guard case .refund(let purchase) = check.subject,
        let customer = try await service.records.ownership(of: purchase, in: visit.app).customer
      else { continue }
      questions.append(
        Attention.Question(
          check: check, customer: customer,
          name: try await service.operators.name(of: customer, in: visit.app)))
    }
    let proposal =
      visit.role.seesBlueprint
      ? try await BlueprintRevisions(ledger, of: visit.app.id).proposal() : nil
    return Attention(questions, jobs: jobs, proposal, at: now, for: visit)
  }

  /// The latest transactions alone, which the first page reads again.
  ///
  /// - Returns: The list, as a part of a page.
  func transactions(_ visit: AdminVisit) async throws(Problem) -> Response {
    pages.part("admin-transactions", try await latestTransactions(visit))
  }

  private func latestTransactions(
    _ visit: AdminVisit
  ) async throws(Problem) -> LatestTransactions {
    guard let ledger = service.records.ledger as? any LedgerChartSource else {
      return LatestTransactions([], names: [:], for: visit)
    }
    let entries = try await Problem.catching(
      await ledger.activity.transactions(latest: LatestTransactions.limit, in: visit.app.id))
    let names = try await service.operators.names(
      of: Set(entries.map(\.customer)), in: visit.app)
    return LatestTransactions(entries, names: names, for: visit)
  }

  /// The latest facts; none for an app in production, where they would be others every few milliseconds.
  func latestFacts(_ visit: AdminVisit) async throws(Problem) -> LatestFacts {
    guard visit.app.isDevelopment, let ledger = service.records.ledger as? any LedgerChartSource
    else { return LatestFacts([], of: visit.app.id) }
    return LatestFacts(
      try await Problem.catching(
        await ledger.activity.facts(latest: LatestFacts.limit, in: visit.app.id)),
      of: visit.app.id)
  }

  /// A customer's page, now or as of an instant.
  ///
  /// - Parameter incoming: The request; the field `at` of its query is the instant.
  /// - Returns: The page, or the way to that of the customer they were merged into.
  /// - Throws: `Problem` with code `unknown_customer` or `invalid_value`, or if the ledger cannot be read.
  func customer(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    let id: Customer.ID = try incoming.name("customer")
    let at = try Self.instant(try incoming.queryFields["at"])
    let known = try await service.operators.knowledge(of: id, at: at, in: visit.app)
    if known.record.id != id {
      let path = AdminPath.customer(known.record.id, of: visit.app.id)
      return Self.redirect(to: at.map { "\(path)?at=\($0.milliseconds)" } ?? path)
    }
    let background = try await service.operators.background(of: known)
    let notes = try await service.operators.notes(about: known)
    let done = visit.role.seesAudit ? try await entries(of: id, in: visit.app) : []
    return pages.response(
      "admin-customer",
      CustomerPage(
        known, background, isNow: at == nil, notes: notes, audit: done.map(AuditRow.init),
        now: service.records.clock(), for: visit),
      title: CustomerPage.title(known, background), at: .customer, for: visit)
  }

  /// Shows what a change would do, and makes it once that was confirmed; or writes a note; or asks the App Store, which
  /// changes nothing that the store has not signed.
  ///
  /// - Parameter incoming: The request, with the fields of the form.
  /// - Returns: The page that asks, or the way back to the customer's.
  /// - Throws: `Problem` with code `insufficient_scope`, or with what the change is refused with.
  func changeCustomer(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.changesCustomers, of: visit)
    let id: Customer.ID = try incoming.name("customer")
    var fields = try incoming.formFields
    if fields["change"] == "ask-store" {
      try await service.operators.askStore(about: id, in: visit.app)
      return Self.redirect(to: AdminPath.customer(id, of: visit.app.id))
    }
    if fields["change"] == "note" {
      let text = (fields["reason"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      try await service.operators.note(text, on: id, by: visit.person)
      return Self.redirect(to: AdminPath.customer(id, of: visit.app.id))
    }
    fields["receiver"] = try await receiver(fields["receiver"], for: visit)
    let change = try CustomerChange(fields)
    guard fields["confirmed"] == "yes" else {
      let preview = try await service.operators.preview(change, of: id, by: visit.person)
      return try page(change, preview, of: id, fields, for: visit)
    }
    let key = try IncomingRequest.key(fields["key"])
    guard let basis = fields["basis"].flatMap({ PreviewBasis($0) }) else {
      throw Problem(.invalidValue, "The form does not say what it confirms: open the page again.")
    }
    do throws(Problem) {
      if let (preview, changes) = try await service.operators.confirm(
        change, basis, of: id, key: key, by: visit.person)
      {
        return try page(change, preview, insteadOf: changes, of: id, fields, for: visit)
      }
    } catch {
      // The second click of a double click finds the customer erased already.
      guard change.erases, error.code == .unknownCustomer else { throw error }
    }
    return Self.redirect(
      to: change.erases
        ? AdminPath.root(of: visit.app.id) : AdminPath.customer(id, of: visit.app.id))
  }

  /// The customer who gets a purchase, by id or by the email address of an account, which people know.
  private func receiver(
    _ text: String?, for visit: AdminVisit
  ) async throws(Problem) -> String? {
    guard let email = text?.trimmingCharacters(in: .whitespaces), email.contains("@") else {
      return text
    }
    let found = try await service.operators.find(.email(email), by: visit.person).customers
    guard found.count == 1, let customer = found.first else {
      throw Problem(.unknownCustomer, "No account of the app has the email address \(email).")
    }
    return customer.id.rawValue
  }

  /// The page that asks whether to make a change.
  ///
  /// - Parameter changes: What has changed since an earlier preview that was confirmed too late; nil for the first
  ///   preview.
  /// - Returns: The page, with status 409 if it replaces an earlier preview.
  /// - Throws: `Problem` if the form cannot be encoded.
  private func page(
    _ change: CustomerChange, _ preview: ChangePreview, insteadOf changes: [String]? = nil,
    of customer: Customer.ID, _ fields: [String: String], for visit: AdminVisit
  ) throws(Problem) -> Response {
    var posted = fields
    posted["form"] = visit.formToken
    posted["confirmed"] = "yes"
    posted["basis"] = try PreviewBasis(preview, in: visit.app).text()
    if changes == nil {
      posted["key"] = service.promotionalOffers.identifiers.bytes(16).hexadecimal
    }
    return pages.response(
      "admin-change",
      ChangePage(change, preview, of: customer, fields: posted, changes: changes, for: visit),
      title: change.title, at: .changeCustomer, for: visit,
      status: changes == nil ? .ok : .conflict)
  }

  /// Everything that is stored about a customer, as a file.
  ///
  /// - Parameter visit: The person; prices are left out for roles that see none.
  /// - Throws: `Problem` with code `unknown_customer`, or if the ledger cannot be read or written.
  func exportCustomer(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    let export = try await service.operators.export(
      of: try incoming.name("customer"), for: visit.person)
    return pages.file(try await export.body(), named: "customer.json")
  }

  private func entries(
    of customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> [LedgerAuditEntry] {
    try await Problem.catching(
      await service.records.ledger.administration.audit(
        LedgerAuditFilter(customer: customer), in: app.id))
  }

  /// The instant of a field, as a link or a person writes it; nil without one.
  static func instant(_ text: String?) throws(Problem) -> Instant? {
    guard let text, !text.isEmpty else { return nil }
    if let milliseconds = Int64(text) { return Instant(milliseconds: milliseconds) }
    // A field for dates and times has no zone; the pages show UTC.
    guard let instant = Instant(text) ?? Instant("\(text):00Z") ?? Instant("\(text)Z") else {
      throw Problem(
        .invalidValue, "This is not a date and time: use a form such as 2026-03-02T09:00.")
    }
    return instant
  }
}
