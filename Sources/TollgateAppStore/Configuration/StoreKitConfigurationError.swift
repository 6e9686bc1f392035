public import Foundation

/// An error for a StoreKit configuration file that cannot be used, with every mistake in the order of the file.
public struct StoreKitConfigurationError: LocalizedError, Hashable, Sendable,
  CustomStringConvertible
{
  /// The stable code of a kind of mistake.
  ///
  /// Newer versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The text is not a JSON object.
    public static let notJSON = Self(rawValue: "notJSON")

    /// The version of the format is not a version of Xcode's.
    public static let unsupportedVersion = Self(rawValue: "unsupportedVersion")

    public static let missing = Self(rawValue: "missing")

    /// A field has an unexpected type or form.
    public static let unexpected = Self(rawValue: "unexpected")
  }

  public struct Mistake: Hashable, Sendable, CustomStringConvertible {
    /// The kind of mistake.
    public let code: Code

    /// Where it is, such as `subscriptionGroups[0].subscriptions[1].displayPrice`.
    public let path: String

    /// What was expected there.
    public let message: String

    /// The path and what was expected.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
  }

  /// Every mistake, at least one.
  public let mistakes: [Mistake]

  public var code: Code { mistakes.first?.code ?? .unexpected }

  /// One line for each mistake.
  public var message: String { mistakes.map(\.description).joined(separator: "\n") }

  /// One line for each mistake.
  public var description: String { message }

  public var errorDescription: String? { message }
}
