/// Why a StoreKit configuration file cannot be used: every mistake in it, in the order of the file.
public struct StoreKitConfigurationError: Error, Hashable, Sendable {
  /// The stable name of a kind of mistake.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The text is no JSON object.
    case notJSON

    /// The version of the format is not 3 to 5.
    case unsupportedVersion

    /// A field is missing.
    case missing

    /// A field has another type or form than expected.
    case unexpected
  }

  /// One mistake.
  public struct Mistake: Hashable, Sendable, CustomStringConvertible {
    /// The kind of mistake.
    public let code: Code

    /// Where it is, as in `subscriptionGroups[0].subscriptions[1].displayPrice`.
    public let path: String

    /// What was expected there.
    public let sentence: String

    /// The path and what was expected.
    public var description: String { path.isEmpty ? sentence : "\(path): \(sentence)" }
  }

  /// Every mistake, at least one.
  public let mistakes: [Mistake]

  /// Reading the same file again never helps.
  public var isRetryable: Bool { false }
}

extension StoreKitConfigurationError: CustomStringConvertible {
  /// Every mistake on a line of its own.
  public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
