import Foundation
import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The destinations of webhooks, with their latest events.
  ///
  /// - Throws: `Problem` with code `insufficient_scope`, or if the ledger cannot be read.
  func webhooks(_ visit: AdminVisit) async throws(Problem) -> Response {
    try require(\.seesWebhooks, of: visit)
    let overviews = try await Problem.catching(await deliveries(of: visit.app).overviews())
    return pages.response(
      "admin-webhooks", WebhooksPage(overviews, for: visit), title: "Webhooks", at: .webhooks,
      for: visit)
  }

  /// Sends events of a time or a customer again.
  ///
  /// - Parameter incoming: The request; the form's fields are `destination`, and `customer`, `from` or `until`.
  /// - Returns: The way back to the page.
  /// - Throws: `Problem` with code `insufficient_scope`, `invalid_value` or `unknown_customer`, or if the ledger cannot be
  ///   written.
  func replayWebhooks(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.seesWebhooks, of: visit)
    let fields = try incoming.formFields
    let customer = (fields["customer"] ?? "").trimmingCharacters(in: .whitespaces)
    let from = try Self.instant(fields["from"])
    guard let name = WebhookDestination.Name(rawValue: fields["destination"] ?? "") else {
      throw Problem(.invalidValue, "There is no such destination.")
    }
    guard !customer.isEmpty || from != nil else {
      throw Problem(
        .invalidValue,
        "Name a customer or a time: `tollgate webhooks replay` sends everything again.")
    }
    let until = try Self.instant(fields["until"])
    try await deliveries(of: visit.app).replay(
      to: name, from: from, until: until, of: customer.isEmpty ? nil : Customer.ID(customer),
      by: visit.session.email, at: service.records.clock())
    return Self.redirect(to: "\(AdminPath.root(of: visit.app.id))/webhooks")
  }

  private func deliveries(of app: ServedApp) -> WebhookDeliveries {
    WebhookDeliveries(service.records.ledger, of: app.id)
  }
}
