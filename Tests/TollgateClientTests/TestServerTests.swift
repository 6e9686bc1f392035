import Foundation
import Testing
import TollgateTest

@MainActor
@Suite("A server for an app's tests")
struct TestServerTests {
  private static let blueprint = "Blueprints/techniq.yml"

  @Test("time passes for the store, the server and the phones alike")
  func time() async throws {
    try await TestServer.run(blueprint: Self.blueprint) { server in
      let client = server.phone()
      await client.launch()
      #expect(await client.purchase("techniq.pro.monthly") == .purchased)
      #expect(client.phase == .trial)
      try await server.advance(by: .seconds(7 * 86_400))
      await client.reevaluate()
      try await client.refresh()
      #expect(client.phase == .subscribed)
      #expect(server.now == Date(timeIntervalSince1970: 1_772_355_600 + 7 * 86_400))
      try server.store.disableAutoRenewForTransaction(
        identifier: try #require(server.store.allTransactions().last).identifier)
      try await server.advance(by: .seconds(32 * 86_400))
      try await client.refresh()
      #expect(client.phase == .lapsed)
    }
  }

  @Test("a purchase without the server gives access, and reaches it when it is back")
  func offline() async throws {
    try await TestServer.run(blueprint: Self.blueprint) { server in
      let storage = MemoryDeviceStorage()
      let client = server.phone(storage)
      await client.launch()
      server.isOnline = false
      _ = await client.purchase("techniq.pro.monthly")
      server.store.advance(by: .seconds(30))
      await client.reevaluate()
      #expect(client.entitlement("pro").isActive)
      #expect(client.isProvisional)
      server.isOnline = true
      await client.deliverPending()
      #expect(!client.isProvisional)
      #expect(client.entitlement("pro").isActive)
    }
  }

  @Test("RA-4 a test says in which version the store account bought the app")
  func earlyBuyers() async throws {
    for (version, isEarly) in [("237", true), ("238", false)] {
      try await TestServer.run(blueprint: "Blueprints/notebook.yml") { server in
        server.setAppPurchase(version: version, at: Date(timeIntervalSince1970: 1_714_521_600))
        let client = server.phone()
        await client.launch()
        #expect(client.access(to: "sync").isAllowed == isEarly)
      }
    }
  }

  @Test("every run produces the same identifiers")
  func repeatable() async throws {
    var customers: [Customer.ID?] = []
    for _ in 1...2 {
      let name = Names()
      try await TestServer.run(blueprint: Self.blueprint) { server in
        let client = server.phone()
        await client.launch()
        name.customer = client.customer
      }
      customers.append(name.customer)
    }
    #expect(customers[0] != nil)
    #expect(customers[0] == customers[1])
  }

  @Test("a missing blueprint, or one that sells nothing, is reported")
  func mistakes() async throws {
    let missing = await #expect(throws: TestServerError.self) {
      try await TestServer.run(blueprint: "Blueprints/tecniq.yml") { _ in }
    }
    #expect(missing?.code == .noBlueprint)
    let path = FileManager.default.temporaryDirectory
      .appending(path: "tollgate-\(UUID().uuidString).yml").path
    let yaml = """
      app: { id: shop, name: Shop, bundleID: com.example.shop }
      hasFreeTier: true
      features: { read: allow }
      """
    try yaml.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let empty = await #expect(throws: TestServerError.self) {
      try await TestServer.run(blueprint: path) { _ in }
    }
    #expect(empty?.code == .noProducts)
  }

  @MainActor private final class Names {
    var customer: Customer.ID?
  }
}
