import Crypto
import Foundation
import Tollgate
import TollgateWire

/// A code that a person gets by mail or from another one, and types: 12 characters, as `K7QM-2X9R-4HXF`, of 60 random bits.
///
/// The alphabet is [Crockford's](https://www.crockford.com/base32.html), in which no two characters look alike.
struct OneTimeCode: Hashable, Sendable {
  /// How long a code is valid.
  static let lifetime = Duration.minutes(30)
  /// The number of random bytes that a code is made from, one for each character.
  static let byteCount = 12

  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// The characters, without hyphens.
  private let characters: String

  /// Creates a code from ``byteCount`` random bytes.
  init(bytes: [UInt8]) {
    characters = String(bytes.prefix(Self.byteCount).map { Self.alphabet[Int($0 & 31)] })
  }

  /// Parses a code as a person types it; nil for anything else.
  init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    let characters = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
      .map { character -> Character in
        switch character {
        case "O": "0"
        case "I", "L": "1"
        default: character
        }
      }
    guard characters.count == Self.byteCount, characters.allSatisfy({ Self.alphabet.contains($0) })
    else {
      return nil
    }
    self.characters = String(characters)
  }

  /// The code in groups of four.
  var text: String {
    let characters = Array(characters)
    return stride(from: 0, to: characters.count, by: 4)
      .map { String(characters[$0..<min($0 + 4, characters.count)]) }.joined(separator: "-")
  }

  /// The hash that the ledger stores; a code of 60 bits cannot be found from it within its lifetime.
  func hash(for customer: Customer.ID) -> [UInt8] {
    Array(SHA256.hash(data: Data("\(customer)\n\(characters)".utf8)))
  }

  /// The seat of a team that the code invites to, named by a hash: neither its facts nor its claim have the code.
  var seat: TeamSeat.ID {
    TeamSeat.ID(
      "seat_" + SHA256.hash(data: Data("seat\n\(characters)".utf8)).prefix(16).hexadecimal)
  }

  /// The problem of a wrong code, the same whatever is wrong.
  static let invalid = Problem(
    .invalidCode, "The code is wrong, has expired, or was used or tried too often.")
}
