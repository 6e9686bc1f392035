/// An error reading an old receipt; a retry never helps.
public struct ReceiptError: Error, Hashable, Sendable {
  /// The stable code of a reason; codes are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The receipt is longer than ``OldReceipt/sizeLimit``.
    case tooLarge

    /// The receipt is not Base64, or not in Apple's format.
    case malformed
  }

  /// The stable code of the reason.
  public let code: Code

  /// A description of the error for the server's operators.
  public let sentence: String

  /// Whether the same receipt may be read later.
  public var isRetryable: Bool { false }

  init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

extension ReceiptError: CustomStringConvertible {
  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(sentence)" }
}
