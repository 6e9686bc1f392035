import Crypto
import Foundation
import Hummingbird
import HummingbirdTesting
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
    let key = Data(repeating: 7, count: 32)
    let secret = "whsec_\(key.base64EncodedString())"
    let acceptor = Acceptor()
    let perSecond = try await rate(of: try WebhookDestination(acceptor, secret: secret))
    let (count, last) = acceptor.accepted.withLock { $0 }
    try check(count)
    let signing = Measurement(rounds: 10_000) {
      for _ in 0..<10_000 {
        use(HMAC<SHA256>.authenticationCode(for: last, using: SymmetricKey(data: key)))
      }
    }
    report(
      "a webhook's event, accepted at once : its HMAC",
      "\(decimal(signing.perSecond / perSecond)) (\(grouped(perSecond))/s : \(grouped(signing.perSecond))/s)",
      goal: "over 20,000/s")
    let posted = try await postedRate(secret: secret)
    report("  posted to a receiver in the same process", "\(grouped(posted))/s", goal: "none")
  }

  /// The rate over HTTP, on the same cores as the receiver.
  private static func postedRate(secret: String) async throws -> Double {
    let accepted = Mutex(0)
    let router = Router()
    router.post("hook") { _, _ in
      accepted.withLock { $0 += 1 }
      return Response(status: .ok)
    }
    let application = Application(router: router, logger: MilestoneLedger.logger)
    let perSecond = try await application.test(.live) { client -> Double in
      guard let port = client.port else { throw BenchmarkError(message: "no port to post to") }
      let transport = try HTTPWebhookTransport(
        url: "http://127.0.0.1:\(port)/hook", allowsHTTP: true, allowsPrivate: true)
      return try await rate(of: try WebhookDestination(transport, secret: secret))
    }
    try check(accepted.withLock { $0 })
    return perSecond
  }

  /// How many events a destination is sent per second.
  private static func rate(of destination: WebhookDestination) async throws -> Double {
    let clock = Clock()
    let filled = try await MilestoneLedger(at: now) { clock.instant.withLock { $0 } }
    defer { filled.remove() }
    let job = WebhookJob(
      filled.service, to: destination, logger: MilestoneLedger.logger, jitter: { 0 })
    // A destination is sent what is recorded after it was first served.
    await job.runOnce()
    clock.instant.withLock { $0 = now }
    try await filled.append(factsOfEach, by: customers)
    let time = await ContinuousClock().measure { while await job.runOnce() {} }
    try await filled.ledger.close()
    return Double(customers * factsOfEach) / (time / .seconds(1))
  }

  private static func check(_ count: Int) throws {
    guard count == customers * factsOfEach else {
      throw BenchmarkError(message: "\(count) events were sent.")
    }
  }
}
