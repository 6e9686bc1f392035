/// A named value of a ledger as a whole, such as the keys that it is served with; never a secret.
///
/// Names are free, so that a component can store its own without a migration; unknown names read as nil.
public struct LedgerProperty: Hashable, Sendable {
  /// The ids and states of the server's keys when the ledger was last served.
  public static let serverKeys = LedgerProperty("server-keys")
  /// The environment of the store that the ledger's server is for.
  public static let environment = LedgerProperty("environment")

  /// The name.
  public let name: String

  /// Creates a property.
  public init(_ name: String) { self.name = name }
}
