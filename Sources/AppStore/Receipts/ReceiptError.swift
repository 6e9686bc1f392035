/// Why nothing could be read out of an old receipt; never worth trying again.
public struct ReceiptError: Error, Hashable, Sendable {
  /// The stable name of a reason; names are never changed or reused.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The receipt is longer than ``OldReceipt/sizeLimit``.
    case tooLarge

    /// The receipt is not Base64, or not of the form that Apple gives it.
    case malformed
  }

  /// The stable name of the reason.
  public let code: Code

  /// What was wrong, as a sentence for the people who run the server.
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
