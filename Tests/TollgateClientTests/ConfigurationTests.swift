import Foundation
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("A client of a real device")
struct ConfigurationTests {
  /// A temporary folder for one test.
  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch {}
    }
    try await body(folder)
  }

  @Test("only the app, the server and its key have to be configured")
  func defaults() throws {
    let server = try #require(URL(string: "https://tollgate.example.com"))
    let configuration = TollgateClient.Configuration(
      app: "coach-paid", server: server, serverKey: "key")
    #expect(configuration.store is StoreKitStore)
    #expect(configuration.storage is AppDeviceStorage)
    #expect(configuration.serverKey == "key")
    #expect(configuration.sleep != nil)
  }

  @Test("a client's cache survives a relaunch, separate from other apps'")
  func remembers() async throws {
    try await inFolder { folder in
      try await World.of("strikelab") { world in
        let phone = Phone(world)
        var configuration = phone.client.configuration
        configuration.storage = AppDeviceStorage(app: world.app, directory: folder)
        let client = TollgateClient(configuration)
        await client.launch()
        #expect(client.phase == .blocked)
        #expect(TollgateClient(configuration).customer == client.customer)
        #expect(TollgateClient(configuration).phase == .blocked)
        configuration.storage = AppDeviceStorage(app: "other", directory: folder)
        #expect(TollgateClient(configuration).customer == nil)
      }
    }
  }

  @Test("each storage area is read, written and removed independently")
  func areas() async throws {
    try await inFolder { folder in
      let storage = AppDeviceStorage(app: "coach-paid", directory: folder)
      for area in StorageArea.allCases {
        #expect(try storage.read("name", from: area) == nil)
        try storage.write(Data(area.rawValue.utf8), as: "name", to: area)
      }
      for area in StorageArea.allCases {
        #expect(try storage.read("name", from: area) == Data(area.rawValue.utf8))
        try storage.write(Data(), as: "name", to: area)
        #expect(try storage.read("name", from: area) == Data())
        try storage.remove("name", from: area)
        try storage.remove("name", from: area)
        #expect(try storage.read("name", from: area) == nil)
      }
    }
  }
}
