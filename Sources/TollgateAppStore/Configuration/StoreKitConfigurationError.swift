/// An error for a StoreKit configuration file that cannot be used, with every mistake in the order of the file.
public struct StoreKitConfigurationError: Error, Hashable, Sendable {
  /// The stable code of a kind of mistake.
  public enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The text is not a JSON object.
    case notJSON

    /// The version of the format is not 3 to 5.
    case unsupportedVersion

    /// A field is missing.
    case missing

    /// A field has an unexpected type or form.
    case unexpected
  }

  /// One mistake.
  public struct Mistake: Hashable, Sendable, CustomStringConvertible {
    /// The kind of mistake.
    public let code: Code

    /// Where it is, such as `subscriptionGroups[0].subscriptions[1].displayPrice`.
    public let path: String

    /// What was expected there.
    public let sentence: String

    /// The path and what was expected.
    public var description: String { path.isEmpty ? sentence : "\(path): \(sentence)" }
  }

  /// Every mistake, at least one.
  public let mistakes: [Mistake]

  /// Whether a retry may help; always false.
  public var isRetryable: Bool { false }
}

extension StoreKitConfigurationError: CustomStringConvertible {
  /// One line for each mistake.
  public var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
