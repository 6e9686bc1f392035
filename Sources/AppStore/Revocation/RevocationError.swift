/// Why verified data is not known to be signed with certificates that still hold.
public struct RevocationError: Error, Hashable, Sendable {
  /// The stable name of a reason; names are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// Apple revoked a certificate of the chain.
    case revoked

    /// No responder answered in time, or its answer does not hold.
    case undecided
  }

  /// The stable name of the reason.
  public let code: Code

  /// What was wrong, as a sentence for the people who run the server.
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
