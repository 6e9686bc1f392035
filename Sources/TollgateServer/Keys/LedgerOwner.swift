import TollgateLedger

/// What a ledger says about the server that it belongs to.
///
/// It names the server's keys by their ids, and its environment, so that a ledger is not served with the keys or in the
/// environment of another.
struct LedgerOwner {
  /// A key as the ledger knows it.
  struct Key: Equatable {
    let id: String
    let isRetired: Bool
  }

  private let ledger: any Ledger

  init(_ ledger: any Ledger) { self.ledger = ledger }

  /// The keys that the ledger was last served with; nil if it was never served.
  ///
  /// - Throws: ``ConfigurationError`` with code `ledger`.
  var keys: [Key]? {
    get async throws(ConfigurationError) {
      try await value(of: .serverKeys)?.split(separator: " ").map { word in
        let parts = word.split(separator: "=")
        return Key(
          id: String(parts[0]), isRetired: parts.last == "\(ServerKey.State.retired)")
      }
    }
  }

  /// Refuses keys that are not the ledger's, or an outdated copy of them, and records these otherwise.
  ///
  /// - Throws: ``ConfigurationError`` with code `otherKeys` or `ledger`.
  func check(_ keys: ServerKeys) async throws(ConfigurationError) {
    for known in try await self.keys ?? [] {
      guard let key = keys[known.id] else {
        if known.isRetired { continue }
        throw Self.mismatch(known.id)
      }
      guard !known.isRetired || key.state == .retired else {
        throw ConfigurationError(
          .otherKeys,
          "These are an outdated copy of the ledger's keys: the key \(known.id) was retired since.")
      }
    }
    try await set(keys)
  }

  /// Records the keys that the ledger is served with.
  ///
  /// - Throws: ``ConfigurationError`` with code `ledger`.
  func set(_ keys: ServerKeys) async throws(ConfigurationError) {
    try await set(
      .serverKeys, to: keys.keys.map { "\($0.id)=\($0.state)" }.joined(separator: " "))
  }

  /// Refuses a ledger of another environment, and marks one that has no mark.
  ///
  /// - Parameter isProduction: Whether the server accepts what the production store signs.
  /// - Throws: ``ConfigurationError`` with code `environment` or `ledger`.
  func check(isProduction: Bool) async throws(ConfigurationError) {
    let environment = isProduction ? "production" : "sandbox"
    if let mark = try await value(of: .environment), mark != environment {
      throw ConfigurationError(
        .environment,
        """
        The ledger belongs to a server for the environment \(mark), and this one is for \(environment): use a ledger \
        of its own for each environment.
        """)
    }
    try await set(.environment, to: environment)
  }

  /// The error for keys that lack one of the ledger's.
  static func mismatch(_ id: String) -> ConfigurationError {
    ConfigurationError(
      .otherKeys,
      "These are not the ledger's keys, or an outdated copy of them: the key \(id) is missing.")
  }

  private func value(of property: LedgerProperty) async throws(ConfigurationError) -> String? {
    do throws(LedgerError) { return try await ledger.property(property) } catch {
      throw ConfigurationError(.ledger, error.message)
    }
  }

  private func set(
    _ property: LedgerProperty, to value: String
  ) async throws(ConfigurationError) {
    guard try await self.value(of: property) != value else { return }
    do throws(LedgerError) { try await ledger.set(property, to: value) } catch {
      throw ConfigurationError(.ledger, error.message)
    }
  }
}
