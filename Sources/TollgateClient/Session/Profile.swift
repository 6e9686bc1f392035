public import Tollgate
import TollgateWire

/// The rows that the blueprint gives an account, as the server created them.
public struct Profile: Hashable, Sendable {
  /// The rows of one table.
  public struct Table: Hashable, Sendable, Identifiable {
    public let name: String
    /// Its rows, in the blueprint's order.
    public let rows: [ProfileRow]

    public var id: String { name }
  }

  public let customer: Customer.ID
  public let account: Account.ID
  /// The account's email address, if the session knows it.
  public let email: String?
  /// Its tables, in the blueprint's order.
  public let tables: [Table]

  /// The rows of a table, in the blueprint's order; empty for an unknown name.
  public subscript(table: String) -> [ProfileRow] {
    tables.first { $0.name == table }?.rows ?? []
  }
}

extension Profile {
  init(_ response: ProfileResponse) {
    customer = response.id
    account = response.account
    email = response.email
    tables = response.tables.map { Table(name: $0.name, rows: $0.rows) }
  }
}
