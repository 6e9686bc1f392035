import Dispatch
import TollgateMutex
import TollgateWire

/// Hashes passwords one at a time on a thread of its own, so that hashing delays no other requests.
///
/// Those who wait take turns: each network address has the same share, and so has each account of an address.
final class PasswordHasher: Sendable {
  typealias Origin = FairQueue<Work>.Origin

  /// How many hashes may wait before the server responds that it is busy.
  static let waitingLimit = 256
  /// How many hashes may wait for one network address.
  static let addressLimit = 32

  struct Work: Sendable {
    let perform: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  private let queue = DispatchQueue(label: "tollgate.passwords")
  private let waiting = Mutex(
    FairQueue<Work>(
      limit: PasswordHasher.waitingLimit, addressLimit: PasswordHasher.addressLimit))
  private let cost: PasswordCost
  private let bytes: @Sendable (Int) -> [UInt8]

  init(cost: PasswordCost, bytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.cost = cost
    self.bytes = bytes
  }

  /// The number of hashes that wait, at most ``waitingLimit``.
  var waitingCount: Int { waiting.withLock { $0.count } }

  /// The salted hash of a password, in its text form.
  ///
  /// - Throws: `Problem` with code `busy` if too many hashes wait, in all or for the address.
  func hash(_ password: String, from origin: Origin) async throws(Problem) -> String {
    let salt = bytes(PasswordHash.saltByteCount)
    let cost = cost
    return try await perform(from: origin) {
      try PasswordHash(password, salt: salt, cost: cost).text
    }
  }

  /// Whether a password has a hash; without a hash to compare, the same work is done and the result is false.
  ///
  /// An unknown address therefore takes as long as a wrong password, and the time does not reveal who has an account.
  /// So does a password of an impossible length, which no account can have.
  ///
  /// - Parameter text: The hash in its text form; nil if the address has no account.
  /// - Throws: `Problem` with code `busy` if too many hashes wait, in all or for the address.
  func matches(
    _ password: String, _ text: String?, from origin: Origin
  ) async throws(Problem) -> Bool {
    guard PasswordLength.isPossible(password),
      let stored = text.flatMap(PasswordHash.init(text:))
    else {
      _ = try await hash(Self.noPassword, from: origin)
      return false
    }
    return try await perform(from: origin) { try stored.matches(password) }
  }

  private static let noPassword = "no password"

  /// Runs work on the hasher's thread when its turn comes; tests block the thread with it.
  func perform<Value: Sendable>(
    from origin: Origin, _ work: @escaping @Sendable () throws -> Value
  ) async throws(Problem) -> Value {
    let result: Result<Value, any Error>? = await withCheckedContinuation { continuation in
      let entry = Work(
        perform: { continuation.resume(returning: Result(catching: work)) },
        refuse: { continuation.resume(returning: nil) })
      switch waiting.withLock({ $0.append(entry, from: origin) }) {
      case .waiting: queue.async { self.performNext() }
      // The displaced work's turn on the thread is left to the one that displaced it.
      case .displacing(let displaced): displaced.refuse()
      case .refused: entry.refuse()
      }
    }
    guard let result else {
      throw Problem(.busy, "Too many passwords wait to be checked.")
    }
    do {
      return try result.get()
    } catch {
      throw Problem(.internalError, "The password could not be hashed.")
    }
  }

  private func performNext() { waiting.withLock { $0.next() }?.perform() }
}
