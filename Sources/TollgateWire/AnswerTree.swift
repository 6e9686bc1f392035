import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// A Merkle tree over answers that are signed together, as in
/// [RFC 9162, 2.1](https://www.rfc-editor.org/rfc/rfc9162#section-2.1).
///
/// The server signs the tree's root once, and sends each answer with a proof that it is one of the leaves. A leaf's hash
/// also covers a salt, which only its own answer carries: the hashes in a proof reveal nothing about other answers.
public struct AnswerTree: Sendable {
  /// The greatest number of answers in a tree.
  public static let limit = 256
  /// The length of a salt in bytes.
  public static let saltByteCount = 16
  /// The length of a hash in bytes.
  static let hashByteCount = SHA256.byteCount
  /// The greatest number of hashes in a proof, for ``limit`` answers.
  static let pathLimit = 8

  /// The hashes of each level, from the leaves to the root.
  private var levels: [[[UInt8]]]

  /// Creates the tree of at least one leaf.
  ///
  /// - Parameter leaves: The leaves' hashes, from ``leaf(_:salt:)``.
  public init(_ leaves: [[UInt8]]) {
    levels = [leaves]
    while let level = levels.last, level.count > 1 {
      levels.append(
        stride(from: 0, to: level.count, by: 2).map { left in
          left + 1 < level.count ? Self.node(level[left], level[left + 1]) : level[left]
        })
    }
  }

  /// The hash that stands for all leaves.
  public var root: [UInt8] { levels.last?.first ?? [] }

  /// The proof that a leaf is in the tree: the sibling hashes on its path to the root.
  ///
  /// - Parameter leaf: The leaf's position, from 0.
  /// - Returns: The hashes, one after another.
  public func path(of leaf: Int) -> [UInt8] {
    var path: [UInt8] = []
    path.reserveCapacity((levels.count - 1) * Self.hashByteCount)
    var position = leaf
    for level in levels.dropLast() {
      if position ^ 1 < level.count { path += level[position ^ 1] }
      position /= 2
    }
    return path
  }

  /// The hash of a leaf.
  ///
  /// - Parameters:
  ///   - message: What an answer's own signature would cover, as ``AnswerKey/message(_:app:customer:)`` returns it.
  ///   - salt: Random bytes.
  /// - Returns: The hash, of 32 bytes.
  public static func leaf(_ message: [UInt8], salt: [UInt8]) -> [UInt8] {
    var hasher = SHA256()
    hasher.update(data: [0])
    hasher.update(data: salt)
    hasher.update(data: message)
    return Array(hasher.finalize())
  }

  /// The message that the signature of a tree covers.
  ///
  /// - Returns: A line with the form, a line with the number, and the root.
  public static func message(root: [UInt8], count: Int) -> [UInt8] {
    Array("tollgate-answers-1\n\(count)\n".utf8) + root
  }

  /// The root that a proof leads to, by the algorithm of RFC 9162, 2.1.3.2; nil for an invalid proof.
  static func root(of leaf: [UInt8], at index: Int, of count: Int, path: [UInt8]) -> [UInt8]? {
    guard (1...limit).contains(count), (0..<count).contains(index),
      path.count.isMultiple(of: hashByteCount)
    else { return nil }
    var (position, last, hash) = (index, count - 1, leaf)
    for start in stride(from: 0, to: path.count, by: hashByteCount) {
      guard last > 0 else { return nil }
      let sibling = Array(path[start..<start + hashByteCount])
      if position & 1 == 1 || position == last {
        hash = node(sibling, hash)
        while position & 1 == 0, position != 0 {
          position >>= 1
          last >>= 1
        }
      } else {
        hash = node(hash, sibling)
      }
      position >>= 1
      last >>= 1
    }
    return last == 0 ? hash : nil
  }

  private static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: [1] + left + right))
  }
}
