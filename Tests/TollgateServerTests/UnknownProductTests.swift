import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@Suite("A product that was bought and is not in the blueprint")
struct UnknownProductTests {
  private static func check(_ server: TestServer) async throws -> ReadinessResponse.Check? {
    let exchange = try await server.exchange(.ready)
    #expect(exchange.status == 200)
    return try JSONDecoder().decode(ReadinessResponse.self, from: Data(exchange.body.utf8))
      .checks.first { $0.name == "products" }
  }

  @Test(
    "a product that was bought and is not in the blueprint is in the readiness report, also after a restart, and on the customer's page"
  )
  func reported() async throws {
    let server = try await TestServer.market()
    let phone = try await server.phone(account: "anna")
    try await phone.buy("lifetime")
    #expect(try await Self.check(server) == nil)
    try await phone.buy("season")
    let warned = ReadinessResponse.Check("products", .warn, code: "unknown", names: ["season"])
    #expect(try await Self.check(server) == warned)
    let restarted = try await server.restarted()
    #expect(try await Self.check(restarted) == warned)
    let page = try await AdminBrowser(restarted, .support).get("/customers/\(phone.id)").text
    #expect(page.contains("Bought, and not in the blueprint"))
    #expect(page.contains("season: gives nothing until the blueprint declares it"))
  }
}
