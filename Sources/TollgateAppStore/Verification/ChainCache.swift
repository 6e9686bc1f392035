import Crypto
import Foundation
import TollgateMutex

/// A cache of verified chains, in two bounded lists with the most recent first.
///
/// A header is added only after a signature over it was verified, so only the holder of an Apple key can evict entries.
/// Finding a known header compares bytes and hashes nothing.
final class ChainCache: Sendable {
  /// A header with a verified signature, with everything needed to verify the next one.
  struct Header: Sendable {
    /// The header in its signed form: Base64url.
    let text: [UInt8]

    /// SHA-256 of the signed bytes up to the end of the header.
    let hashed: SHA256

    let chain: CertificateChain
  }

  private struct Known {
    var headers: [Header] = []
    var chains: [(key: SHA256Digest, chain: CertificateChain)] = []
  }

  private let limit: Int
  private let known = Mutex(Known())

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// The number of cached headers and chains.
  var counts: (headers: Int, chains: Int) {
    known.withLock { ($0.headers.count, $0.chains.count) }
  }

  /// The verified header that is exactly `text`.
  func header(_ text: ArraySlice<UInt8>) -> Header? {
    known.withLock { known in
      guard let index = known.headers.firstIndex(where: { Self.same($0.text, text) }) else {
        return nil
      }
      known.headers[...index].rotate(shiftingLastToFirst: ())
      return known.headers[0]
    }
  }

  func insert(_ header: Header) {
    known.withLock { known in
      known.headers.removeAll { $0.text == header.text }
      known.headers.insert(header, at: 0)
      known.headers.removeLast(max(0, known.headers.count - limit))
    }
  }

  /// The verified chain of exactly these certificates.
  func chain(_ certificates: [[UInt8]]) -> CertificateChain? {
    let key = Self.key(certificates)
    return known.withLock { known in
      guard let index = known.chains.firstIndex(where: { $0.key == key }) else { return nil }
      known.chains[...index].rotate(shiftingLastToFirst: ())
      return known.chains[0].chain
    }
  }

  func insert(_ chain: CertificateChain, of certificates: [[UInt8]]) {
    let key = Self.key(certificates)
    known.withLock { known in
      known.chains.removeAll { $0.key == key }
      known.chains.insert((key, chain), at: 0)
      known.chains.removeLast(max(0, known.chains.count - limit))
    }
  }

  /// A hash over the hash of each certificate, so that no other split gives the same result.
  private static func key(_ certificates: [[UInt8]]) -> SHA256Digest {
    var hash = SHA256()
    for certificate in certificates {
      SHA256.hash(data: certificate).withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
    return hash.finalize()
  }

  private static func same(_ left: [UInt8], _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
  }
}

extension ArraySlice {
  /// Moves the last element to the front.
  fileprivate mutating func rotate(shiftingLastToFirst: Void) {
    guard count > 1 else { return }
    insert(removeLast(), at: startIndex)
  }
}
