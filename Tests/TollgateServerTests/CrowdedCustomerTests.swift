import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Many concurrent requests for one customer")
struct CrowdedCustomerTests {
  @Test("writes to a customer wait up to a limit, more are refused, and others' continue")
  func limit() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    let other = try await server.phone()
    let (token, refused) = (phone.token, 10)
    let gate = ledger.holdWrite()
    async let first = server.exchange(.use("custom-drill"), token: token, key: "first")
    await gate.reached()
    try await withThrowingTaskGroup(of: Exchange.self) { group in
      for number in 0..<(TurnQueue<CustomerKey>.waitingLimit + refused) {
        group.addTask {
          try await server.exchange(.use("custom-drill"), token: token, key: "use-\(number)")
        }
      }
      // Until the first one ends, only those that are refused are answered.
      for _ in 0..<refused {
        let exchange = try await group.next()
        #expect(exchange?.status == 503)
        #expect(exchange?.body.contains(#""code":"busy""#) == true)
        #expect(exchange?.body.contains("Too many similar requests are waiting") == true)
      }
      #expect(try await other.use("custom-drill", key: "other").facts.count == 1)
      gate.open()
      for try await exchange in group { #expect(exchange.status == 403, "\(exchange)") }
    }
    #expect(try await first.status == 200)
  }

  @Test("a write that always comes second is refused, records nothing, and can be repeated")
  func overtaken() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    let entries = try await server.entries()
    ledger.fail(with: .conflict)
    let refused = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    #expect(refused.status == 503)
    #expect(refused.body.contains("Too many concurrent requests for this customer. Try again."))
    ledger.fail(with: nil)
    #expect(try await server.entries() == entries)
    #expect(try await phone.use("custom-drill", key: "drill").facts.count == 1)
  }
}
