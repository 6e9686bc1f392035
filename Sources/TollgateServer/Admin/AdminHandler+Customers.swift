import Foundation
import Hummingbird
import Tollgate
import TollgateHTML
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The first page, with the numbers of the app, which finds customers.
  ///
  /// - Parameters:
  ///   - incoming: The request; the field `q` of its query is what to look for.
  ///   - visit: The person.
  /// - Returns: The page, with whoever was found.
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
    return pages.response(
      "admin-customers",
      CustomersPage(
        text, matches.values.sorted { $0.id < $1.id }, note: note,
        text.isEmpty ? try await firstScreen(visit) : nil,
        text.isEmpty ? try await latestTransactions(visit) : nil,
        text.isEmpty && visit.app.isDevelopment ? try await latestFacts(visit) : nil,
        of: visit.app.id),
      title: "Customers", at: .customers, for: visit,
      script: text.isEmpty ? AdminFiles.customersScript : nil)
  }

  /// The latest transactions alone, which the first page reads again.
  ///
  /// - Parameter visit: The person.
  /// - Returns: The list, as a part of a page.
  /// - Throws: `Problem` if the ledger cannot be read.
  func transactions(_ visit: AdminVisit) async throws(Problem) -> Response {
    pages.part("admin-transactions", try await latestTransactions(visit))
  }

  private func latestTransactions(
    _ visit: AdminVisit
  ) async throws(Problem) -> LatestTransactions {
    guard let ledger = service.records.ledger as? any LedgerChartSource else {
      return LatestTransactions([], for: visit)
    }
    do {
      return LatestTransactions(
        try await ledger.activity.transactions(latest: LatestTransactions.limit, in: visit.app.id),
        for: visit)
    } catch {
      throw Problem(error)
    }
  }

  /// The latest facts; none for an app in production, where they would be a stranger's every few milliseconds.
  ///
  /// - Parameter visit: The person.
  /// - Returns: The list.
  /// - Throws: `Problem` if the ledger cannot be read.
  func latestFacts(_ visit: AdminVisit) async throws(Problem) -> LatestFacts {
    guard visit.app.isDevelopment, let ledger = service.records.ledger as? any LedgerChartSource
    else { return LatestFacts([], of: visit.app.id) }
    do {
      return LatestFacts(
        try await ledger.activity.facts(latest: LatestFacts.limit, in: visit.app.id),
        of: visit.app.id)
    } catch {
      throw Problem(error)
    }
  }

  /// A customer's page, now or as of an instant.
  ///
  /// - Parameters:
  ///   - incoming: The request; the field `at` of its query is the instant.
  ///   - visit: The person.
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
    let done = visit.role.seesAudit ? try await entries(of: id, in: visit.app) : []
    return pages.response(
      "admin-customer",
      CustomerPage(
        known, isNow: at == nil, audit: done.map(AuditRow.init), now: service.records.clock(),
        for: visit),
      title: "\(id)", at: .customer, for: visit)
  }

  /// Shows what a change would do, and makes it once that was confirmed.
  ///
  /// - Parameters:
  ///   - incoming: The request, with the fields of the form.
  ///   - visit: The person.
  /// - Returns: The page that asks, or the way back to the customer's.
  /// - Throws: `Problem` with code `insufficient_scope`, or with what the change is refused with.
  func changeCustomer(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.changesCustomers, of: visit)
    let id: Customer.ID = try incoming.name("customer")
    var fields = try incoming.formFields
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
  /// - Parameters:
  ///   - change: The change.
  ///   - preview: What it would do.
  ///   - changes: What has changed since an earlier preview that was confirmed too late; nil for the first preview.
  ///   - customer: The customer.
  ///   - fields: The fields of the form.
  ///   - visit: The person.
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
  /// - Parameters:
  ///   - incoming: The request.
  ///   - visit: The person; prices are left out for roles that see none.
  /// - Returns: The file.
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
    do {
      return try await service.records.ledger.administration.audit(
        LedgerAuditFilter(customer: customer), in: app.id)
    } catch {
      throw Problem(error)
    }
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
