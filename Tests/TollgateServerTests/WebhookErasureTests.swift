import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Webhooks about erased customers")
struct WebhookErasureTests {
  /// A receiver that does something once it has its first event.
  private struct Interrupted: WebhookTransport {
    let receiver: TestReceiver
    let interrupt: @Sendable () async throws -> Void

    func send(_ body: [UInt8], headers: [String: String]) async throws -> Bool {
      let isAccepted = try await receiver.send(body, headers: headers)
      if receiver.events.count == 1 { try await interrupt() }
      return isAccepted
    }
  }

  @Test(
    "EX-14 a customer who is erased while their events are sent has none a second later, nor once the clock was set back",
    arguments: [1000, -3_600_000] as [Int64])
  func erasedMeanwhile(milliseconds: Int64) async throws {
    let server = try await TestServer("strikelab")
    let receiver = TestReceiver()
    await server.deliver(try server.webhooks(to: receiver))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    for number in 0..<6 { try await server.record("m\(number)", of: phone.id) }
    let token = phone.token
    let transport = Interrupted(receiver: receiver) {
      let deletion = try await server.exchange(.deleteCustomer, token: token)
      #expect(deletion.status == 200)
      server.set(server.now.adding(milliseconds: milliseconds))
    }
    let job = try server.webhooks(to: transport)
    await job.runOnce()
    #expect(receiver.events.count == 1)
    #expect(try await server.webhookState().waiting.isEmpty)
  }

  @Test(
    "what an erased customer paid is still sent, once and without naming them, and nothing else about them is",
    arguments: [true, false])
  func erased(wasSentBefore: Bool) async throws {
    let server = try await TestServer("strikelab")
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    try await phone.buy("strikelab.pro.monthly")
    let customer = phone.id.rawValue
    if wasSentBefore {
      await server.deliver(job)
      #expect(receiver.events.contains { $0.customer == customer })
    }
    let sent = receiver.events
    server.advance(milliseconds: 1000)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: phone.token)
    await server.deliver(job)

    let paid = receiver.events.filter { $0.proceeds != 0 }
    #expect(paid.map(\.type) == ["subscription.started"])
    let late = receiver.events.dropFirst(sent.count)
    #expect(late.count == (wasSentBefore ? 0 : 1))
    for event in late {
      #expect(event.customer.hasPrefix("store:"))
      #expect(!event.body.contains("\"account\""))
      #expect(!event.body.contains(customer))
    }
    // The next customer of the store account pays nothing again.
    let next = try await server.phone(device: "phone", account: phone.account)
    server.advance(milliseconds: 1000)
    try await next.restore()
    await server.deliver(job)
    #expect(receiver.events.count { $0.proceeds != 0 } == 1)
  }
}
