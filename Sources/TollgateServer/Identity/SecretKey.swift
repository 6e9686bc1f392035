import Crypto
import Foundation
import Tollgate

/// A secret key as its holder sends it: `sk_`, the app, `_`, and 80 hexadecimal digits.
///
/// What comes before the last 64 digits is the key's public id. Those 64 digits are 256 random bits: nobody can guess
/// them, so a plain SHA-256 is enough to recognize them, without the salt and the cost that passwords need.
struct SecretKey: Sendable {
  /// What every secret key begins with, and no customer token does.
  static let prefix = "sk_"
  /// The number of random bytes in a key.
  static let byteCount = 8 + secretByteCount
  private static let secretByteCount = 32

  let app: Blueprint.App.ID
  /// The public part, such as `sk_coach-paid_0f3a91c2d4e5b678`.
  let id: String
  let text: String

  /// Creates a key from ``byteCount`` random bytes.
  init(app: Blueprint.App.ID, bytes: [UInt8]) {
    self.app = app
    id = "\(Self.prefix)\(app)_\(bytes.dropLast(Self.secretByteCount).hexadecimal)"
    text = id + bytes.suffix(Self.secretByteCount).hexadecimal
  }

  /// Parses a key; nil for anything else, a public part alone included.
  init?(_ text: String) {
    guard let app = Self.app(of: text, digits: Self.byteCount * 2) else { return nil }
    self.app = app
    self.text = text
    id = String(text.dropLast(Self.secretByteCount * 2))
  }

  /// The hash that the ledger stores.
  var hash: [UInt8] { Array(digest) }

  /// Whether a stored hash is this key's; swift-crypto compares digests in constant time.
  func matches(_ hash: [UInt8]) -> Bool { digest == hash }

  /// The app and the public part that a text names: those of a whole key, or of a public part alone; nil for anything
  /// else.
  static func reference(_ text: String) -> (app: Blueprint.App.ID, id: String)? {
    if let key = SecretKey(text) { return (key.app, key.id) }
    let idDigits = (byteCount - secretByteCount) * 2
    return app(of: text, digits: idDigits).map { ($0, text) }
  }

  private var digest: SHA256Digest { SHA256.hash(data: Data(text.utf8)) }

  private static func app(of text: String, digits count: Int) -> Blueprint.App.ID? {
    guard text.hasPrefix(prefix), let end = text.lastIndex(of: "_") else { return nil }
    let app = text[..<end].dropFirst(prefix.count)
    let digits = text[text.index(after: end)...].utf8
    guard !app.isEmpty, digits.count == count,
      digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    return Blueprint.App.ID(String(app))
  }
}
