import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tollgate
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// Customers by state and product, as a page or as CSV.
  ///
  /// - Parameters:
  ///   - incoming: The request; its query has `state`, `product`, the customer `after` whom to read, the number of the
  ///     `page`, and `format` for CSV.
  ///   - visit: The person.
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
    let last = fields["after"].map { Customer.ID($0) }
    let (chosen, isFile) = (filter, fields["format"] == "csv")
    let list: CustomerList
    do throws(Problem) {
      list = try await chartQueue.count { () async throws(Problem) in
        try await service.operators.list(
          chosen, after: last, in: visit.app, enough: isFile ? nil : ListsPage.size)
      }
    } catch {
      guard error.code == .busy else { throw error }
      throw Problem(.busy, "Another list or chart is being read: try again in a moment.")
    }
    if isFile { return csv(list, visit) }
    let page = fields["page"].flatMap { Int($0) } ?? 1
    return pages.response(
      "admin-lists", ListsPage(list, filter, after: last, page: max(1, page), for: visit),
      title: "Lists", at: .lists, for: visit)
  }

  /// The file of a list, whose columns are those that the person may see.
  private func csv(_ list: CustomerList, _ visit: AdminVisit) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"customers.csv\"",
        .xContentTypeOptions: "nosniff",
      ],
      body: ResponseBody(
        byteBuffer: ByteBuffer(string: list.csv(showsRevenue: visit.role.seesRevenue))))
  }
}
