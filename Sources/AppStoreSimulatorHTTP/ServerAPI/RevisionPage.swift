import AppStore
import AppStoreSimulator

/// A page of a customer's transactions, in the order of an instant that each has.
///
/// A revision names the last transaction of a page; what comes after it is the next page, now or later.
struct RevisionPage {
  /// How many transactions a page has.
  static let limit = 20

  let transactions: [Signed<TransactionPayload>]
  let revision: String?
  let hasMore: Bool

  /// The place of a transaction among the others.
  private struct Place: Hashable, Comparable {
    var instant: Milliseconds
    var id: String

    init(instant: Milliseconds, id: String) {
      self.instant = instant
      self.id = id
    }

    init(revision: String) throws(ServerAPIRefusal) {
      let parts = revision.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let instant = Int64(parts[0]), StoreService.isIdentifier(parts[1])
      else { throw ServerAPIRefusal(.invalidRequestRevision) }
      self.init(instant: Milliseconds(instant), id: parts[1])
    }

    var revision: String { "\(instant.rawValue)_\(id)" }

    static func < (left: Self, right: Self) -> Bool {
      (left.instant, left.id) < (right.instant, right.id)
    }
  }

  /// Cuts the page after a revision out of the transactions; nil begins with the first.
  init(
    of all: [Signed<TransactionPayload>], by instant: (TransactionPayload) -> Milliseconds,
    after revision: String?, isDescending: Bool = false
  ) throws(ServerAPIRefusal) {
    let start = try revision.map { text throws(ServerAPIRefusal) in try Place(revision: text) }
    var placed = all.map {
      (Place(instant: instant($0.payload), id: $0.payload.transactionId), $0)
    }
    placed.sort { isDescending ? $0.0 > $1.0 : $0.0 < $1.0 }
    if let start { placed.removeAll { isDescending ? $0.0 >= start : $0.0 <= start } }
    let page = placed.prefix(Self.limit)
    transactions = page.map(\.1)
    self.revision = page.last?.0.revision ?? revision
    hasMore = placed.count > page.count
  }
}
