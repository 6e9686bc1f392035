import Crypto
import Foundation
import SwiftASN1
import TollgateMutex
@_spi(DisableValidityCheck) @_spi(FixedExpiryValidationTime) import X509

/// Asks Apple whether the certificates that signed verified data were revoked (OCSP, RFC 6960).
///
/// Each chain's result is cached for a while and covers both its leaf and its intermediate; certificates that name no
/// responder pass. Apple's responders take 200 to 600 milliseconds. Safe to use from many tasks concurrently.
public final class RevocationChecker: Sendable {
  /// Sends a request in DER to a responder's address, and returns the response in DER.
  ///
  /// It must stop if its task is cancelled.
  public typealias Ask =
    @Sendable (_ question: [UInt8], _ address: String) async throws -> [UInt8]

  /// The default time limit for a responder: three seconds.
  public static let defaultTimeLimit = Duration.seconds(3)

  /// How long a result is cached by default: 15 minutes.
  public static let defaultMemory = Duration.minutes(15)

  /// The default number of cached chains.
  public static let defaultCacheLimit = 64

  /// The greatest number of bytes in a response.
  public static let answerSizeLimit = 64 * 1024

  private struct Known {
    let chain: SHA256Digest
    let isRevoked: Bool
    let end: Instant
  }

  private let timeLimit: Duration
  private let memory: Duration
  private let cacheLimit: Int
  private let ask: Ask
  private let sleep: @Sendable (Duration) async throws -> Void
  private let known = Mutex<[Known]>([])

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - timeLimit: How long a responder may take for one certificate, below five seconds.
  ///   - memory: How long a result is cached.
  ///   - cacheLimit: How many chains to cache; 0 disables the cache.
  ///   - ask: Sends a request to a responder.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    timeLimit: Duration = RevocationChecker.defaultTimeLimit,
    memory: Duration = RevocationChecker.defaultMemory,
    cacheLimit: Int = RevocationChecker.defaultCacheLimit, ask: @escaping Ask,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.timeLimit = min(max(.zero, timeLimit), .milliseconds(4_999))
    self.memory = max(.zero, memory)
    self.cacheLimit = max(0, cacheLimit)
    self.ask = ask
    self.sleep = sleep
  }

  /// Checks that none of the certificates behind verified data was revoked.
  ///
  /// - Parameter now: The current time.
  /// - Throws: ``RevocationError`` if one was revoked or the check could not be completed.
  public func check<Payload>(
    _ data: Verified<Payload>, at now: Instant
  ) async throws(RevocationError) {
    let header = data.jws.utf8.prefix { $0 != UInt8(ascii: ".") }
    let chain = SHA256.hash(data: Array(header))
    let isRevoked: Bool
    if let found = remembered(chain, at: now) {
      isRevoked = found
    } else {
      isRevoked = try await self.isRevoked(certificates(in: Array(header)), at: now)
      remember(
        Known(chain: chain, isRevoked: isRevoked, end: now.advanced(by: memory)), at: now)
    }
    if isRevoked { throw RevocationError(.revoked, "A certificate of the chain was revoked.") }
  }

  /// The number of cached chains.
  var count: Int { known.withLock { $0.count } }

  private func remembered(_ chain: SHA256Digest, at now: Instant) -> Bool? {
    known.withLock { $0.first { $0.chain == chain && now < $0.end }?.isRevoked }
  }

  private func remember(_ fresh: Known, at now: Instant) {
    known.withLock { known in
      known.removeAll { $0.chain == fresh.chain || $0.end <= now }
      known.insert(fresh, at: 0)
      known.removeLast(max(0, known.count - cacheLimit))
    }
  }

  private func certificates(in header: [UInt8]) throws(RevocationError) -> [Certificate] {
    do {
      let json = Base64.decode(header[...], as: .url) ?? []
      return try ProtectedHeader(json).certificates.map { try Certificate(derEncoded: $0) }
    } catch {
      throw RevocationError(.undecided, "The data carries no chain to ask about.")
    }
  }

  /// Checks a chain; after a failure, checks again in the mode that fails only for a revocation.
  private func isRevoked(
    _ chain: [Certificate], at now: Instant
  ) async throws(RevocationError) -> Bool {
    for mode in [OCSPFailureMode.hard, .soft] {
      let responder = Responder(timeLimit: timeLimit, ask: ask, sleep: sleep)
      var verifier = Verifier(rootCertificates: CertificateStore([chain[2]])) {
        RFC5280Policy.withValidityCheckDisabled()
        OCSPVerifierPolicy(
          failureMode: mode, requester: responder,
          fixedExpiryValidationTime: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000))
      }
      let result = await verifier.validate(
        leaf: chain[0], intermediates: CertificateStore([chain[1]]))
      if responder.failed { break }
      switch result {
      case .validCertificate where mode == .hard: return false
      case .validCertificate: break
      case .couldNotValidate where mode == .soft: return true
      case .couldNotValidate: break
      }
    }
    throw RevocationError(.undecided, "No responder answered in time with an answer that holds.")
  }
}

/// Sends the requests of one check, and records whether one remained without a response.
private final class Responder: OCSPRequester {
  struct NoAnswer: Error {}

  private let timeLimit: Duration
  private let ask: RevocationChecker.Ask
  private let sleep: @Sendable (Duration) async throws -> Void
  private let hasFailed = Mutex(false)

  init(
    timeLimit: Duration, ask: @escaping RevocationChecker.Ask,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.timeLimit = timeLimit
    self.ask = ask
    self.sleep = sleep
  }

  var failed: Bool { hasFailed.withLock { $0 } }

  func query(request: [UInt8], uri: String) async -> OCSPRequesterQueryResult {
    do {
      return .response(try await answer(to: request, from: uri))
    } catch {
      hasFailed.withLock { $0 = true }
      return .terminalError(error)
    }
  }

  /// The response, or an error if the time runs out first.
  private func answer(to question: [UInt8], from address: String) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      group.addTask { try await self.ask(question, address) }
      group.addTask {
        try await self.sleep(self.timeLimit)
        throw NoAnswer()
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next(),
        answer.count <= RevocationChecker.answerSizeLimit
      else { throw NoAnswer() }
      return answer
    }
  }
}
