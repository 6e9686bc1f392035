public import Tollgate

/// A request to create the caller's profile.
///
/// Both members are checks against acting for the wrong person, for example after another one signed in on the device.
public struct ProfileRequest: Hashable, Sendable, Codable {
  /// The customer that the caller expects the session to belong to; the request is refused if it belongs to another.
  public let customer: Customer.ID?
  /// The email address that the caller expects the session to have; the request is refused if it has another.
  public let email: String?

  public init(customer: Customer.ID? = nil, email: String? = nil) {
    self.customer = customer
    self.email = email
  }
}

/// An account's profile.
///
/// Its rows are created from the blueprint's tables with their initial values, which later blueprints do not change.
public struct ProfileResponse: Hashable, Sendable, Codable {
  /// The rows of one table, in the blueprint's order.
  public struct Table: Hashable, Sendable {
    public let name: String
    public let rows: [ProfileRow]

    public init(name: String, rows: [ProfileRow]) {
      self.name = name
      self.rows = rows
    }
  }

  public let id: Customer.ID
  public let account: Account.ID
  /// The account's email address, if the session knows it.
  public let email: String?
  /// Its tables, in the blueprint's order.
  public let tables: [Table]
  /// The facts that were appended; empty if the profile was complete.
  public var facts: [Fact] { wireFacts.wrappedValue }
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock at the response.
  public let serverTime: Instant

  private let wireFacts: WireFacts

  private enum CodingKeys: String, CodingKey {
    case id, account, email, tables, version, serverTime
    case wireFacts = "facts"
  }

  public init(
    id: Customer.ID, account: Account.ID, email: String?, tables: [Table], facts: [Fact],
    version: Int, serverTime: Instant
  ) {
    self.id = id
    self.account = account
    self.email = email
    self.tables = tables
    wireFacts = WireFacts(wrappedValue: facts)
    self.version = version
    self.serverTime = serverTime
  }
}

extension ProfileResponse.Table: Codable {
  private enum Key: String { case name, rows }

  /// Decodes a table and its rows.
  public init(from decoder: any Decoder) throws {
    let wire = try WireReader<Key>(decoder)
    name = try wire.decode(String.self, forKey: .name)
    rows = try wire.decode([ProfileRow].self, forKey: .rows)
  }

  /// Encodes the table and its rows.
  public func encode(to encoder: any Encoder) throws {
    var wire = WireWriter<Key>(encoder)
    try wire.encode(name, forKey: .name)
    try wire.encode(rows, forKey: .rows)
  }
}
