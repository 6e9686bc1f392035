package import Foundation
package import Tollgate

/// What was recorded for a customer and for those merged into it, in the order in which it was recorded.
package struct LedgerHistory: Sendable {
  /// The customer, or the placeholder of a purchase that nobody has claimed.
  package let customer: Customer.ID
  /// When the customer's own first fact was recorded; nil without one, as for a purchase that nobody has claimed.
  ///
  /// What was recorded for a purchase before the customer posted it is not their own.
  package let since: Instant?
  /// When each customer's first fact was recorded, from rows without a body.
  let unread: [Instant]
  private let rows: [(at: Int64, body: Data)]

  /// Creates a history of stored facts.
  ///
  /// - Parameter rows: The facts' bodies, each with its customer and the milliseconds at which it was recorded; nil for one
  ///   that was not read.
  package init(of customer: Customer.ID, rows: [(customer: Customer.ID, at: Int64, body: Data?)]) {
    self.customer = customer
    since = rows.lazy.filter { !$0.customer.isPlaceholder }.map(\.at).min()
      .map { Instant(milliseconds: $0) }
    var unread: [Instant] = []
    var stored: [(at: Int64, body: Data)] = []
    for row in rows {
      if let body = row.body {
        stored.append((row.at, body))
      } else {
        unread.append(Instant(milliseconds: row.at))
      }
    }
    self.unread = unread
    self.rows = stored
  }

  /// Decodes the facts, with the server's clock when each was recorded.
  ///
  /// - Returns: The facts, in order.
  /// - Throws: ``LedgerError`` with code `corrupt` or `newerSchema` if one cannot be decoded.
  package func facts() throws(LedgerError) -> [(at: Instant, fact: Fact)] {
    let facts = try StoredFacts.decode(rows.map(\.body))
    return zip(rows, facts).map { (Instant(milliseconds: $0.at), $1) }
  }

  /// Which facts the tables of charts are made of, as a condition of SQL: those of the kinds that charts depend on, with
  /// the attributes and milestones that may be what they ask for.
  package static let isCharted = """
    (kind IN (\(StoredWrite.Row.charted.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))
    OR kind = 'attribute' AND body LIKE '%"\(DeviceProperty.country.attribute)"%'
    OR kind = 'milestone' AND body LIKE '%"\(Milestone.firstSeen)"%')
    """
}

/// The customers whose charts are counted next.
package enum ChartedCustomers: Sendable {
  /// These, without those who are unknown or were merged into others.
  case named([Customer.ID])
  /// Those after one, ordered by id, at most so many; nil for the first ones.
  case next(Customer.ID?, limit: Int)
}

/// The histories of an app's customers, read while servers write to the ledger; nothing is changed or locked.
///
/// Each batch is as of one instant, and all are as of the same one if they were opened so. Otherwise a customer created
/// in the meantime may be missing, and what moves from one to another may be read twice.
package protocol LedgerHistories: Sendable {
  /// How many customers an app has, without those who were merged into others.
  ///
  /// - Parameter limit: The number at which counting stops.
  /// - Returns: The number; the limit if there are more.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func customerCount(in app: Blueprint.App.ID, upTo limit: Int) async throws(LedgerError) -> Int

  /// Returns the histories after a customer, ordered by id; merged customers are part of those they were merged into.
  ///
  /// - Parameters:
  ///   - customer: The last customer of the batch before; nil for the first batch.
  ///   - limit: The greatest number of customers; there are no more if fewer are returned.
  ///   - ofBuyers: Whether to read only the histories of customers with a transaction.
  /// - Returns: The histories; that of a customer who was erased, or is not read, is empty.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func histories(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int, ofBuyers: Bool
  ) async throws(LedgerError) -> [LedgerHistory]

  /// Returns the histories from which the tables of charts are counted; of facts that these do not depend on, they have
  /// only when the first was recorded.
  ///
  /// - Returns: The histories; that of a customer who was erased is empty.
  func chartHistories(
    of customers: ChartedCustomers, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerHistory]

  /// Closes the connection.
  func close() async
}

extension LedgerHistories {
  /// Returns the histories after a customer, with or without a transaction.
  package func histories(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerHistory] {
    try await histories(after: customer, in: app, limit: limit, ofBuyers: false)
  }
}
