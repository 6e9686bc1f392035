/// An error using a key of App Store Connect; a retry never helps.
public struct AppStoreKeyError: Error, Hashable, Sendable {
  /// The stable code of a reason; codes are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The text is not a private key on P-256 in PEM.
    case keyUnreadable

    /// The signature could not be created.
    case signingFailed
  }

  /// The stable code of the reason.
  public let code: Code

  /// A description of the error for the server's operators.
  public let sentence: String

  /// Whether the same call may succeed later.
  public var isRetryable: Bool { false }

  init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

extension AppStoreKeyError: CustomStringConvertible {
  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }
}
