/// An error using an App Store Connect key; a retry never helps.
public struct AppStoreKeyError: Error, Hashable, Sendable {
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

  /// Whether the same call may succeed later.
  public var isRetryable: Bool { false }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension AppStoreKeyError: CustomStringConvertible {
  public var description: String { "\(code.rawValue): \(message)" }
}
