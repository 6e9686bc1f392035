import Tollgate
import TollgateLedger

/// The transactions of an app that were recorded last.
struct LatestTransactions: Sendable {
  /// A transaction, by what was recorded last about it.
  struct Row: Sendable {
    /// When that was recorded.
    let at: String
    /// What people know the customer by, or else the id.
    let customer: String
    /// The path of the customer's page.
    let path: String
    /// The product's name.
    let product: String
    let what: String
    /// The style of its badge.
    let mark: String
    /// The environment; nil for production.
    let environment: String?
    /// The price; empty for roles that see no prices.
    let price: String
  }

  /// How many entries are read.
  static let limit = 20

  /// The path from which the list is read again.
  let source: String
  /// The transactions, newest first.
  let rows: [Row]
  let isEmpty: Bool
  let showsPrices: Bool

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - entries: The entries of transactions, newest first.
  ///   - names: What people know their customers by.
  init(_ entries: [LedgerEntry], names: [Customer.ID: String], for visit: AdminVisit) {
    source = "\(AdminPath.root(of: visit.app.id))/transactions"
    showsPrices = visit.role.seesRevenue
    var known: Set<[String]> = []
    rows = entries.compactMap { [showsPrices] entry in
      guard case .transaction(let transaction) = entry.fact,
        known.insert([transaction.environment.rawValue, transaction.id.rawValue]).inserted
      else { return nil }
      return Row(
        at: entry.at.minute, customer: names[entry.customer] ?? "\(entry.customer)",
        path: AdminPath.customer(entry.customer, of: visit.app.id),
        product: visit.app.blueprint.spokenName(of: transaction.product), what: transaction.kind,
        mark: transaction.revokedAt == nil && !transaction.isRefunded ? "good" : "bad",
        environment: transaction.environment == .production
          ? nil : transaction.environment.rawValue,
        price: showsPrices ? transaction.listedPrice : "")
    }
    isEmpty = rows.isEmpty
  }
}

extension StoreTransaction {
  /// What it is, in a word or two.
  fileprivate var kind: String {
    if revokedAt != nil, ownership == .familyShared { return "sharing ended" }
    if let returned, let price, 0 < returned.milliunits, returned.milliunits < price.milliunits {
      return "partial refund"
    }
    if revokedAt != nil { return "refund" }
    if offer?.payment == .freeTrial { return "free trial" }
    return renews ? "renewal" : "purchase"
  }

  /// The price, and how much of it was returned if that was only a part.
  fileprivate var listedPrice: String {
    guard let price else { return "" }
    let isPart = returned.map { 0 < $0.milliunits && $0.milliunits < price.milliunits } ?? false
    let part = isPart ? returned.map { "\($0.amount) of " } : nil
    return (part ?? "") + price.text
  }
}
