import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Testing
import TollgateAppStore

@Suite("The receipt in an app's bundle")
struct AppReceiptTests {
  private static let anna: AccountID = "anna"

  private static func receipt(of store: AppStoreSimulator) throws -> Data {
    try store.appReceipt(of: anna, version: "42", downloaded: Market.start)
  }

  /// The transaction with which a server asks the App Store Server API about a receipt.
  private static func transaction(in receipt: Data) throws -> String? {
    try OldReceipt.transactionID(inAppReceipt: receipt.base64EncodedString())
  }

  @Test("EX-3 a receipt names what was bought, and is signed by the store's chain")
  func bought() throws {
    let store = try Market.store()
    #expect(try Self.transaction(in: Self.receipt(of: store)) == nil)
    store.purchase("gold", by: Self.anna)
    let bought = try #require(store.transactions(of: Self.anna).first).payload
    let receipt = try Self.receipt(of: store)
    #expect(try Self.transaction(in: receipt) == bought.transactionId)
    for text in [
      store.bundleID, "42", "gold", bought.transactionId, bought.purchaseDate.description,
    ] {
      #expect(receipt.range(of: Data(text.utf8)) != nil, "\(text)")
    }
    for certificate in store.chain.certificates {
      #expect(receipt.range(of: certificate) != nil)
    }
    #expect(receipt.range(of: Data("silver".utf8)) == nil)
  }

  @Test("EX-3 every renewal is in the receipt, and a consumable until it is finished")
  func history() throws {
    let store = try Market.store()
    store.purchase("coins", by: Self.anna)
    let coins = try #require(store.transactions(of: Self.anna).first).payload.transactionId
    #expect(try Self.transaction(in: Self.receipt(of: store)) == coins)
    store.finish(coins)
    #expect(try Self.transaction(in: Self.receipt(of: store)) == nil)
    store.purchase("gold", by: Self.anna)
    store.advance(to: Market.days(70))
    let renewals = store.transactions(of: Self.anna).map(\.payload.transactionId)
      .filter { $0 != coins }
    #expect(renewals.count > 1)
    let receipt = try Self.receipt(of: store)
    for renewal in renewals {
      store.finish(renewal)
      #expect(receipt.range(of: Data(renewal.utf8)) != nil)
    }
    #expect(try Self.transaction(in: Self.receipt(of: store)) == renewals[0])
  }
}
