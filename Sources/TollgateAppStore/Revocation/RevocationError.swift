public import Foundation

/// An error that keeps verified data's certificates from being known as not revoked.
public struct RevocationError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes; none is changed or reused.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Apple revoked a certificate of the chain.
    public static let revoked = Self(rawValue: "revoked")

    /// No responder replied in time, or its response is invalid.
    public static let undecided = Self(rawValue: "undecided")
  }

  /// The stable code of the reason.
  public let code: Code

  /// A description of the error for the server's operators.
  public let message: String

  /// Whether the same data may pass later.
  public var isRetryable: Bool { code == .undecided }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code.rawValue): \(message)" }

  public var errorDescription: String? { message }
}
