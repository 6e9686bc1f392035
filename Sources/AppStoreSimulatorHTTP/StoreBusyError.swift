public import Foundation

/// An error for a turn that was rejected because too many are waiting.
public struct StoreBusyError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// A message for people to read.
  public var message: String { "Too many actions wait; try again." }

  public var description: String { "busy: \(message)" }

  public var errorDescription: String? { message }
}
