import Crypto
import NIOCore
import TollgateMutex
import TollgateWire

/// Gathers the answers that are ready at the same moment on an event loop, and signs them at once.
///
/// Nothing waits for a timer: a batch is signed after the event loop has done the work that was pending when the batch's
/// first answer was ready. A lone answer gets a signature of its own.
final class AnswerBatches: Sendable {
  private struct Waiting {
    let message: [UInt8]
    let completion: @Sendable (AnswerSignature?) -> Void
  }

  /// The batch of each event loop; at most ``AnswerTree/limit`` answers each.
  private let batches = Mutex<[ObjectIdentifier: [Waiting]]>([:])
  private let key: Curve25519.Signing.PrivateKey
  private let bytes: @Sendable (Int) -> [UInt8]

  /// Creates empty batches.
  ///
  /// - Parameter bytes: Creates random bytes, from which the salts of a batch are derived.
  init(key: Curve25519.Signing.PrivateKey, bytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.key = key
    self.bytes = bytes
  }

  /// Signs a message with the others of the event loop's batch.
  ///
  /// - Parameters:
  ///   - message: What a signature of its own would cover.
  ///   - loop: The event loop, on which this is called.
  ///   - completion: Called on the event loop with the signature; nil if that failed.
  func sign(
    _ message: [UInt8], on loop: any EventLoop,
    completion: @escaping @Sendable (AnswerSignature?) -> Void
  ) {
    let id = ObjectIdentifier(loop)
    let count = batches.withLock { batches in
      batches[id, default: []].append(Waiting(message: message, completion: completion))
      return batches[id, default: []].count
    }
    if count == AnswerTree.limit {
      signBatch(of: id)
    } else if count == 1 {
      loop.execute { self.signBatch(of: id) }
    }
  }

  private func signBatch(of loop: ObjectIdentifier) {
    let batch = batches.withLock { batches in
      defer { batches[loop]?.removeAll(keepingCapacity: true) }
      return batches[loop, default: []]
    }
    guard !batch.isEmpty else { return }
    let signatures: [AnswerSignature?]
    do {
      signatures = try self.signatures(of: batch.map(\.message))
    } catch {
      signatures = batch.map { _ in nil }
    }
    for (waiting, signature) in zip(batch, signatures) { waiting.completion(signature) }
  }

  private func signatures(of messages: [[UInt8]]) throws -> [AnswerSignature] {
    guard messages.count > 1 else {
      return try messages.map { AnswerSignature(Array(try key.signature(for: $0))) }
    }
    let seed = bytes(SHA256.byteCount)
    let salts = messages.indices.map { index in
      Array(
        SHA256.hash(data: seed + [UInt8(truncatingIfNeeded: index)])
          .prefix(AnswerTree.saltByteCount))
    }
    let tree = AnswerTree(zip(messages, salts).map { AnswerTree.leaf($0, salt: $1) })
    let root = Array(
      try key.signature(for: AnswerTree.message(root: tree.root, count: messages.count)))
    return messages.indices.map { index in
      AnswerSignature(
        root,
        proof: AnswerSignature.Proof(
          index: index, count: messages.count, salt: salts[index], path: tree.path(of: index)))
    }
  }
}
