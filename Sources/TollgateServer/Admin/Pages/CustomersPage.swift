import Tollgate
import TollgateWire

/// The first page: its numbers, a field that finds customers, and the latest transactions and facts.
struct CustomersPage: Sendable {
  /// A customer who was found.
  struct Match: Sendable {
    let id: String
    let path: String
    /// What people know the customer by, or else the account; nil for an anonymous customer.
    let name: String?
    let phase: String
    let entitlements: String?
  }

  let path: String
  /// What was searched for.
  let query: String
  /// The customers, by id.
  let matches: [Match]
  /// Whether something was searched for, and nothing found.
  let isEmpty: Bool
  /// What could not be searched.
  let note: String?
  /// What waits for somebody; nil if nothing does, and during a search.
  let attention: Attention?
  /// The numbers; nil for roles that see no revenue, during a search, and before any were counted.
  let numbers: FirstScreen?
  /// The latest transactions; nil while they search.
  let latest: LatestTransactions?
  /// The latest facts; nil in production, and while they search.
  let facts: LatestFacts?

  init(
    _ query: String, _ found: [CustomerMatches.Match], names: [Customer.ID: String],
    note: String?, _ attention: Attention?, _ numbers: FirstScreen?,
    _ latest: LatestTransactions?, _ facts: LatestFacts?, of app: Blueprint.App.ID
  ) {
    path = AdminPath.root(of: app)
    self.query = query
    matches = found.map { match in
      Match(
        id: "\(match.id)", path: AdminPath.customer(match.id, of: app),
        name: names[match.id] ?? match.account.map { "\($0)" }, phase: match.phase.rawValue,
        entitlements: match.entitlements.isEmpty
          ? nil : match.entitlements.map(\.rawValue).joined(separator: ", "))
    }
    isEmpty = !query.isEmpty && found.isEmpty
    self.note = note
    self.attention = attention
    self.numbers = numbers
    self.latest = latest
    self.facts = facts
  }
}
