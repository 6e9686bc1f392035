import Tollgate
import TollgateLedger

/// Which facts of the ledger the page shows.
struct LedgerFilter: Equatable {
  /// The number of rows at first, and how many more each request for older ones shows.
  static let rows = 60

  /// The customer whose facts are shown; nil for everybody's.
  var customer: Customer.ID?
  /// The maximum number of rows.
  var limit = rows
}

/// What the page shows of a ledger, read from its first fact to its last.
struct LedgerExcerpt {
  /// A customer with facts in the ledger.
  struct Person: Equatable {
    let id: Customer.ID
    /// The number of the customer's facts.
    var facts = 0
    /// When the last of them was recorded.
    var latest: Instant
  }

  /// The facts that are shown, oldest first.
  private(set) var entries: [LedgerEntry] = []
  /// The number of facts that the filter lets through.
  private(set) var matching = 0
  /// The number of facts in the ledger.
  private(set) var recorded = 0
  /// The position of the ledger's newest fact; 0 for an empty ledger.
  private(set) var last = 0
  /// Everybody with facts in the ledger, in the order of their first.
  private(set) var people: [Person] = []

  /// Takes in the facts that follow.
  mutating func add(_ page: [LedgerEntry], by filter: LedgerFilter) {
    for entry in page {
      let index = people.firstIndex { $0.id == entry.customer } ?? people.count
      if index == people.count { people.append(Person(id: entry.customer, latest: entry.at)) }
      people[index].facts += 1
      people[index].latest = max(people[index].latest, entry.at)
    }
    let matches = page.filter { filter.customer == nil || $0.customer == filter.customer }
    entries = Array((entries + matches).suffix(filter.limit))
    matching += matches.count
    recorded += page.count
    last = page.last?.sequence ?? last
  }

  /// When the last fact of any of several customers was recorded; nil if they have no facts.
  func latest(of customers: Set<Customer.ID>) -> Instant? {
    people.filter { customers.contains($0.id) }.map(\.latest).max()
  }
}
