import Foundation
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient

@MainActor
@Test("a full garden has room with Pro, also after a restart, and is full again after a refund")
func garden() async throws {
  let session = try SKTestSession(
    contentsOf: GardenBackend.blueprints.appending(path: "grobro.storekit"),
    bundleID: "com.example.grobro")
  try await GardenBackend.serve(session) { backend in
    try await session.run {
      let storage = MemoryDeviceStorage()
      var client = backend.client(session, storage)
      await client.launch()
      for plant in ["fern", "ivy", "moss"] {
        try await client.use("add-plant", item: Item.ID(plant))
      }
      #expect(!client.access(to: "add-plant").isAllowed)

      session.customerConfirms = false
      #expect(await client.purchase("grobro.pro.yearly") == .cancelled)
      session.customerConfirms = true
      #expect(await client.purchase("grobro.pro.yearly") == .purchased)
      #expect(client.access(to: "add-plant") == .allowed(nil))

      client = backend.client(session, storage)
      #expect(client.access(to: "add-plant") == .allowed(nil))

      let app = client
      let listening = Task { await app.listenToStore() }
      await session.settled(listeners: 2)
      let bought = try #require(session.allTransactions().last)
      try session.refundTransaction(identifier: bought.identifier)
      await session.settled(listeners: 2)
      #expect(!client.access(to: "add-plant").isAllowed)
      listening.cancel()
    }
  }
}
