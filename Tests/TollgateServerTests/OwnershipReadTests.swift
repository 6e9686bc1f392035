import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("How often a purchase's owner is read")
struct OwnershipReadTests {
  private let product = "strikelab.pro.monthly"

  private func claims(
    of purchase: Signed<TransactionPayload>, in ledger: RewindableLedger
  ) -> [String] {
    let id = purchase.payload.originalTransactionId
    return ledger.claimReads.compactMap {
      switch $0 {
      case .purchase(let purchase) where purchase.originalID.rawValue == id: "owner"
      case .share(let purchase, let place) where purchase.originalID.rawValue == id:
        "share \(place)"
      case .purchase, .share, .trial, .email, .notification, .endedSession, .identity,
        .appTransaction, .alias, .seat, .imported:
        nil
      }
    }
  }

  @Test("a new purchase reads its owner once, also if the store reported it first")
  func new() async throws {
    for isReported in [false, true] {
      let ledger = RewindableLedger()
      let server = try await TestServer("strikelab", ledger: ledger)
      let phone = try await server.phone(device: "phone")
      let transaction = try phone.purchase(product)
      if isReported { try await server.deliverNotifications() }
      let before = claims(of: transaction, in: ledger).count
      try await phone.post(transaction)
      #expect(
        claims(of: transaction, in: ledger).dropFirst(before) == ["owner", "share 0"],
        "reported first: \(isReported)")
      #expect(try await phone.phase() == .subscribed)
    }
  }

  @Test("a purchase that an account shares reads its owner again to notify the other customers")
  func shared() async throws {
    let ledger = RewindableLedger()
    let server = try await TestServer(
      "strikelab", ledger: ledger, configuration: .sandbox(identifiers: .numbered())
    ) {
      $0.purchases = Blueprint.PurchaseRules(transfer: .share)
    }
    var owner = try await server.phone(device: "phone")
    try await owner.signUp("owner@example.com")
    let transaction = try owner.purchase(product)
    try await owner.post(transaction)
    var other = try await server.phone(device: "tablet", account: owner.account)
    try await other.signUp("other@example.com")
    let before = claims(of: transaction, in: ledger).count
    try await other.restore()
    #expect(
      claims(of: transaction, in: ledger).dropFirst(before)
        == ["owner", "share 0", "owner", "share 0", "share 1"])
    #expect(try await other.phase() == .subscribed)
    #expect(try await owner.phase() == .subscribed)
  }
}
