import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tollgate
import TollgateHTML
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// Customers by state and product, as a page or as CSV.
  ///
  /// - Parameter incoming: The request; its query has `state`, `product`, the customer `after` which to read, how many
  ///   were `read` up to there, the number of the `page`, and `format` for CSV.
  /// - Returns: The page or the file.
  /// - Throws: `Problem` with code `insufficient_scope`, `invalid_value` or `busy`, or if the ledger cannot be read.
  func lists(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.seesCustomers, of: visit)
    let fields = try incoming.queryFields.filter { !$0.value.isEmpty }
    var filter = CustomerList.Filter()
    if let text = fields["state"] {
      guard let state = CustomerState(rawValue: text) else {
        throw Problem(.invalidValue, "There is no such state.")
      }
      filter.state = state
    }
    filter.product = fields["product"].map { CatalogProduct.ID($0) }
    if fields["format"] == "csv" { return try await file(of: filter, for: visit) }
    let last = fields["after"].map { Customer.ID($0) }
    let chosen = filter
    let list = try await listQueue.run(visit.app.id) { () async throws(Problem) in
      // The first part is small, so that the page is soon there; its script reads on.
      try await service.operators.list(
        chosen, after: last, in: visit.app,
        part: last == nil ? ListsPage.firstPart : OperatorService.listPart, rows: ListsPage.size)
    }
    let page = fields["page"].flatMap { Int($0) } ?? 1
    let before = fields["read"].flatMap { Int32($0) } ?? 0
    return pages.response(
      "admin-lists",
      ListsPage(
        list, filter, after: last, before: Int(max(0, before)), page: max(1, page), for: visit),
      title: "Lists", at: .lists, for: visit,
      script: list.next == nil ? nil : AdminFiles.listsScript)
  }

  /// The file of a list, which is sent as it is read; its columns are those that the person may see.
  private func file(
    of filter: CustomerList.Filter, for visit: AdminVisit
  ) async throws(Problem) -> Response {
    let (app, showsRevenue) = (visit.app, visit.role.seesRevenue)
    @Sendable func part(after last: Customer.ID?) async throws(Problem) -> CustomerList {
      try await listQueue.run(app.id) { () async throws(Problem) in
        try await service.operators.list(filter, after: last, in: app, limit: 0)
      }
    }
    let first = try await part(after: nil)
    let body = ResponseBody { writer in
      var (list, text) = (first, CustomerList.csvHeader(showsRevenue: showsRevenue))
      while true {
        text += list.csv(showsRevenue: showsRevenue)
        if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
        guard let last = list.next else { break }
        (list, text) = (try await part(after: last), "")
      }
      try await writer.finish(nil)
    }
    return pages.csv(body, named: "customers")
  }
}
