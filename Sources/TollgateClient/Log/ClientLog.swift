#if canImport(os)
  import os
#endif

/// The log for problems that a developer should know about: a wrong key, a misspelled name, a refused purchase.
///
/// An entry contains codes and names of the blueprint, and never a customer, an address, a token or signed data.
public struct ClientLog: Sendable {
  /// How urgent an entry is.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// It resolves itself, such as a lost connection.
    case info
    /// Something was lost or refused.
    case error
    /// A mistake in the app or its setup, which only its developer can correct.
    case fault
  }

  /// One line.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    public let level: Level
    public let code: ClientError.Code
    /// What is wrong, and what to do about it.
    public let message: String

    public var description: String { "\(code): \(message)" }
  }

  public let write: @MainActor @Sendable (Entry) -> Void

  /// Creates a log that calls a closure, such as one that passes entries on to swift-log.
  ///
  /// - Parameter write: Called with each entry on the main actor.
  public init(_ write: @escaping @MainActor @Sendable (Entry) -> Void) { self.write = write }

  /// Writes nothing.
  public static let none = ClientLog { _ in }

  /// The system's log on Apple's platforms, with the subsystem `Tollgate` and the category `Client`; nothing elsewhere.
  public static let system: ClientLog = {
    #if canImport(os)
      let logger = Logger(subsystem: "Tollgate", category: "Client")
      return ClientLog { entry in
        let line = entry.description
        switch entry.level {
        case .info: logger.info("\(line, privacy: .public)")
        case .error: logger.error("\(line, privacy: .public)")
        case .fault: logger.fault("\(line, privacy: .public)")
        }
      }
    #else
      return none
    #endif
  }()
}
