import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@Suite("Purchases that somebody else paid for")
struct SeatTests {
  @Test(
    "whatever is not PURCHASED gives its entitlement, and counts as paid by somebody else",
    arguments: [
      ("PURCHASED", StoreTransaction.Ownership.purchased), ("FAMILY_SHARED", .familyShared),
      ("ASSIGNED", .familyShared), ("SOMETHING_NEW", .familyShared),
    ])
  func ownership(store: String, known: StoreTransaction.Ownership) async throws {
    let server = try await TestServer("strikelab")
    let phone = try await server.phone()
    var payload = try phone.purchase("strikelab.pro.monthly").payload
    payload.inAppOwnershipType = OwnershipType(rawValue: store)
    let signed = try TestServer.chain.get().sign(payload)
    let _: PurchaseResponse = try await server.send(
      .transactions, token: phone.token, json: TransactionRequest(signedTransaction: signed))
    #expect(try await phone.phase() == .subscribed)
    let facts = try await server.entries().map(\.fact)
    let bought = facts.compactMap { fact in
      if case .transaction(let transaction) = fact { transaction } else { nil }
    }
    #expect(bought.map(\.ownership) == [known])
  }
}
