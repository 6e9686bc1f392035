extension LedgerSecretKey {
  /// What a secret key allows for the customers of its app: as the app's own backend, or as an operator.
  ///
  /// A scope of a later version is kept as written, and allows nothing.
  public struct Scope: RawRepresentable, Hashable, Sendable {
    /// Everything that an app's own backend may do.
    public static let backend = Scope(rawValue: "backend")
    /// Reading, without changing anything.
    public static let read = Scope(rawValue: "read")

    /// Reading customers' histories and acting for them as an operator, without seeing revenue.
    public static let support = Scope(rawValue: "support")
    /// Everything that operators may do, revenue included.
    public static let developer = Scope(rawValue: "developer")
    /// Everything that operators may see, revenue included, without changing anything.
    public static let readOnly = Scope(rawValue: "read-only")
    /// Everything that operators may do; only an owner creates and ends keys with this scope on the operators' pages.
    public static let owner = Scope(rawValue: "owner")

    /// The scopes of this version.
    public static let known: [Scope] = [
      .backend, .read, .readOnly, .support, .developer, .owner,
    ]

    /// The scope's name, as the ledger stores it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
