import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Testing
import TollgateAppStore

@Suite("Apple's own server library, on everything the simulator signs")
struct JudgedTests {
  @Test(
    "EX-3 Apple's library verifies and decodes each row of the lifecycle, shared with a family",
    arguments: [Environment.sandbox, .production])
  func lifecycle(_ environment: Environment) throws {
    let chain = try SigningChain()
    var judge = Judge(
      root: chain.root, bundleId: "com.example.market", environment: environment, appAppleId: 42)
    var transactions: [TransactionPayload] = []
    var renewalInfos: [RenewalInfoPayload] = []
    var notifications: [NotificationPayload] = []
    for row in LifecycleRow.all {
      let store = try Market.store(
        environment: environment, appAppleID: 42, chain: chain, grace: .threeDays)
      store.share("anna", with: "ben")
      for action in row.from.actions + [row.action] { action.perform(in: store, by: "anna") }
      store.purchase("coins", by: "anna", options: .init(quantity: 3))
      store.extendRenewals(of: "gold", days: 1, requestID: "all", storefronts: ["USA"])
      let updates = store.updates(of: "anna") + store.updates(of: "ben")
      let conditions = store.conditions(of: "anna") + store.conditions(of: "ben")
      judge.transactions += updates.map(\.transaction.jws)
      judge.renewalInfos += conditions.map(\.renewalInfo.jws)
      judge.notifications += store.notifications().map(\.jws)
      transactions += updates.map(\.transaction.payload)
      renewalInfos += conditions.map(\.renewalInfo.payload)
      notifications += store.notifications().map(\.payload)
    }
    let verdict = try judge.verdict()
    try expect(verdict.transactions, decodeAs: transactions)
    try expect(verdict.renewalInfos, decodeAs: renewalInfos)
    try expect(verdict.notifications, decodeAs: notifications)
  }

  /// Compares what the library decoded with what was signed, field by field.
  private func expect(
    _ decoded: [[String: JSONValue]], decodeAs payloads: [some Encodable]
  ) throws {
    #expect(decoded.count == payloads.count)
    for (fields, payload) in zip(decoded, payloads) {
      let json = try JSONEncoder().encode(payload)
      let expected = try JSONDecoder().decode([String: JSONValue].self, from: json)
      #expect(fields.filter { !$0.key.hasPrefix("raw") }.mapValues(known) == expected)
    }
  }

  /// The value without the raw twins that the library keeps next to its enumerations.
  private func known(_ value: JSONValue) -> JSONValue {
    guard case .object(let fields) = value else { return value }
    return .object(fields.filter { !$0.key.hasPrefix("raw") })
  }
}
