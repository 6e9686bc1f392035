import Tollgate
import TollgateLedger
import TollgateSimulation

extension WorldServer {
  /// The number of facts that are read at a time.
  private static let page = 1000

  /// What the ledger holds of a customer, or of the one that it was merged into; nil if it holds nothing.
  func record(of id: Customer.ID) async -> CustomerRecord? {
    do {
      let record = try await backend.ledger.record(of: id, in: backend.app)
      guard let survivor = record?.mergedInto else { return record }
      return try await backend.ledger.record(of: survivor, in: backend.app)
    } catch {
      return nil
    }
  }

  /// Reads the ledger; where it cannot be read further, what was read until then.
  func ledger(_ filter: LedgerFilter) async -> LedgerExcerpt {
    var excerpt = LedgerExcerpt()
    excerpt.add(await entries(after: 0), by: filter)
    return excerpt
  }

  /// The facts that follow a position of the ledger; none where it cannot be read.
  func entries(after sequence: Int) async -> [LedgerEntry] {
    var found: [LedgerEntry] = []
    do {
      while true {
        let page = try await backend.ledger.entries(
          after: found.last?.sequence ?? sequence, in: backend.app, limit: Self.page)
        found += page
        if page.count < Self.page { return found }
      }
    } catch {
      return found
    }
  }

  /// The fact at a position of the ledger; nil if the position is empty.
  func entry(at sequence: Int) async -> LedgerEntry? {
    do {
      let entries = try await backend.ledger.entries(
        after: sequence - 1, in: backend.app, limit: 1)
      return entries.first { $0.sequence == sequence }
    } catch {
      return nil
    }
  }
}
