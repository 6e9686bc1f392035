public import Foundation

/// An error for a turn that was rejected because too many are waiting.
public struct StoreBusyError: Error, Hashable, Sendable {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Too many turns are waiting.
    public static let busy = Self(rawValue: "busy")
  }

  /// The stable code of the reason.
  public var code: Code { .busy }

  /// A message for people to read.
  public var message: String { "Too many actions wait; try again." }

  /// Whether the same call may succeed later.
  public var isRetryable: Bool { true }
}

extension StoreBusyError: CustomStringConvertible {
  public var description: String { "\(code): \(message)" }
}

extension StoreBusyError: LocalizedError {
  public var errorDescription: String? { message }
}
