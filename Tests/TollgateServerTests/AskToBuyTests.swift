import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Purchases that the store reports before the phone does")
struct AskToBuyTests {
  private let product = "strikelab.pro.monthly"

  /// Asks a parent, and has them approve after a day; the purchase is signed for the customer.
  private func approved(
    on phone: TestPhone
  ) throws -> Signed<TransactionPayload> {
    let store = phone.server.store
    let asked = store.purchase(
      product, by: phone.account, appAccountToken: phone.id.appAccountToken, outcome: .askToBuy)
    guard case .pending(let waiting) = asked else {
      Issue.record("the purchase does not wait: \(asked)")
      throw Problem(.internalError, "the purchase does not wait")
    }
    phone.server.advance(Period(1, .day))
    guard case .success(let transaction) = store.approve(waiting.id) else {
      Issue.record("the approval brings no purchase")
      throw Problem(.internalError, "the approval brings no purchase")
    }
    return transaction
  }

  @Test(
    "an approved Ask to Buy is recorded once, whichever of store and phone reports it first",
    arguments: [true, false])
  func recordedOnce(storeIsFirst: Bool) async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    let phone = try await server.phone(device: "phone")
    let transaction = try approved(on: phone)
    if storeIsFirst { try await server.deliverNotifications() }
    try await phone.restore()
    try await server.deliverNotifications()
    try await phone.post(transaction)
    let kinds = try await server.entries().map(\.fact.kind)
    #expect(kinds.filter { $0 == .transaction }.count == 1)
    #expect(kinds.filter { $0 == .renewal }.count == 1)
    #expect(try await phone.phase() == .subscribed)
  }

  @Test(
    "a later update from the store reaches the customer, although the store reported the purchase first"
  )
  func laterNews() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    let phone = try await server.phone(device: "phone")
    let transaction = try approved(on: phone)
    try await server.deliverNotifications()
    try await phone.post(transaction)
    let known = server.store.notifications().count
    server.advance(Period(40, .day))
    try await server.deliverNotifications(after: known)
    #expect(try await phone.phase() == .subscribed)
    server.store.refund(
      try #require(server.store.transactions(of: phone.account).last).payload.transactionId)
    try await server.deliverNotifications(after: known)
    #expect(try await phone.phase() == .lapsed)
  }
}
