import Testing
import TollgateTest

@MainActor
@Test("a full garden has room with Pro, also after a restart, and is full again after a refund")
func garden() async throws {
  try await TestServer.run(blueprint: "Blueprints/grobro.yml") { server in
    let storage = MemoryDeviceStorage()
    var client = server.phone(storage)
    await client.launch()
    for plant in ["fern", "ivy", "moss"] {
      try await client.use("add-plant", item: plant)
    }
    #expect(!client.access(to: "add-plant").isAllowed)

    server.store.customerConfirms = false
    #expect(await client.purchase("grobro.pro.yearly") == .cancelled)
    server.store.customerConfirms = true
    #expect(await client.purchase("grobro.pro.yearly") == .purchased)
    #expect(client.access(to: "add-plant") == .allowed(nil))

    server.isOnline = false
    client = server.phone(storage)
    #expect(client.access(to: "add-plant") == .allowed(nil))
    server.isOnline = true

    let bought = try #require(server.store.allTransactions().last)
    try server.store.refundTransaction(identifier: bought.identifier)
    try await server.deliverNotifications()
    try await client.refresh()
    #expect(!client.access(to: "add-plant").isAllowed)
  }
}
