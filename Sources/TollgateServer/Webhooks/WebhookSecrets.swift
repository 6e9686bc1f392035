import Crypto
import Foundation
import Tollgate

/// The secrets by which a receiver recognizes the server's messages: one, or several during a rotation.
///
/// Messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) describes, with HMAC-SHA-256.
struct WebhookSecrets: Sendable {
  /// The range of a secret's length in bytes.
  static let length = 24...64
  /// The most secrets at a time.
  static let limit = 4

  private let keys: [SymmetricKey]

  /// Reads secrets separated by white space, each 24 to 64 bytes in Base64, usually after `whsec_`.
  ///
  /// - Returns: Nil unless there are one to four secrets and all of them can be read.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard (1...Self.limit).contains(words.count) else { return nil }
    var keys: [SymmetricKey] = []
    for word in words {
      let encoded = word.hasPrefix("whsec_") ? word.dropFirst(6) : word
      guard let bytes = Data(base64Encoded: String(encoded)), Self.length.contains(bytes.count)
      else { return nil }
      keys.append(SymmetricKey(data: bytes))
    }
    self.keys = keys
  }

  /// The headers of a message, with a signature for each secret.
  ///
  /// - Parameter id: The message's name, the same when it is retried.
  /// - Returns: The headers by their lower-case names.
  func headers(of body: [UInt8], id: String, at now: Instant) -> [String: String] {
    let timestamp = "\(now.milliseconds / 1000)"
    let signed = Data("\(id).\(timestamp).".utf8) + body
    let signatures = keys.map { key in
      let code = HMAC<SHA256>.authenticationCode(for: signed, using: key)
      return "v1,\(Data(code).base64EncodedString())"
    }
    return [
      "content-type": "application/json", "webhook-id": id, "webhook-timestamp": timestamp,
      "webhook-signature": signatures.joined(separator: " "),
    ]
  }
}
