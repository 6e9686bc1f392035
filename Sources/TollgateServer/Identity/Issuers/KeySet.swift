import Foundation
import JWTKit

/// The public keys of an issuer, as read from its address.
struct KeySet: Sendable {
  /// How many keys are read of a set.
  static let keyLimit = 100

  private let keys: [JWK]

  /// Reads a set, leaving out keys of a kind not known here; nil for anything but a set with a key.
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

  /// The keys that a token may have been signed with: those of its key's name, or all where it names none.
  func keys(named name: String?) -> [PublicKey] {
    keys.filter { name == nil || $0.keyIdentifier?.string == name }.map(PublicKey.jwk)
  }

  private struct LenientSet: Decodable {
    let keys: [LenientKey]
  }

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
