import Foundation
import Testing
import Tollgate

@testable import TollgateClient

@MainActor
@Suite("A device's cache that the first version wrote")
struct Format1CacheTests {
  private static let at = Instant(milliseconds: 1_767_225_600_000)

  @Test(
    "a device's cache that the first version wrote opens without a network, and every feature answers as before"
  )
  func opens() throws {
    let written = try Self.read("device.json")
    let client = TollgateClient(
      TollgateClient.Configuration(
        app: "techniq", serverKey: written["serverKey"]?["key"], transport: Unreachable(),
        store: StoreKitStore(), storage: Self.storage(written), uptime: { .seconds(1) },
        makeID: { "id" }))
    #expect(client.customer == "customer-1")
    #expect(client.blueprint?.definition.features.count == 12)
    #expect(client.phase == .free)
    #expect(client.pendingCount == 2)
    #expect(client.access(to: "custom-drill") == .allowed(Limit(limit: 3, used: 2, scope: .ever)))
    #expect(client.access(to: "quick-drill") == .allowed(Limit(limit: 3, used: 1, scope: .ever)))
    #expect(client.access(to: "library") == .allowed(nil))
    #expect(client.access(to: "video-picks").isAllowed == false)
  }

  @Test(
    "a device's cache that the first version wrote has every kind of report, and all else that a device remembers"
  )
  func parts() throws {
    let storage = try Self.storage(Self.read("device-parts.json"))
    func load<Value>(_ part: DeviceCache.Part<Value>) throws -> Value {
      try part.value(from: try #require(storage.read(part.name, from: part.area)))
    }
    let facts: [Fact] = [
      .use(Use(feature: "draw", key: "k6", origin: "cus_1", at: Self.at)),
      .spend(
        Spend(
          wallet: "coins", feature: "draw", key: "k6", origin: "cus_1", amount: 2, unpaid: 1,
          at: Self.at)),
      .item(
        ItemChange(feature: "draw", item: "fern", isHeld: true, origin: "cus_1", at: Self.at)),
      .trialStarted(
        TrialStart(
          trial: "t", at: Self.at,
          terms: Trial.Terms(
            lasts: Period("P3D"), uses: Trial.Uses(feature: "draw", limit: 3),
            entitlements: ["pro"]))),
      .trialForfeited(TrialForfeit(trial: "t", device: "phone", at: Self.at)),
    ]
    let first = PendingWrite(key: "k0", report: .milestone("first"), at: nil)
    let others: [PendingWrite.Report] = [
      .purchase(SignedPurchase(id: "1001", transaction: "a.b.c", renewalInfo: "d.e.f")),
      .milestone("discovery"), .dismissal("garden"),
      .paywall(
        PendingWrite.PaywallReport(
          paywall: "plans", action: .closed, feature: "scan", placement: "start")),
      .nudge("tomorrow", occurrence: Self.at),
      .use(
        PendingWrite.OfflineUse(
          feature: "draw", item: "fern", cost: 2, isAllowed: true, facts: facts)),
    ]
    let expected =
      [first]
      + others.enumerated().map { number, report in
        PendingWrite(
          key: Idempotency.Key("k\(number + 1)"), customer: "cus_1", report: report, at: Self.at,
          isAnonymous: true, hasWaited: false, isHeld: true)
      }
    let journal = OutboxJournal(try #require(storage.read("tollgate-outbox", from: .files)))
    #expect(journal.writes == expected)
    #expect(journal.notices.isEmpty)
    #expect(!journal.isClean, "it is written again in the form of today")
    #expect(OutboxJournal(try OutboxJournal.data(expected)).writes == expected)
    #expect(
      try load(.attempts) == [
        PurchaseAttempt(
          customer: "cus_1", isAnonymous: true, product: "monthly", appAccountToken: "token",
          at: Self.at)
      ])
    #expect(try load(.shown) == ["start": Self.at])
    #expect(
      try load(.nudges) == [
        PlannedNudge(id: "tomorrow", at: Self.at, occurrence: Self.at, text: "nudge.tomorrow")
      ])
    #expect(try load(.clock) == TrustedClock(server: Self.at, uptime: .milliseconds(7)))
    #expect(try load(.endedSessions).map(\.token) == ["secret"])
    #expect(try load(.customer).map(\.body) == [Data("{}".utf8)])
    #expect(try load(.blueprint).tag == "tag")
    #expect(try load(.device) == "phone")
  }

  /// What the first version wrote, by area and name; never changed.
  private static func read(_ name: String) throws -> [String: [String: String]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Format1")
    return try JSONDecoder().decode(
      [String: [String: String]].self, from: Data(contentsOf: folder.appending(path: name)))
  }

  private static func storage(_ written: [String: [String: String]]) -> MemoryDeviceStorage {
    let storage = MemoryDeviceStorage()
    for area in StorageArea.allCases {
      for (name, text) in written[area.rawValue] ?? [:] {
        storage.write(Data(text.utf8), as: name, to: area)
      }
    }
    return storage
  }
}

private struct Unreachable: HTTPTransport {
  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    throw ClientError(.network)
  }
}
