import AppStoreSimulator
import Foundation
import Testing
import TollgateAppStore

@testable import AppStoreSimulatorHTTP

@Suite("Chaos")
struct ChaosTests {
  private static let address = "http://backend.localhost/notifications"

  private static func chaos(_ seed: UInt64) -> Chaos {
    Chaos(seed: seed, beginning: Market.start)
  }

  /// What happens to the first requests, at the beginning.
  private static func disturbances(_ seed: UInt64, _ count: Int = 2_000) -> [Disturbance] {
    (1...count).map {
      chaos(seed).disturbance(ofRequest: $0, at: Market.start, callersNow: Market.start)
    }
  }

  @Test("EX-3 the same seed gives the same chaos, and another seed gives another")
  func seeds() {
    #expect(Self.chaos(7).faults == Self.chaos(7).faults)
    #expect(Self.chaos(7).faults != Self.chaos(8).faults)
    #expect(Self.disturbances(7) == Self.disturbances(7))
    #expect(Self.disturbances(7) != Self.disturbances(8))
  }

  @Test("EX-3 requests are refused in storms of rate limits, fail, or are slow, and most succeed")
  func requests() {
    let all = Self.disturbances(7)
    let codes = all.map { $0.refusal?.code }
    for code in [
      ServerAPIErrorCode.rateLimitExceeded, .generalInternal, .generalInternalRetryable,
    ] {
      #expect(codes.contains(code))
    }
    #expect(all.contains { $0.wait > .zero })
    #expect(all.allSatisfy { $0.wait <= .milliseconds(1_500) })
    #expect(codes.count { $0 == nil } > all.count * 3 / 4)
    let storms = codes.split { $0 != .rateLimitExceeded }.map(\.count)
    #expect(storms.contains { $0 > 1 } && storms.allSatisfy { $0 <= 10 })
    for disturbance in all where disturbance.refusal?.code == .rateLimitExceeded {
      let retryAfter = disturbance.refusal?.retryAfter ?? Market.start
      #expect(retryAfter > Market.start)
    }
  }

  @Test("EX-3 each month has one outage of 12 to 72 hours, the first not before a day has passed")
  func outages() {
    for seed in UInt64(1)...20 {
      let chaos = Self.chaos(seed)
      let hours = (0..<(90 * 24)).map { hour in
        chaos.outageEnd(at: Market.start.adding(milliseconds: Int64(hour) * Market.hour)) != nil
      }
      let lengths = hours.split { !$0 }.map(\.count)
      #expect(lengths.count == 3 && lengths.allSatisfy { (12...72).contains($0) }, "seed \(seed)")
      #expect(!hours.prefix(24).contains(true), "seed \(seed)")
    }
  }

  /// The first instant of the first outage.
  private static func outage(of chaos: Chaos) throws -> (start: Instant, end: Instant) {
    let start = try #require(
      (0..<(30 * 24)).map { Market.start.adding(milliseconds: Int64($0) * Market.hour) }
        .first { chaos.outageEnd(at: $0) != nil })
    return (start, try #require(chaos.outageEnd(at: start)))
  }

  @Test(
    "EX-3 in an outage the Server API fails, and the notifications of that time arrive when it ends"
  )
  func notificationsOfAnOutage() async throws {
    let market = try Market(environment: .production, notifying: Self.address)
    await market.service.beginChaos(seed: 7)
    let (start, end) = try Self.outage(of: Self.chaos(7))
    try await market.service.advance(to: start)
    for _ in 0..<5 { try await market.service.turn { $0.purchase("coins", by: "anna") } }
    #expect(market.inbox.signedPayloads.isEmpty)
    let refused = try await market.ask(.get, "/inApps/v1/transactions/2000000000000001")
    #expect(refused.status == 500 && refused.errorCode == 5_000_001)

    try await market.service.advance(to: end)
    #expect(!market.inbox.signedPayloads.isEmpty)
    try await market.service.advance(to: end.adding(milliseconds: 40 * Market.day))
    #expect(Set(market.inbox.signedPayloads).count == 5)
  }

  @Test("EX-3 a history that changes while it is read is whole, and lists some transactions twice")
  func history() async throws {
    let market = try Market()
    let bought = (0..<60).map { _ in market.buy("coins") }
    await market.service.beginChaos(seed: 7)
    var listed: [JSONValue] = []
    var sizes: [Int] = []
    var revision: String?
    var hasMore = true
    while hasMore {
      let query = revision.map { "?revision=\($0)" } ?? ""
      let page = try await market.ask(.get, "/inApps/v2/history/\(bought[0])\(query)")
      guard page.status == 200 else { continue }
      let signed = page["signedTransactions"]?.elements ?? []
      listed += signed
      sizes.append(signed.count)
      if case .string(let next)? = page["revision"] { revision = next }
      hasMore = page["hasMore"] == .bool(true)
    }
    #expect(Set(listed).count == 60 && listed.count > 60)
    #expect(Set(sizes).count > 1 && sizes.allSatisfy { (1...RevisionPage.limit).contains($0) })
  }

  @Test("the store's state and its page say that there is chaos, until it ends")
  func shown() async throws {
    let market = try Market()
    await market.service.beginChaos(seed: 7)
    let during = await market.service.state()
    #expect(during.chaos == 7)
    let faults = StorePage(during, in: "USD", []).faults
    #expect(faults?.hasSuffix("chaos of the seed 7") == true)
    await market.service.endChaos()
    let after = await market.service.state()
    #expect(after.chaos == nil)
    #expect(StorePage(after, in: "USD", []).faults == nil)
  }

  @Test("after chaos nothing is refused, late or doubled")
  func end() async throws {
    let market = try Market(notifying: Self.address)
    await market.service.beginChaos(seed: 7)
    await market.service.endChaos()
    let id = market.buy("gold")
    for _ in 0..<100 {
      let answer = try await market.ask(.get, "/inApps/v1/transactions/\(id)")
      #expect(answer.status == 200)
    }
    try await market.service.settle()
    #expect(market.inbox.signedPayloads.count == 1)
    #expect(market.inbox.waits.isEmpty)
  }
}
