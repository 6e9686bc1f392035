public import Foundation

/// An error reading an old receipt; a retry never helps.
public struct ReceiptError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes; none is changed or reused.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The receipt is longer than ``OldReceipt/sizeLimit``.
    public static let tooLarge = Self(rawValue: "tooLarge")

    /// The receipt is not Base64, or not in Apple's format.
    public static let malformed = Self(rawValue: "malformed")
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
