/// Where a server listens, and how much it takes.
public struct ServerConfiguration: Hashable, Sendable {
  /// How many bytes a body may have unless told otherwise.
  public static let defaultBodyLimit = 256 * 1024

  /// The address to listen at.
  public var host: String
  /// The port to listen at; 0 takes any that is free.
  public var port: Int
  /// How many bytes a request's body may have.
  public var bodyLimit: Int

  /// Describes where a server listens.
  public init(
    host: String = "127.0.0.1", port: Int = 8080,
    bodyLimit: Int = ServerConfiguration.defaultBodyLimit
  ) {
    self.host = host
    self.port = port
    self.bodyLimit = bodyLimit
  }
}

/// Why a server could not listen.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of a reason.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Another process listens at the port.
    case portInUse
    /// The address is not this machine's, or the port needs more rights.
    case cannotListen
  }

  /// The stable name of the reason.
  public let code: Code
  /// What is wrong, as a sentence for operators.
  public let sentence: String

  init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// Whether the same start may succeed later.
  public var isRetryable: Bool {
    switch code {
    case .portInUse: true
    case .cannotListen: false
    }
  }

  /// The sentence.
  public var description: String { sentence }
}
