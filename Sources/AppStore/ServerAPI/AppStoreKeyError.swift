/// Why a key of App Store Connect could not be used; never worth trying again.
public struct AppStoreKeyError: Error, Hashable, Sendable {
  /// The stable name of a reason; names are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The text is no private key on P-256 in PEM.
    case keyUnreadable

    /// The key did not sign.
    case signingFailed
  }

  /// The stable name of the reason.
  public let code: Code

  /// What was wrong, as a sentence for the people who run the server.
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
