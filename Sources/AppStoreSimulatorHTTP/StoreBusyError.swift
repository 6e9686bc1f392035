public import Foundation

/// An error for a turn that was rejected because too many are waiting.
public struct StoreBusyError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
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

  public var description: String { "\(code): \(message)" }

  public var errorDescription: String? { message }
}
