import TollgateWire

/// An email address in its normalized form: trimmed and lowercased.
struct EmailAddress: Hashable, Sendable {
  /// The longest address that mail can be sent to, in bytes.
  static let lengthLimit = CredentialsRequest.emailLimit

  /// The normalized address, by which accounts are found: the same for `Ada@Example.com` and `ada@example.com`.
  let text: String

  /// Creates an address with one `@`, something before it and a domain with a dot after it; only sending mail proves
  /// more.
  init(_ written: String) throws(Problem) {
    let text = written.lowercased().trimmingSpaces()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.lengthLimit, parts.count == 2, !parts[0].isEmpty,
      parts[1].split(separator: ".", omittingEmptySubsequences: false).count >= 2,
      parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
      text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.value > 32 })
    else { throw Problem(.invalidEmail, "This is not an email address.") }
    self.text = text
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[first...last])
  }
}
