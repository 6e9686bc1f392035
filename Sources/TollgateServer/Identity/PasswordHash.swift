import Crypto
import CryptoExtras
import Foundation

/// A salted scrypt hash as text: `$scrypt$ln=15,r=8,p=3$SALT$HASH`, salt and hash in Base64.
struct PasswordHash: Hashable, Sendable {
  /// The length of a salt in bytes, enough for equal passwords to have different hashes.
  static let saltByteCount = 16
  private static let hashByteCount = 32

  let cost: PasswordCost
  let salt: [UInt8]
  let hash: [UInt8]

  /// Hashes a password, as slowly as the cost says.
  ///
  /// - Parameters:
  ///   - password: The password, hashed as UTF-8.
  ///   - salt: ``saltByteCount`` random bytes.
  ///   - cost: The parameters of scrypt, kept with the hash, so that a later change of the default leaves it valid.
  /// - Throws: An error of scrypt for parameters that it cannot run with.
  init(_ password: String, salt: [UInt8], cost: PasswordCost) throws {
    self.cost = cost
    self.salt = salt
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8), salt: salt, outputByteCount: Self.hashByteCount,
      rounds: 1 << cost.logarithm, blockSize: cost.blockSize, parallelism: cost.parallelism)
    hash = key.withUnsafeBytes { Array($0) }
  }

  /// Parses a hash in its text form; nil for anything else.
  init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let cost = PasswordCost(text: parts[2]), let salt = Data(base64Encoded: String(parts[3])),
      let hash = Data(base64Encoded: String(parts[4])), hash.count == Self.hashByteCount
    else { return nil }
    self.cost = cost
    self.salt = Array(salt)
    self.hash = Array(hash)
  }

  /// The hash in its text form, as the ledger keeps it.
  var text: String {
    let parameters = "ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
    return "$scrypt$\(parameters)$\(Data(salt).base64EncodedString())"
      + "$\(Data(hash).base64EncodedString())"
  }

  /// Whether a password has this hash, compared in constant time.
  func matches(_ password: String) throws -> Bool {
    let other = try PasswordHash(password, salt: salt, cost: cost)
    // Both have the same length, and the loop never ends early, so the time does not depend on where they differ.
    return zip(hash, other.hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension PasswordCost {
  fileprivate init?(text: Substring) {
    let fields = text.split(separator: ",").map { $0.split(separator: "=") }
    guard fields.count == 3, fields.allSatisfy({ $0.count == 2 }),
      fields.map({ $0[0] }) == ["ln", "r", "p"], let logarithm = Int(fields[0][1]),
      let blockSize = Int(fields[1][1]), let parallelism = Int(fields[2][1])
    else { return nil }
    self.init(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
  }
}
