import Foundation
import JWTKit

/// The public keys of an issuer, as read from its address ([RFC 7517](https://www.rfc-editor.org/rfc/rfc7517), 5).
struct KeySet: Sendable {
  /// The greatest number of keys that are read from a set.
  static let keyLimit = 100

  private let keys: [JWK]

  /// Parses a set, leaving out keys of unknown kinds; nil unless at least one key remains.
  init?(json: Data) {
    let set: LenientSet
    do {
      set = try JSONDecoder().decode(LenientSet.self, from: json)
    } catch {
      return nil
    }
    keys = set.keys.prefix(Self.keyLimit).compactMap(\.key)
    guard !keys.isEmpty else { return nil }
  }

  /// The keys that may have signed a token: those with the key id it names, or all if it names none.
  func keys(named name: String?) -> [PublicKey] {
    keys.filter { name == nil || $0.keyIdentifier?.string == name }.map(PublicKey.jwk)
  }

  /// A set whose keys may be of kinds unknown here.
  private struct LenientSet: Decodable {
    let keys: [LenientKey]
  }

  /// A key, or nil for one of an unknown kind, which RFC 7517 says to ignore.
  private struct LenientKey: Decodable {
    let key: JWK?

    init(from decoder: any Decoder) throws {
      do {
        key = try JWK(from: decoder)
      } catch {
        key = nil
      }
    }
  }
}
