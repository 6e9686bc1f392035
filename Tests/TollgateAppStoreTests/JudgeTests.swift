import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Testing
import TollgateAppStore

@Suite("Apple's own server library")
struct JudgeTests {
  private static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

  @Test(
    "EX-3 Apple's own server library verifies everything the simulator signs",
    arguments: [Environment.sandbox, .production])
  func verifiesEverything(_ environment: Environment) throws {
    let chain = try SigningChain()
    var judge = Judge(
      root: chain.root, bundleId: Shop.bundleID, environment: environment, appAppleId: 42)
    var transactions: [TransactionPayload] = []
    var notifications: [String] = []
    for life in Lifecycle.all {
      let store = try Shop.simulator(
        environment: environment, appAppleID: 42, chain: chain, grace: life.grace)
      for step in life.steps {
        step.perform(in: store, by: "anna", from: Shop.start)
        judge.renewalInfos += store.conditions(of: "anna").map(\.renewalInfo.jws)
      }
      store.purchase("lifetime", by: "anna", appAccountToken: Self.token)
      store.sendTestNotification()
      judge.transactions += store.updates(of: "anna").map(\.transaction.jws)
      judge.notifications += store.notifications().map(\.jws)
      transactions += store.updates(of: "anna").map(\.transaction.payload)
      notifications += store.notifications().map(\.payload.notificationUUID)
    }
    let verdict = try judge.verdict()
    try expect(verdict.transactions, decodeAs: transactions)
    #expect(verdict.renewalInfos.count == judge.renewalInfos.count)
    #expect(verdict.renewalInfos.allSatisfy { $0["autoRenewProductId"] != nil })
    #expect(
      verdict.notifications.map { $0["notificationUUID"] } == notifications.map { .string($0) })
  }

  @Test(
    "Apple's library refuses what our verifier refuses of another app, environment, chain or key")
  func refuses() throws {
    let chain = try SigningChain()
    let other = try SigningChain(seed: 2)
    let genuine = try chain.sign(Shop.transaction()).split(separator: ".")
    let forged = try other.sign(Shop.transaction()).split(separator: ".")
    var judge = Judge(
      root: chain.root, bundleId: Shop.bundleID, environment: .sandbox, appAppleId: nil)
    judge.transactions = [
      try chain.sign(Shop.transaction(bundle: "com.example.other")),
      try chain.sign(Shop.transaction(environment: .production)),
      try other.sign(Shop.transaction()), "\(genuine[0]).\(genuine[1]).\(forged[2])",
      genuine.joined(separator: "."),
    ]
    let verdict = try judge.verdict()
    #expect(
      verdict.transactions.map { $0["error"] } == [
        .string("INVALID_APP_IDENTIFIER"), .string("INVALID_ENVIRONMENT"),
        .string("VERIFICATION_FAILURE"), .string("VERIFICATION_FAILURE"), nil,
      ])
  }

  /// Compares what the library decoded with what was signed, field by field.
  private func expect(
    _ decoded: [[String: JSONValue]], decodeAs payloads: [TransactionPayload]
  ) throws {
    #expect(decoded.count == payloads.count)
    for (fields, payload) in zip(decoded, payloads) {
      let json = try JSONEncoder().encode(payload)
      let expected = try JSONDecoder().decode([String: JSONValue].self, from: json)
      #expect(fields.filter { !$0.key.hasPrefix("raw") } == expected)
    }
  }
}
