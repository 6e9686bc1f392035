import Tollgate

/// Customers by state and product.
struct ListsPage: Sendable {
  /// The greatest number of customers on a page.
  static let size = 100
  /// How many customers of a long list are read before the page is shown.
  static let firstPart = 200

  /// A customer.
  struct Row: Sendable {
    let customer: String
    let path: String
    let since: String
    let states: String
    let product: String
    let expires: String
    let environment: String
    /// What was paid last; empty for a role that sees no prices.
    let price: String
  }

  /// A part of a list that is too long to be read at once.
  struct Part: Sendable {
    /// How many customers match.
    let matches: Int
    /// How many were read.
    let read: Int
    /// How many were read for the parts before; nil for the first.
    let before: Int?
  }

  let path: String
  /// The states and the products to choose from.
  let states: [PageChoice]
  let products: [PageChoice]
  /// The customers on this page: newest first if all were read, and otherwise in the order of their ids.
  let rows: [Row]
  /// Whether this page has no customers.
  let isEmpty: Bool
  /// Whether there is a column for the price.
  let showsPrices: Bool
  /// How many match, and which of them are shown; nil for a part of a list.
  let summary: String?
  /// How far a part of a list was read; nil for a whole one.
  let part: Part?
  /// The paths of the pages around this one, of the customers who were not read, and of the CSV file.
  let newer: String?
  let older: String?
  let rest: String?
  let csv: String

  /// Creates a page of a list.
  ///
  /// - Parameters:
  ///   - list: The list; one page of it is shown.
  ///   - filter: The filter that the form shows.
  ///   - last: The customer after which the list was read; nil if it was read from the first.
  ///   - before: How many customers were read up to that one.
  ///   - page: The number of the page, from 1.
  init(
    _ list: CustomerList, _ filter: CustomerList.Filter, after last: Customer.ID?, before: Int,
    page: Int, for visit: AdminVisit
  ) {
    let path = "\(AdminPath.root(of: visit.app.id))/lists"
    let showsPrices = visit.role.seesRevenue
    let fields = [
      ("state", filter.state?.rawValue), ("product", filter.product?.rawValue),
    ]
    func link(_ more: [(String, String?)]) -> String {
      AdminPath.link(path, (fields + more).compactMap { name, value in value.map { (name, $0) } })
    }
    self.path = path
    self.showsPrices = showsPrices
    states = PageChoice.list(
      [("", "all")] + CustomerState.allCases.map { ($0.rawValue, $0.title) },
      chosen: filter.state?.rawValue ?? "")
    products = PageChoice.list(
      [("", "all")]
        + visit.app.blueprint.definition.products.map { ($0.id.rawValue, $0.id.rawValue) },
      chosen: filter.product?.rawValue ?? "")
    let isWhole = last == nil && list.next == nil
    let (first, end) =
      isWhole ? list.rows.count.bounds(ofPage: page, size: Self.size) : (0, list.rows.count)
    rows = (isWhole ? list.newestFirst : list.rows)[first..<end].map { row in
      Row(
        customer: "\(row.customer)", path: AdminPath.customer(row.customer, of: visit.app.id),
        since: row.since.minute, states: row.states.map(\.title).sorted().joined(separator: ", "),
        product: row.product.map { "\($0)" } ?? "", expires: row.expiresAt?.minute ?? "",
        environment: row.environment?.rawValue ?? "",
        price: row.price.flatMap { showsPrices ? $0.text : nil } ?? "")
    }
    isEmpty = rows.isEmpty
    summary = isWhole ? Self.summary(list.rows.count, shown: first..<end) : nil
    part =
      isWhole
      ? nil : Part(matches: list.rows.count, read: list.read, before: before > 0 ? before : nil)
    newer = isWhole && page > 1 ? link([("page", "\(page - 1)")]) : nil
    older = end < list.rows.count ? link([("page", "\(page + 1)")]) : nil
    rest = list.next.map { link([("after", $0.rawValue), ("read", "\(before + list.read)")]) }
    csv = link([("format", "csv")])
  }

  private static func summary(_ count: Int, shown: Range<Int>) -> String {
    let place =
      shown.isEmpty || shown.count == count
      ? "" : "; \(shown.lowerBound + 1) to \(shown.upperBound) are shown"
    return "\(count) \(count == 1 ? "customer matches" : "customers match")\(place), newest first."
  }
}

extension Int {
  /// The bounds of a page of that size; those of an empty page beyond the last.
  fileprivate func bounds(ofPage page: Int, size: Int) -> (first: Int, end: Int) {
    let first = Swift.min(self, (Swift.min(page, self / size + 2) - 1) * size)
    return (first, Swift.min(self, first + size))
  }
}
