import AppStoreSimulator
import Testing
import TollgateClient

@MainActor
@Suite("Events")
struct EventTests {
  /// Every event so far: a gate that no blueprint has marks the end.
  private func read(
    _ events: inout AsyncStream<ClientEvent>.Iterator, _ client: TollgateClient
  ) async -> [ClientEvent] {
    await client.gate("the-end") {}
    var found: [ClientEvent] = []
    while let event = await events.next(isolation: #isolation), event.feature != "the-end" {
      found.append(event)
    }
    return found
  }

  /// An event's name and values, without the time, in one line.
  private func line(_ event: ClientEvent) -> String {
    let values = event.properties.filter { $0.key != "at" && $0.key != "transaction" }
      .sorted { $0.key < $1.key }
    return ([event.name.rawValue] + values.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
  }

  @Test("a sale sends each event once, from the paywall to the use, in order and with its ids")
  func sale() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let client = phone.client
      var events = client.events.makeAsyncIterator()
      await client.launch()
      await client.showPaywall(for: "analytics")
      await client.showPaywall("upgrade")
      phone.store.hands = .cancel
      await client.purchase("grobro.pro.yearly")
      phone.store.hands = .buy
      await client.purchase("grobro.pro.yearly")
      await client.paywallClosed()
      await client.showPaywall("upgrade")
      await client.gate("analytics") {}
      try await client.use("add-plant", item: "fern", key: "fern")
      // A retry and a second delivery send nothing again.
      try await client.use("add-plant", item: "fern", key: "fern")
      await client.deliverPending()
      let found = await read(&events, client)
      let onScreen = "feature=analytics paywall=upgrade presentation=1"
      #expect(
        found.map(line) == [
          "paywall_shown \(onScreen)",
          "paywall_skipped outcome=onScreen paywall=upgrade",
          "purchase_started \(onScreen) product=grobro.pro.yearly",
          "purchase_ended feature=analytics outcome=cancelled paywall=upgrade presentation=1"
            + " product=grobro.pro.yearly",
          "purchase_started \(onScreen) product=grobro.pro.yearly",
          "transaction_recorded product=grobro.pro.yearly",
          "purchase_ended feature=analytics outcome=purchased paywall=upgrade presentation=1"
            + " product=grobro.pro.yearly",
          "paywall_closed feature=analytics outcome=purchased paywall=upgrade presentation=1",
          "paywall_skipped outcome=entitled paywall=upgrade",
          "gate feature=analytics outcome=allowed",
          "use feature=add-plant key=fern outcome=allowed",
        ])
      #expect(found.allSatisfy { $0.at != nil })
      let recorded = try #require(found.first { $0.name == .transactionRecorded })
      #expect(recorded.transaction == client.transactions.first?.id)
    }
  }

  @Test("refused uses and purchases, and a restore, send events with their reasons")
  func refusals() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      var events = client.events.makeAsyncIterator()
      for item in ["a", "b", "c"] { try await client.use("add-plant", item: item) }
      #expect(try await client.use("add-plant", item: "d", key: "d").isDenied)
      phone.store.isForging = true
      await client.purchase("grobro.pro.monthly")
      phone.store.isForging = false
      _ = await client.restorePurchases()
      let found = await read(&events, client)
      let lines = found.map(line)
      #expect(
        lines.filter { $0.contains("denied") } == ["use feature=add-plant key=d outcome=denied"])
      #expect(found.filter { $0.name == .use && $0.outcome == "allowed" }.count == 3)
      #expect(found.count { $0.name == .transactionRefused } == 1)
      #expect(
        lines.contains(
          "purchase_ended outcome=failed problem=notAccepted product=grobro.pro.monthly"))
      #expect(found.last?.name == .restoreEnded)
    }
  }

  @Test("work that was made sends one event, and so does a transaction that a restore has found")
  func workAndRestore() async throws {
    try await World.of("techniq") { world in
      let old = Phone(world, "old")
      await old.client.launch()
      var events = old.client.events.makeAsyncIterator()
      try await old.client.perform("quick-drill", key: "drill") {}
      let made = await read(&events, old.client)
      #expect(made.map(line) == ["use feature=quick-drill key=drill outcome=allowed"])
      #expect(await old.client.purchase("techniq.pro.monthly") == .purchased)

      let phone = Phone(world)
      await phone.client.launch()
      var restored = phone.client.events.makeAsyncIterator()
      #expect(await phone.client.restorePurchases() == .restored)
      let found = await read(&restored, phone.client)
      #expect(
        found.map(line) == [
          "transaction_recorded product=techniq.pro.monthly", "restore_ended outcome=restored",
        ])
    }
  }

  @Test("a use that is repeated after a lost connection sends one event, when it is decided")
  func offline() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      var events = client.events.makeAsyncIterator()
      phone.network.isOnline = false
      _ = try? await client.use("send-message", key: "m1")
      phone.network.isOnline = true
      await client.reevaluate()
      _ = try? await client.use("send-message", key: "m1")
      let uses = await read(&events, client).filter { $0.name == .use }
      #expect(uses.map(\.key) == ["m1"])
    }
  }
}
