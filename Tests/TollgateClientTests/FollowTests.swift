import Foundation
import Testing
import Tollgate
import TollgateClient

/// A provider's sessions, as its listener reports them.
private struct Provider {
  let tokens: AsyncStream<String?>
  let events: AsyncStream<String?>.Continuation

  init() { (tokens, events) = AsyncStream<String?>.makeStream() }
}

@MainActor
@Suite("The sessions of an identity provider are followed")
struct FollowTests {
  private func world(_ life: @MainActor @Sendable (World) async throws -> Void) async throws {
    try await World.of("strikelab", issuers: [AppleID.other], life)
  }

  /// Lets the client follow a list to its end.
  private func follow(_ tokens: [String?], on phone: Phone) async {
    let provider = Provider()
    for token in tokens { provider.events.yield(token) }
    provider.events.finish()
    await phone.client.follow(provider.tokens)
  }

  private func signIns(_ phone: Phone) -> Int {
    phone.network.requests.count { $0.hasSuffix("sign-in/token") }
  }

  @Test("SL-5 a first element without a session leaves the anonymous customer what they bought")
  func anonymous() async throws {
    try await world { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let customer = phone.client.customer
      await follow([nil, nil], on: phone)
      #expect(phone.client.customer == customer)
      #expect(phone.client.phase == .subscribed)
      await follow([nil, try AppleID.otherToken(of: "ada", in: world)], on: phone)
      #expect(phone.client.account != nil)
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("a renewed token of the same person changes nothing, also after a restart of the app")
  func renewed() async throws {
    try await world { world in
      let phone = Phone(world)
      await phone.client.launch()
      let first = try AppleID.otherToken(of: "ada", in: world)
      await follow([first, first], on: phone)
      #expect(signIns(phone) == 1)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let customer = phone.client.customer
      phone.relaunch()
      await phone.client.launch()
      world.pass(World.hour / 2)
      await follow([first, try AppleID.otherToken(of: "ada", in: world)], on: phone)
      #expect(phone.client.customer == customer)
      #expect(phone.client.phase == .subscribed)
      #expect(!phone.network.requests.contains { $0.hasSuffix("sign-out") })
    }
  }

  @Test("sign-ins and sign-outs are made in order, and the next person has no access")
  func order() async throws {
    try await world { world in
      let phone = Phone(world)
      await phone.client.launch()
      let provider = Provider()
      let client = phone.client
      let following = Task { await client.follow(provider.tokens) }
      provider.events.yield(try AppleID.otherToken(of: "ada", in: world))
      while client.account == nil { await Task.yield() }
      #expect(await client.purchase("strikelab.pro.monthly") == .purchased)
      let ada = client.account
      provider.events.yield(try AppleID.otherToken(of: "bob", in: world))
      while client.account == ada || client.account == nil { await Task.yield() }
      #expect(client.phase == .blocked)
      provider.events.yield(nil)
      while client.account != nil { await Task.yield() }
      #expect(client.customer == nil)
      following.cancel()
      await following.value
      provider.events.yield(try AppleID.otherToken(of: "ada", in: world))
      #expect(client.account == nil)
    }
  }

  @Test("a refused token signs nobody in, and the person before does not stay signed in")
  func refused() async throws {
    try await world { world in
      let phone = Phone(world)
      await phone.client.launch()
      await follow(
        [try AppleID.otherToken(of: "ada", in: world)], on: phone)
      #expect(phone.client.account != nil)
      phone.network.fail("/sign-in/token", .problem(.invalidIdentityToken))
      await follow(
        [
          try AppleID.otherToken(of: "ada", in: world),
          try AppleID.otherToken(of: "bob", in: world) + "x",
        ], on: phone)
      #expect(phone.client.account == nil)
      #expect(phone.client.notices.contains { $0.code == .invalidIdentityToken })
    }
  }

  @Test("a sign-in without a network is retried after a wait, until a newer element replaces it")
  func retried() async throws {
    try await world { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      await phone.client.launch()
      phone.network.fail("/sign-in/token", .loseRequest, times: 3)
      await follow([try AppleID.otherToken(of: "ada", in: world)], on: phone)
      #expect(phone.client.account != nil)
      #expect(signIns(phone) == 4)
    }
  }

  @Test("a sequence that fails ends following with its error")
  func fails() async throws {
    struct Broken: Error {}
    try await world { world in
      let phone = Phone(world)
      await phone.client.launch()
      let tokens = AsyncThrowingStream<String?, any Error> { $0.finish(throwing: Broken()) }
      await #expect(throws: Broken.self) { try await phone.client.follow(tokens) }
    }
  }
}
