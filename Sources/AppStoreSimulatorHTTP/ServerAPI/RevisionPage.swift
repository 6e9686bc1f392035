import AppStoreSimulator
import TollgateAppStore

/// A page of a customer's transactions, ordered by a number that each has.
///
/// A revision names the last transaction of a page; what follows it is the next page, now or later. The numbers count
/// changes instead of measuring time, so no change is missed if two share an instant.
struct RevisionPage {
  /// The number of transactions on a page.
  static let limit = 20

  /// The latest versions of the transactions of the page, in order.
  let transactions: [Signed<TransactionPayload>]
  /// The revision with which the next page is requested; also stated on the last page.
  let revision: String

  /// Whether another page follows now.
  let hasMore: Bool

  /// Selects the page after a revision; nil starts with the first.
  ///
  /// - Parameters:
  ///   - number: The number to order by; transactions without a number are left out.
  ///   - revision: The revision of the previous page.
  ///   - isDescending: Whether the highest number comes first.
  ///   - shape: How the page is cut.
  /// - Throws: `invalidRequestRevision` for a revision that no page has.
  init(
    of all: [TransactionChange], by number: (TransactionChange) -> Int?, after revision: String?,
    isDescending: Bool = false, shape: PageShape = PageShape()
  ) throws(ServerAPIRefusal) {
    let last = try revision.map { text throws(ServerAPIRefusal) in try Self.number(of: text) }
    var rest = all.compactMap { change in
      number(change).map { (number: $0, transaction: change.transaction) }
    }
    rest.sort { isDescending ? $0.number > $1.number : $0.number < $1.number }
    let listed = rest.prefix { earlier in
      last.map { isDescending ? earlier.number >= $0 : earlier.number <= $0 } ?? false
    }
    rest.removeFirst(listed.count)
    let page = rest.prefix(shape.limit)
    let repeated = page.isEmpty ? [] : listed.suffix(shape.repeated)
    transactions = (repeated + page).map(\.transaction)
    self.revision = Self.revision(after: page.last?.number ?? last ?? (isDescending ? .max : 0))
    hasMore = rest.count > page.count
  }

  private static let prefix = "r_"

  private static func revision(after number: Int) -> String { "\(prefix)\(number)" }

  /// The number of the last transaction of the page that a revision names.
  private static func number(of revision: String) throws(ServerAPIRefusal) -> Int {
    let digits = revision.dropFirst(prefix.count)
    guard revision.hasPrefix(prefix), IdentifierFormat.isTransactionID(String(digits)),
      let number = Int(digits)
    else { throw ServerAPIRefusal(.invalidRequestRevision) }
    return number
  }
}
