import Crypto
import Foundation
import Synchronization
import Tollgate
import TollgateServer

/// How many events of a webhook are read, signed and handed over in a second, by one destination that accepts at once.
enum WebhookBenchmark {
  private static let customers = 2_000
  private static let factsOfEach = 5
  /// Before every fact, so that each of them is sent.
  private static let start = Instant(milliseconds: 1_700_000_000_000)
  private static let now = Instant(milliseconds: 1_772_000_000_000)

  /// Accepts every event, and remembers how many there were and the last.
  private final class Acceptor: WebhookTransport {
    let accepted = Mutex<(count: Int, last: [UInt8])>((0, []))

    func send(_ body: [UInt8], headers: [String: String]) async throws -> Bool {
      accepted.withLock { $0 = ($0.count + 1, body) }
      return true
    }
  }

  /// The clock of the service.
  private final class Clock: Sendable {
    let instant = Mutex(start)
  }

  static func run() async throws {
    let clock = Clock()
    let filled = try await MilestoneLedger(at: now) { clock.instant.withLock { $0 } }
    defer { filled.remove() }
    let acceptor = Acceptor()
    let secret = "whsec_\(Data(repeating: 7, count: 32).base64EncodedString())"
    let job = WebhookJob(
      filled.service, to: try WebhookDestination(acceptor, secret: secret),
      logger: MilestoneLedger.logger, jitter: { 0 })
    // A destination is sent what is recorded after it was first served.
    await job.runOnce()
    clock.instant.withLock { $0 = now }
    try await filled.append(factsOfEach, by: customers)
    let time = await ContinuousClock().measure { while await job.runOnce() {} }
    let (count, last) = acceptor.accepted.withLock { $0 }
    guard count == customers * factsOfEach else {
      throw BenchmarkError(message: "\(count) events were sent.")
    }
    let key = SymmetricKey(data: Data(repeating: 7, count: 32))
    let signing = Measurement(rounds: 10_000) {
      for _ in 0..<10_000 { use(HMAC<SHA256>.authenticationCode(for: last, using: key)) }
    }
    let perSecond = Double(count) / (time / .seconds(1))
    report(
      "a webhook's event, accepted at once : its HMAC",
      "\(decimal(signing.perSecond / perSecond)) (\(grouped(perSecond))/s : \(grouped(signing.perSecond))/s)",
      goal: "over 1,000/s")
    try await filled.ledger.close()
  }
}
