import Tollgate
import TollgateLedger
import TollgateWire

extension Operators {
  /// The greatest number of customers that are read for a list.
  static let listScanLimit = 20_000
  /// How many customers are read at once.
  static let listBatch = 500

  /// Lists customers, of a limited number that are read in the order of their ids.
  ///
  /// What holds for a customer follows from their own facts: uses that others count in a shared trial are left out.
  ///
  /// - Parameters:
  ///   - filter: Which customers.
  ///   - last: The customer after whom to read; nil reads from the first.
  ///   - app: The app.
  ///   - limit: The greatest number of customers to read.
  ///   - batch: How many of them are read at once.
  ///   - enough: The number of matches after which no more are read if the app has more customers than the limit; nil
  ///     reads up to the limit.
  /// - Returns: The customers, newest first, and how far it was read.
  /// - Throws: `Problem` if the ledger cannot be read.
  func list(
    _ filter: CustomerList.Filter, after last: Customer.ID? = nil, in app: ServedApp,
    limit: Int = listScanLimit, batch: Int = listBatch, enough: Int? = nil
  ) async throws(Problem) -> CustomerList {
    guard let source = records.ledger as? any LedgerHistorySource else {
      throw Problem(.ledgerUnavailable, "The ledger has no histories.")
    }
    let histories: any LedgerHistories
    do { histories = try await source.openHistories() } catch { throw Problem(error) }
    let result: Result<CustomerList, Problem>
    do throws(Problem) {
      result = .success(
        try await read(
          histories, filter, after: last, in: app, limit: limit, batch: batch, enough: enough))
    } catch {
      result = .failure(error)
    }
    await histories.close()
    return try result.get()
  }

  /// Reads batches of customers, until there are no more, the limit is reached or enough are found.
  private func read(
    _ histories: any LedgerHistories, _ filter: CustomerList.Filter, after first: Customer.ID?,
    in app: ServedApp, limit: Int, batch: Int, enough: Int?
  ) async throws(Problem) -> CustomerList {
    var rows: [CustomerList.Row] = []
    var (read, last) = (0, first)
    var hasMore = true
    let total: Int
    do { total = try await histories.customerCount(in: app.id) } catch { throw Problem(error) }
    let needed = total > limit ? enough ?? .max : .max
    while hasMore && read < limit && rows.count < needed {
      let size = min(batch, limit - read)
      let next: [LedgerHistory]
      do {
        next = try await histories.histories(after: last, in: app.id, limit: size)
      } catch {
        throw Problem(error)
      }
      for history in next where !history.customer.isPlaceholder {
        if let row = try await row(of: history, in: app), filter.allows(row) { rows.append(row) }
      }
      read += next.count
      last = next.last?.customer ?? last
      hasMore = next.count == size
    }
    return CustomerList(
      rows: rows.sorted { ($1.since, $1.customer) < ($0.since, $0.customer) }, read: read,
      total: total, next: hasMore ? last : nil)
  }

  /// The row of a customer; nil for one about whom nothing was recorded, or who was erased.
  private func row(
    of history: LedgerHistory, in app: ServedApp
  ) async throws(Problem) -> CustomerList.Row? {
    let facts: [(at: Instant, fact: Fact)]
    do { facts = try history.facts() } catch { throw Problem(error) }
    guard let since = facts.first?.at else { return nil }
    let record = try await records.applyingSandboxPolicy(
      to: CustomerRecord(
        id: history.customer, version: 0, customer: Customer(facts.map(\.fact))), in: app)
    return CustomerList.Row(
      record, since: since,
      Membership(
        unchangingFor: record.customer, in: app.blueprint, at: try records.instant(for: record)))
  }
}
