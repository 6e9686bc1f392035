public import Foundation

/// An error using an App Store Connect key; a retry never helps.
public struct AppStoreKeyError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes; none is changed or reused.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The text is not a private key on P-256 in PEM.
    public static let keyUnreadable = Self(rawValue: "keyUnreadable")

    /// The signature could not be created.
    public static let signingFailed = Self(rawValue: "signingFailed")
  }

  /// The stable code of the reason.
  public let code: Code

  /// A description of the error for the server's operators.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code.rawValue): \(message)" }

  public var errorDescription: String? { message }
}
