/// An error that keeps verified data's certificates from being known as not revoked.
public struct RevocationError: Error, Hashable, Sendable {
  /// The stable code of a reason; codes are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// Apple revoked a certificate of the chain.
    case revoked

    /// No responder replied in time, or its response is invalid.
    case undecided
  }

  /// The stable code of the reason.
  public let code: Code

  /// A description of the error for the server's operators.
  public let sentence: String

  /// Whether the same data may pass later.
  public var isRetryable: Bool {
    switch code {
    case .revoked: false
    case .undecided: true
    }
  }

  init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

extension RevocationError: CustomStringConvertible {
  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }
}
