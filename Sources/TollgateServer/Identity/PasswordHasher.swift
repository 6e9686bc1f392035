import Dispatch
import TollgateMutex
import TollgateWire

/// A queue that hashes passwords one at a time on a thread of its own, so that hashing delays no other requests.
final class PasswordHasher: Sendable {
  /// How many hashes may wait before the server responds that it is busy.
  static let waitingLimit = 64

  private let queue = DispatchQueue(label: "tollgate.passwords")
  private let waiting = Mutex(0)
  private let cost: PasswordCost
  private let bytes: @Sendable (Int) -> [UInt8]

  /// How many passwords wait to be hashed, at most ``waitingLimit``.
  var waitingCount: Int { waiting.withLock { $0 } }

  init(cost: PasswordCost, bytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.cost = cost
    self.bytes = bytes
  }

  /// The salted hash of a password, in its text form.
  func hash(_ password: String) async throws(Problem) -> String {
    let salt = bytes(PasswordHash.saltByteCount)
    let cost = cost
    return try await perform { try PasswordHash(password, salt: salt, cost: cost).text }
  }

  /// Whether a password has a hash; without a hash to compare, the same work is done and the result is false.
  ///
  /// An unknown address therefore takes as long as a wrong password, and the time does not reveal who has an account.
  ///
  /// - Parameters:
  ///   - password: The password that was sent.
  ///   - text: The hash in its text form; nil if the address has no account.
  /// - Returns: Whether the password has the hash.
  /// - Throws: `Problem` with code `busy` if ``waitingLimit`` hashes wait already.
  func matches(_ password: String, _ text: String?) async throws(Problem) -> Bool {
    guard let stored = text.flatMap(PasswordHash.init(text:)) else {
      _ = try await hash(password)
      return false
    }
    return try await perform { try stored.matches(password) }
  }

  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(Problem) -> Value {
    let isTooMany = waiting.withLock { waiting in
      guard waiting < Self.waitingLimit else { return true }
      waiting += 1
      return false
    }
    guard !isTooMany else { throw Problem(.busy, "Too many passwords wait to be checked.") }
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    waiting.withLock { $0 -= 1 }
    do {
      return try result.get()
    } catch {
      throw Problem(.internalError, "The password could not be hashed.")
    }
  }
}
