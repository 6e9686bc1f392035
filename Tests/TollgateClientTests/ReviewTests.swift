import AppStoreSimulator
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient
import TollgateServer
import TollgateWire

@MainActor
@Suite("App Review, TestFlight and Xcode")
struct ReviewTests {
  private nonisolated static let minute: Int64 = 60_000
  private let pro = CatalogProduct.ID("strikelab.pro.monthly")

  private func expectMarked(_ phone: Phone, as environment: StoreEnvironment) {
    #expect(phone.client.phase == .subscribed)
    #expect(phone.client.entitlement("pro").isActive)
    #expect(!phone.client.isProvisional)
    #expect(phone.client.transactions.last?.environment == environment)
    #expect(phone.client.membership?.subscription?.purchase.environment == environment)
    #expect(phone.world.store.unfinishedTransactions(of: "apple-id").isEmpty)
  }

  @Test(
    "EX-18 App Review and TestFlight buy, use and restore on the production server, and the sandbox is marked",
    arguments: [RenewalRate.monthIn5Minutes, .monthIn15Minutes, .monthInAnHour, .realTime])
  func reviewed(rate: RenewalRate) async throws {
    try await World.of(
      "strikelab", identifiers: .random, isProduction: true, run: .sandbox(rate)
    ) { world in
      let phone = await Phone.launched(world)
      #expect(phone.client.phase == .blocked)
      #expect(await phone.client.purchase(pro) == .purchased)
      expectMarked(phone, as: .sandbox)
      try await world.deliverNotifications()
      #expect(phone.client.access(to: "train") == .allowed(nil))

      phone.reinstall()
      await phone.client.launch()
      #expect(phone.client.phase == .blocked)
      #expect(await phone.client.restorePurchases() == .restored)
      expectMarked(phone, as: .sandbox)

      // The reviewer's second device has an account.
      let tablet = await Phone.launched(world, "tablet")
      try await tablet.client.signUp(email: "review@example.com", password: "correct horse")
      #expect(await tablet.client.restorePurchases() == .restored)
      expectMarked(tablet, as: .sandbox)
    }
  }

  @Test(
    "EX-18 a sandbox purchase is refused with its reason, and finished, where the sandbox is refused"
  )
  func notAllowed() async throws {
    try await World.of("strikelab", identifiers: .random, isProduction: true) { world in
      let phone = await Phone.launched(world)
      phone.network.fail("/transactions", .problem(.sandboxNotAllowed))
      #expect(await phone.client.purchase(pro) == .failed(.notAccepted))
      #expect(phone.client.notices.map(\.code) == [.sandboxNotAllowed])
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("SL-7 a reviewer's purchase ends in access, however slow the sandbox and the server are")
  func slow() async throws {
    try await World.of(
      "strikelab", identifiers: .random, isProduction: true, run: .sandbox(.monthIn5Minutes)
    ) { world in
      let phone = Phone(world, usesStoreKit: true, sleep: Waiting.short(world))
      await phone.client.launch()
      phone.network.fail("/transactions", .timeOut, times: 3)
      #expect(await phone.client.purchase(pro) == .purchased)
      expectMarked(phone, as: .sandbox)
    }
  }

  @Test(
    "EX-18 a reviewer's subscription renews twelve times in minutes and then lapses, with or without notifications",
    arguments: [false, true])
  func renews(isServerNotified: Bool) async throws {
    try await World.of(
      "strikelab", identifiers: .random, isProduction: true, run: .sandbox(.monthIn5Minutes)
    ) { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      for _ in 1...12 {
        try await phone.listening {
          world.pass(5 * Self.minute)
          if isServerNotified { try await world.deliverNotifications() }
        }
        await phone.client.reevaluate()
        expectMarked(phone, as: .sandbox)
      }
      let ends = try #require(phone.client.membership?.subscription?.expiresAt)
      #expect(ends == Instant(milliseconds: World.start + 13 * 5 * Self.minute))
      world.pass(5 * Self.minute - 1)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .subscribed)
      world.pass(1)
      if isServerNotified {
        try await world.deliverNotifications()
        try await phone.client.refresh()
      } else {
        // Without an update the phone waits for a late renewal, at most as long as the period was.
        world.pass(5 * Self.minute)
        await phone.client.reevaluate()
      }
      #expect(phone.client.phase == .lapsed)
      #expect(!phone.client.access(to: "train").isAllowed)
      // A reviewer buys again.
      #expect(await phone.client.purchase(pro) == .purchased)
      expectMarked(phone, as: .sandbox)
    }
  }

  @Test(
    "CP-11 a trial that the sandbox shortens to a minute shows its banner and plans no notification"
  )
  func shortTrial() async throws {
    try await World.of(
      "coach-paid", identifiers: .random, isProduction: true, run: .sandbox(.monthIn5Minutes)
    ) { world in
      let phone = await Phone.launched(world)
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      #expect(await phone.client.purchase("coach.premium.monthly") == .purchased)
      #expect(phone.client.phase == .trial)
      let ends = try #require(phone.client.membership?.trial?.endsAt)
      // Three days of a week that lasts three minutes.
      #expect(ends == Instant(milliseconds: World.start + 77_142))
      #expect(PromptModel(phone.client, placement: "chat").content != nil)
      #expect(phone.nudges.steps.isEmpty)
      try await phone.listening { world.pass(77_142) }
      await phone.client.reevaluate()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.nudges.steps.isEmpty)
    }
  }

  @Test(
    "EX-18 a run in Xcode buys, restores and renews on a server that names the developer's certificate",
    arguments: [false, true])
  func xcode(isProduction: Bool) async throws {
    try await World.of(
      "strikelab", identifiers: .random, isProduction: isProduction, run: .xcode(trusting: [2, 1])
    ) { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .purchased)
      expectMarked(phone, as: .xcode)
      try await phone.listening { world.pass(32 * World.day) }
      await phone.client.reevaluate()
      expectMarked(phone, as: .xcode)
      phone.reinstall()
      await phone.client.launch()
      #expect(await phone.client.restorePurchases() == .restored)
      expectMarked(phone, as: .xcode)
    }
  }

  @Test(
    "EX-18 a run in Xcode is refused with what to do, and finished, by a server that does not name its certificate",
    arguments: [
      ([], false, "signed_data_wrong_chain_length"), ([], true, "signed_data_wrong_chain_length"),
      ([2], false, "signed_data_untrusted"), ([2], true, "signed_data_untrusted"),
    ] as [([UInt64], Bool, String)])
  func unknownXcode(trusted: [UInt64], isProduction: Bool, code: String) async throws {
    try await World.of(
      "strikelab", identifiers: .random, isProduction: isProduction, run: .xcode(trusting: trusted)
    ) { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase(pro) == .failed(.notAccepted))
      #expect(phone.client.phase == .blocked)
      let notice = try #require(phone.client.notices.last)
      #expect(phone.client.notices.count == 1)
      #expect(notice.code.rawValue == code)
      #expect(notice.message.contains("Editor > Save Public Certificate"))
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
      #expect(phone.client.pendingCount == 0)
    }
  }
}
