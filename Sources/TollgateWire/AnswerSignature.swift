import Foundation

/// The value of the header `Tollgate-Signature`.
///
/// It is a signature in Base64. If the server signed several answers at once, there follow, separated by `;`, the
/// answer's position among them, their number, and in Base64 the salt and the path of ``AnswerTree``.
public struct AnswerSignature: Hashable, Sendable, CustomStringConvertible {
  /// An answer's place in a tree.
  public struct Proof: Hashable, Sendable {
    /// The answer's position, from 0.
    public let index: Int
    /// The number of answers, at most ``AnswerTree/limit``.
    public let count: Int
    /// The salt of the answer's leaf: ``AnswerTree/saltByteCount`` bytes.
    public let salt: [UInt8]
    /// The sibling hashes on the leaf's path to the root, one after another.
    public let path: [UInt8]

    public init(index: Int, count: Int, salt: [UInt8], path: [UInt8]) {
      self.index = index
      self.count = count
      self.salt = salt
      self.path = path
    }
  }

  public let signature: [UInt8]
  /// The place of an answer that was signed together with others; nil if the signature covers the answer itself.
  public let proof: Proof?

  public init(_ signature: [UInt8], proof: Proof? = nil) {
    self.signature = signature
    self.proof = proof
  }

  /// Reads a header's value; nil if it is invalid.
  public init?(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let signature = Data(base64Encoded: String(parts[0])) else { return nil }
    self.signature = Array(signature)
    guard parts.count > 1 else {
      proof = nil
      return
    }
    guard parts.count == 4, let index = Int(parts[1]), let count = Int(parts[2]),
      let hashes = Data(base64Encoded: String(parts[3])), hashes.count >= AnswerTree.saltByteCount,
      hashes.count <= AnswerTree.saltByteCount + AnswerTree.pathLimit * AnswerTree.hashByteCount
    else { return nil }
    proof = Proof(
      index: index, count: count, salt: Array(hashes.prefix(AnswerTree.saltByteCount)),
      path: Array(hashes.dropFirst(AnswerTree.saltByteCount)))
  }

  /// The header's value.
  public var description: String {
    let signature = Data(signature).base64EncodedString()
    guard let proof else { return signature }
    let hashes = Data(proof.salt + proof.path).base64EncodedString()
    return "\(signature);\(proof.index);\(proof.count);\(hashes)"
  }

  /// What the signature covers, for a message of ``AnswerKey/message(_:app:customer:)``; nil if the proof is invalid.
  func covered(_ message: [UInt8]) -> [UInt8]? {
    guard let proof else { return message }
    let leaf = AnswerTree.leaf(message, salt: proof.salt)
    return AnswerTree.root(of: leaf, at: proof.index, of: proof.count, path: proof.path)
      .map { AnswerTree.message(root: $0, count: proof.count) }
  }
}
