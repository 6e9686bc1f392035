/// The origin of a web page, such as `https://app.example.com`.
///
/// It is written as browsers send it ([RFC 6454](https://www.rfc-editor.org/rfc/rfc6454#section-6.1)): a scheme, a host
/// and, unless it is the scheme's default, a port. Neither `*` nor `null` is an origin here.
public struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The origin as browsers send it, in lower case.
  public let description: String

  /// Creates an origin; nil if the text is not one, for example because it has a path.
  public init?(_ text: String) {
    let text = text.lowercased()
    guard text.utf8.count <= Self.limit,
      let match = text.wholeMatch(
        of: /(https?):\/\/(?:[a-z0-9](?:[a-z0-9.\-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?/)
    else { return nil }
    if let port = match.output.2 {
      // Browsers leave the default port out, so that an origin with it would never match.
      let isDefault = port == (match.output.1 == "https" ? "443" : "80")
      guard let number = Int(port), (1...65_535).contains(number), !isDefault else { return nil }
    }
    description = text
  }

  /// The greatest number of bytes in an origin.
  static let limit = 300
}
