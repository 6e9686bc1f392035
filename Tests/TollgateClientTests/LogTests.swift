import Foundation
import Testing
import TollgateClient

/// A log that collects its entries.
@MainActor
private final class Collected {
  private(set) var entries: [ClientLog.Entry] = []

  /// A client on a phone, configured as a test says, that logs here.
  func client(
    _ phone: Phone, _ change: (inout TollgateClient.Configuration) -> Void = { _ in }
  ) -> TollgateClient {
    var configuration = phone.client.configuration
    configuration.log = ClientLog { self.entries.append($0) }
    change(&configuration)
    return TollgateClient(configuration)
  }

  func messages(_ code: ClientError.Code) -> [String] {
    entries.filter { $0.code == code }.map(\.message)
  }
}

@MainActor
@Suite("What the client logs")
struct LogTests {
  private let log = Collected()

  @Test(
    "a wrong server key is a fault that names the key, where the app only sees an unknown membership",
    arguments: ["not a key", Data(repeating: 7, count: 32).base64EncodedString()])
  func wrongKey(key: String) async throws {
    try await World.of("grobro") { world in
      let client = log.client(Phone(world)) { $0.serverKey = key }
      await client.launch()
      #expect(client.phase == .unknown)
      let entries = log.entries.filter { $0.code == .badSignature }
      #expect(!entries.isEmpty)
      #expect(entries.allSatisfy { $0.level == .fault })
      #expect(entries.allSatisfy { $0.message.contains("`serverKey`") })
      #expect(!entries.contains { $0.description.contains(key) })
    }
  }

  @Test("a name that the blueprint does not have is reported once, with the nearest name")
  func unknownNames() async throws {
    try await World.of("grobro") { world in
      let client = log.client(Phone(world))
      #expect(client.access(to: "analitycs") == .unknown)
      await client.launch()
      #expect(log.messages(.unknownName).isEmpty)
      for _ in 1...3 { #expect(client.access(to: "analitycs").isDenied) }
      _ = client.access(to: "analytics")
      _ = client.entitlement("pr")
      _ = client.entitlement("pro")
      _ = client.credits(in: "coins")
      _ = client.prompts(at: "gardn")
      _ = client.prompts(at: "garden")
      _ = await client.showPaywall("upgrad")
      await client.register("gardn")
      await client.recordMilestone("discovery")
      await client.reported()
      await client.dismiss("garden-crd")
      await client.reported()
      let starts = log.messages(.unknownName).map { $0.prefix { $0 != ";" && $0 != "." } }
      #expect(
        starts == [
          "The blueprint has no feature `analitycs`", "The blueprint has no entitlement `pr`",
          "The blueprint has no wallet `coins`", "The blueprint has no placement `gardn`",
          "The blueprint has no paywall `upgrad`", "The blueprint has no milestone `discovery`",
          "The blueprint has no prompt `garden-crd`",
        ])
      #expect(log.messages(.unknownName)[0].contains("did you mean `analytics`?"))
      // Tests are debug builds.
      #expect(client.notices.count { $0.message.contains("`analitycs`") } == 1)
    }
  }

  @Test("the log says how to repair what the server refuses")
  func refusals() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let client = log.client(phone)
      await client.launch()
      #expect(log.entries.isEmpty)
      phone.network.fail("me", .problem(.clockBehind))
      try? await client.refresh()
      #expect(log.messages(.init(rawValue: "clock_behind")).first?.contains("NTP") == true)
      phone.store.isForging = true
      #expect(await client.purchase("grobro.pro.yearly") == .failed(.notAccepted))
      #expect(log.entries.contains { $0.message.contains("refused a purchase") })
    }
  }

  @Test("storage that is locked or full is logged")
  func storage() async throws {
    try await World.of("grobro") { world in
      let storage = LockableStorage(lock: .always)
      _ = log.client(Phone(world)) { $0.storage = storage }
      #expect(!log.messages(.storageUnavailable).isEmpty)
    }
  }

  @Test("no entry contains a customer, a token or an address")
  func privacy() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let client = log.client(phone)
      await client.launch()
      try await client.signUp(email: "ada@example.com", password: "correct horse")
      phone.network.isOnline = false
      _ = try? await client.use("add-plant", item: "fern")
      await client.recordMilestone("nothing")
      await client.reported()
      await client.signOut()
      #expect(!log.entries.isEmpty)
      let secrets = ["ada@example.com", "correct horse", "Bearer"] + [phone.network.token ?? ""]
      for entry in log.entries {
        for secret in secrets where !secret.isEmpty {
          #expect(!entry.description.contains(secret))
        }
      }
    }
  }
}
