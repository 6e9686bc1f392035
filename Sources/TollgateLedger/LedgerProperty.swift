package import Tollgate

/// A named value of a ledger as a whole, such as the keys that it is served with; never a secret.
///
/// Names are free, so that a component can store its own without a migration; unknown names read as nil.
public struct LedgerProperty: Hashable, Sendable {
  /// The ids and states of the server's keys when the ledger was last served.
  public static let serverKeys = LedgerProperty("server-keys")
  /// The environment of the store that the ledger's server is for.
  public static let environment = LedgerProperty("environment")

  /// What the names of ``blueprintRevisions(of:)`` begin with.
  package static let blueprintRevisionsPrefix = "blueprint-revisions "

  /// Every change of an app's blueprint, stored when it is first served.
  package static func blueprintRevisions(of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("\(blueprintRevisionsPrefix)\(app)")
  }

  public let name: String

  public init(_ name: String) { self.name = name }
}
