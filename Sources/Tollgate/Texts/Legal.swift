extension Blueprint {
  /// The pages that every paywall links to.
  ///
  /// An app that sells auto-renewable subscriptions must link to both from its paywall
  /// ([App Review Guidelines, 3.1.2](https://developer.apple.com/app-store/review/guidelines/#subscriptions)).
  public struct Legal: Hashable, Sendable {
    /// The `https` address of the terms of use.
    public let terms: String
    /// The `https` address of the privacy policy.
    public let privacy: String

    public init(terms: String, privacy: String) {
      self.terms = terms
      self.privacy = privacy
    }

    /// Whether a text is an `https` address that a browser can open, such as `https://example.com/terms`.
    public static func isAddress(_ text: String) -> Bool {
      let scheme = "https://"
      guard text.hasPrefix(scheme) else { return false }
      let rest = text.utf8.dropFirst(scheme.utf8.count)
      let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
      let host = rest[..<end]
      guard host.first?.isLetterOrDigit ?? false else { return false }
      return host.allSatisfy { $0.isLetterOrDigit || ".-".utf8.contains($0) }
        && rest[end...].allSatisfy { $0.isLetterOrDigit || punctuation.contains($0) }
    }

    private static let punctuation = Array("-._~:/?#@!$&'()*+,;=%".utf8)
  }
}
