import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateWire

@MainActor
@Suite struct GateTests {
  @Test(
    "CP-4 a client with a stale discovery state is refused by the server, with the paywall to show"
  )
  func serverDecides() async throws {
    try await World.of("coach-paid") { world in
      let first = Phone(world, "first")
      try await first.client.signUp(email: "ada@example.com", password: "correct horse")
      let second = Phone(world, "second")
      await second.client.launch()
      try await second.client.signIn(email: "ada@example.com", password: "correct horse")
      await first.client.recordMilestone("discovery-complete")
      await first.client.reported()
      #expect(second.client.phase == .onboarding)
      #expect(second.client.access(to: "send-message") == .allowed(nil))

      let answer = try await second.client.use("send-message")
      #expect(
        answer == .denied(Denial(reason: .notIncluded, limit: nil, paywall: "after-discovery")))
      #expect(second.client.phase == .blocked)
      #expect(second.client.access(to: "send-message") == answer)
      #expect(second.client.access(to: "read-conversation") == .allowed(nil))
    }
  }

  @Test("EX-12 a use that the app's backend counts during a gate reaches the app without a call")
  func countedElsewhere() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let backend = Phone(world, "backend")
      await backend.client.launch()
      try await backend.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.access(to: "quick-drill").isAllowed)

      var isCounted = false
      let access = await phone.client.gate("quick-drill") {
        do { isCounted = try await backend.client.use("quick-drill").isAllowed } catch {
          Issue.record(error)
        }
      }
      #expect(isCounted)
      #expect(access.isAllowed)
      await phone.client.reported()
      #expect(phone.client.access(to: "quick-drill").isDenied)
    }
  }

  @Test(
    "EX-12 a gate asks the server nothing where nothing is counted, or where the app counted itself"
  )
  func nothingToFetch() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.reported()
      // The names of requests leave out `customers/me`.
      let reads = { phone.network.requests.count { $0 == "GET " } }
      let before = reads()
      let isFree = await phone.client.gate("library") {}
      await phone.client.reported()
      #expect(isFree == .allowed(nil))
      #expect(reads() == before)

      await phone.client.gate("quick-drill") {
        do { try await phone.client.use("quick-drill") } catch { Issue.record(error) }
      }
      await phone.client.reported()
      #expect(phone.client.access(to: "quick-drill").isDenied)
      #expect(reads() == before)
    }
  }

  @Test("CP-4 a denial says why in a sentence, also if the app has only asked")
  func sentence() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      guard case .denied(let denial) = phone.client.access(to: "analytics") else {
        Issue.record("\(phone.client.access(to: "analytics"))")
        return
      }
      #expect(denial.message == phone.client.line(for: denial, of: "analytics"))
      #expect((denial as any Error).localizedDescription == denial.message)
    }
  }

  @Test("CP-4 every return shows the paywall while nothing is bought")
  func everyReturn() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.showPaywall(at: "chat") == .skipped(.notNow))
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      for _ in 1...3 {
        phone.relaunch()
        await phone.client.launch()
        #expect(await phone.client.showPaywall(at: "chat") == .shown("after-discovery"))
        let offer = try #require(phone.client.presentation?.content.offers.first)
        #expect(offer.line == "$2.99/week for 3 days, then $19.99/month")
        await phone.client.paywallClosed()
      }
    }
  }

  @Test("CP-8 a customer's token reads no other customer, and a forged purchase gives nothing")
  func othersAreOutOfReach() async throws {
    try await World.of("coach-paid") { world in
      let mine = Phone(world, "mine")
      let other = Phone(world, "other", account: "another-apple-id")
      await mine.client.launch()
      await other.client.launch()
      await mine.client.recordMilestone("discovery-complete")
      await mine.client.reported()
      let id = try #require(other.client.customer)
      let token = try #require(mine.network.token)
      let answer = try await mine.network.send(
        TransportRequest(
          method: "GET", path: Endpoint.customer(id).path(app: world.app),
          headers: ["authorization": token]))
      #expect(answer.status == 403)

      mine.store.isForging = true
      #expect(await mine.client.purchase("coach.premium.monthly") == .failed(.notAccepted))
      #expect(mine.client.phase == .blocked)
      #expect(mine.client.pendingCount == 0)
      #expect(try await world.facts(of: mine.client.customer).storeTransactions.isEmpty)
    }
  }

  @Test("TQ-4 one drill is free, counted only once it is made, and then the paywall shows")
  func freeDrill() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(
        phone.client.access(to: "custom-drill")
          == .allowed(Limit(limit: 1, used: 0, scope: .ever)))
      let first = try await phone.client.use("custom-drill", key: "drill-1")
      #expect(first == .allowed(Limit(limit: 1, used: 1, scope: .ever)))
      let second = try await phone.client.use("custom-drill", key: "drill-2")
      #expect(
        second
          == .denied(
            Denial(
              reason: .limitReached, limit: Limit(limit: 1, used: 1, scope: .ever), paywall: "pro"))
      )
      #expect(
        phone.client.access(to: "quick-drill") == .allowed(Limit(limit: 1, used: 0, scope: .ever)))
    }
  }

  @Test(
    "TQ-4 a drill whose report fails counts once",
    arguments: [
      [PhoneNetwork.Fault.loseRequest], [.loseAnswer], [.loseAnswer, .loseAnswer], [.status(500)],
      [.status(429)], [.breakAnswer],
    ])
  func countsOnce(faults: [PhoneNetwork.Fault]) async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      for fault in faults { phone.network.fail("/uses", fault) }
      var attempts = 0
      var answer: Access?
      while answer == nil, attempts < 3 {
        attempts += 1
        do throws(ClientError) {
          answer = try await phone.client.use("custom-drill", key: "drill-1")
        } catch {
          #expect(error.isRetryable)
        }
      }
      #expect(answer == .allowed(Limit(limit: 1, used: 1, scope: .ever)))
      #expect(
        phone.client.access(to: "custom-drill")
          == .denied(
            Denial(
              reason: .limitReached, limit: Limit(limit: 1, used: 1, scope: .ever), paywall: "pro"))
      )
    }
  }

  @Test("CF-8 an unknown phase gives no answer, no paywall and no prompt, and is never expired")
  func unknown() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      await phone.client.launch()
      #expect(phone.client.phase == .unknown)
      #expect(phone.client.access(to: "analytics") == .unknown)
      #expect(await phone.client.showPaywall("upgrade") == .skipped(.unknown))
      #expect(phone.client.connection == .failed(ClientError.network))

      phone.network.isOnline = true
      phone.network.fail("/customers", .status(500))
      await phone.client.launch()
      #expect(phone.client.blueprint != nil)
      #expect(phone.client.phase == .unknown)
      #expect(phone.client.access(to: "analytics") == .unknown)
      #expect(phone.client.prompts(at: "analytics").isEmpty)
      #expect(await phone.client.showPaywall("upgrade") == .skipped(.unknown))
      #expect(phone.client.presentation == nil)
      #expect(phone.client.text("plan.unknown") == "One moment")

      await phone.client.launch()
      #expect(phone.client.phase == .free)
      #expect(phone.client.prompts(at: "analytics").map(\.id) == ["analytics-banner"])
    }
  }

  @Test("SL-4 the cached membership shows before the network responds, and is then confirmed")
  func rememberedFirst() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.yearly") == .purchased)
      let asked = phone.network.requests.count

      phone.relaunch()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.access(to: "train") == .allowed(nil))
      #expect(phone.client.connection == .remembered)
      #expect(phone.network.requests.count == asked)

      phone.network.isOnline = false
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.connection == .failed(ClientError.network))

      phone.network.isOnline = true
      await phone.client.launch()
      #expect(phone.client.connection == .confirmed(Instant(milliseconds: World.start)))
      #expect(phone.network.requests.last == "GET ")
    }
  }

  @Test("a denial says why in the customer's language, as any error that an app shows")
  func words() async throws {
    try await World.of("studio") { world in
      let phone = Phone(world, locale: Locale(identifier: "de_DE"))
      await phone.client.launch()
      for _ in 1...2 { try await phone.client.use("paint") }
      guard case .denied(let used) = try await phone.client.use("paint") else {
        Issue.record("not denied")
        return
      }
      #expect(used.localizedDescription == "Alle 2 Mal gratis genutzt")
      await #expect {
        try await phone.client.perform("frame") {}
      } throws: { error in
        error is Denial && error.localizedDescription == "frame, gesperrt"
      }
      let bare = Denial(reason: .notIncluded, paywall: nil)
      #expect(bare.localizedDescription == "Locked")
    }
  }

  @Test("what the device writes down does not wait for the network")
  func doesNotWait() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let (arrived, arrive) = AsyncStream<Void>.makeStream()
      phone.network.after("/milestones/discovery-complete") {
        for await _ in arrived { break }
      }
      await phone.client.recordMilestone("discovery-complete")
      #expect(phone.client.pendingCount == 1)
      #expect(phone.client.phase == .blocked)
      #expect(await phone.client.showPaywall(at: "chat") == .shown("after-discovery"))
      await phone.client.paywallClosed()
      await phone.client.dismiss("no-such-prompt")
      phone.relaunch()
      #expect(phone.client.phase == .blocked)
      arrive.yield()
    }
  }
}

extension ClientError {
  static let network = ClientError(
    code: .network, isRetryable: true, message: "The connection failed. Please try again.")
}
