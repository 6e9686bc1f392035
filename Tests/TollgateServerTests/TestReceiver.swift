import Foundation
import Synchronization
import Tollgate
import TollgateLedger

@testable import TollgateServer

/// A receiver of webhooks that keeps what it gets, and can fail in every way.
final class TestReceiver: WebhookTransport {
  /// How a delivery ends.
  enum Answer: CaseIterable {
    case accepted, status500
    /// It was received, and the answer did not come in time.
    case hangs
    /// Nothing was received.
    case away
  }

  struct Event: Hashable {
    let id: String
    let type: String
    let customer: String
    let proceeds: Int
    let body: String
  }

  private struct NoAnswer: Error {}

  private let kept = Mutex<[Event]>([])
  private let answer = Mutex<@Sendable (Event) -> Answer>({ _ in .accepted })
  private let left = Mutex(Int.max)

  /// Everything that was received, repeats included.
  var events: [Event] { kept.withLock { $0 } }

  /// What was received, each event once, in the order of its first arrival.
  var distinct: [Event] {
    var seen: Set<String> = []
    return events.filter { seen.insert($0.id).inserted }
  }

  func answer(_ next: @escaping @Sendable (Event) -> Answer) { answer.withLock { $0 = next } }

  /// Lets the sender die after a number of deliveries; the others do not arrive.
  func cut(after count: Int) { left.withLock { $0 = count } }

  func send(_ body: [UInt8], headers: [String: String]) async throws -> Bool {
    let isCut = left.withLock { left in
      left -= 1
      return left < 0
    }
    let event = try Event(body)
    let next = answer.withLock { $0 }(event)
    guard !isCut, next != .away else { throw NoAnswer() }
    guard headers["webhook-id"] == event.id else { return false }
    kept.withLock { $0.append(event) }
    switch next {
    case .accepted: return true
    case .status500: return false
    case .hangs, .away: throw NoAnswer()
    }
  }
}

extension WebhookTransport {
  func destination() throws -> WebhookDestination {
    try WebhookDestination(self, secret: "whsec_" + Data(0..<32).base64EncodedString())
  }
}

extension TestReceiver.Event {
  fileprivate init(_ bytes: [UInt8]) throws {
    let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let data = object?["data"] as? [String: Any]
    id = object?["id"] as? String ?? ""
    type = object?["type"] as? String ?? ""
    customer = data?["customer"] as? String ?? ""
    proceeds = (data?["proceeds"] as? [String: Any])?["milliunits"] as? Int ?? 0
    body = String(decoding: bytes, as: UTF8.self)
  }
}

extension TestServer {
  /// A job of this server that sends to a receiver; its waits are always the same.
  func webhooks(to receiver: any WebhookTransport) throws -> WebhookJob {
    WebhookJob(
      service, to: try receiver.destination(), logger: quietLogger, jitter: { 0.5 },
      sleep: { _ in })
  }

  /// Runs rounds until nothing is left to send now.
  func deliver(_ job: WebhookJob) async { while await job.runOnce() {} }

  func webhookState() async throws -> WebhookState {
    try WebhookState(try await ledger.property(.webhook(.url, of: app)), at: now)
  }

  /// Records that a customer reached a milestone of any name.
  func record(_ milestone: String, of customer: Customer.ID) async throws {
    let version = try await ledger.record(of: customer, in: app)?.version ?? 0
    _ = try await ledger.append(
      LedgerWrite(
        app: app, customer: customer, expectedVersion: version,
        facts: [.milestone(MilestoneReached(milestone: Milestone.ID(milestone), at: now))],
        at: now))
  }
}
