import Tollgate
import TollgateLedger
import TollgateWire

extension OperatorService {
  /// The greatest number of customers who are listed as a whole.
  static let listLimit = 20_000
  /// How many customers of a larger app are read for a part of its list.
  static let listPart = 1_000
  /// How many customers are read at once.
  static let listBatch = 500

  /// Lists customers, all of them or those of a part that is read in the order of their ids.
  ///
  /// What holds for a customer follows from their own facts: uses that others count in a shared trial are left out.
  ///
  /// - Parameters:
  ///   - last: The customer after which to read; nil reads from the first.
  ///   - limit: The greatest number of customers for which an app's list is read as a whole.
  ///   - part: How many customers of a larger app are read.
  ///   - rows: How many matches of a larger app are listed at most.
  ///   - batch: How many are read at once.
  /// - Returns: The customers in the order of their ids, and how far it was read.
  func list(
    _ filter: CustomerList.Filter, after last: Customer.ID? = nil, in app: ServedApp,
    limit: Int = listLimit, part: Int = listPart, rows: Int = .max, batch: Int = listBatch
  ) async throws(Problem) -> CustomerList {
    let histories = try await Problem.catching(await records.ledger.histories())
    let result: Result<CustomerList, Problem>
    do throws(Problem) {
      result = .success(
        try await read(
          histories, filter, after: last, in: app, limit: limit, part: part, rows: rows,
          batch: batch))
    } catch {
      result = .failure(error)
    }
    await histories.close()
    return try result.get()
  }

  /// Reads batches of customers until there are no more or enough were found.
  private func read(
    _ histories: any LedgerHistories, _ filter: CustomerList.Filter, after first: Customer.ID?,
    in app: ServedApp, limit: Int, part: Int, rows: Int, batch: Int
  ) async throws(Problem) -> CustomerList {
    let isWhole = try await Problem.catching(
      await histories.customerCount(in: app.id, upTo: limit + 1) <= limit)
    let (limit, enough) = isWhole ? (.max, .max) : (part, rows)
    var list = CustomerList(next: first)
    repeat {
      let size = min(batch, limit - list.read)
      let next = try await Problem.catching(
        await histories.histories(
          after: list.next, in: app.id, limit: size, ofBuyers: filter.isOfBuyers))
      for history in next where list.rows.count < enough {
        list.read += 1
        list.next = history.customer
        guard !history.customer.isPlaceholder, !history.customer.isRemoved else { continue }
        if let row = try await row(of: history, in: app), filter.allows(row) {
          list.rows.append(row)
        }
      }
      if next.count < size && next.last.map({ $0.customer == list.next }) ?? true {
        list.next = nil
        return list
      }
    } while list.read < limit && list.rows.count < enough
    return list
  }

  /// The row of a customer; nil for one whose history is empty.
  private func row(
    of history: LedgerHistory, in app: ServedApp
  ) async throws(Problem) -> CustomerList.Row? {
    let facts = try await Problem.catching(try history.facts())
    guard let since = history.since ?? facts.first?.at else { return nil }
    let record = try await records.applyingSandboxPolicy(
      to: CustomerRecord(
        id: history.customer, version: 0, customer: Customer(facts.map(\.fact))), in: app)
    return CustomerList.Row(
      record, since: since,
      Membership(
        unchangingFor: record.customer, in: app.blueprint, plans: false,
        at: try records.instant(for: record)))
  }
}
