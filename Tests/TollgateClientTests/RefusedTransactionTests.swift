import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer
import TollgateWire

@MainActor
@Suite("Transactions that the server refuses")
struct RefusedTransactionTests {
  /// Settled for every buyer: the owner has it, or the data is damaged or forged.
  private nonisolated static let settled: Set<ProblemCode> = [
    .ownedByAnotherCustomer, .signedDataMalformed, .signedDataInvalidCertificate,
    .signedDataInvalidChain, .signedDataExpiredChain, .signedDataInvalidSignature,
    .signedDataUnreadable,
  ]
  /// Excluded by the server's settings or version.
  private nonisolated static let excluded: Set<ProblemCode> = [
    .sandboxNotAllowed, .signedDataTooLarge, .signedDataUnsupportedAlgorithm,
    .signedDataWrongChainLength, .signedDataUntrusted, .signedDataMissingMark, .signedDataWrongApp,
    .signedDataWrongEnvironment,
  ]
  /// The refusals after which neither a wait nor a new token helps.
  private nonisolated static let final = ProblemCode.known.filter { code in
    !code.isRetryable && (400..<500).contains(code.status) && code.status != 401
  }

  @Test(
    "Pain 14: a refusal for good finishes the transaction, with a notice; others leave it with the store",
    arguments: final, [false, true])
  func refusal(code: ProblemCode, isPaid: Bool) async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world)
      await phone.client.launch()
      if isPaid { phone.store.sign { $0.environment = .production } }
      phone.network.fail("/transactions", .problem(code))
      #expect(await phone.client.purchase("strikelab.pro.monthly").isFailure)
      #expect(phone.client.notices.map(\.code.rawValue) == [code.rawValue])
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.phase == .blocked)
      let isFinished = Self.settled.contains(code) || !isPaid && Self.excluded.contains(code)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty == isFinished)
      // What the store still has is offered again at the next launch, and nothing was lost.
      guard !isFinished, !isPaid else { return }
      phone.relaunch()
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("an app killed between any two steps of a refused purchase finishes it at the next launch")
  func killed() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      var wasKilled = true
      var step = 0
      while wasKilled {
        step += 1
        let account = AccountID(rawValue: "apple-id-\(step)")
        let phone = Phone(world, "phone-\(step)", account: account, killAt: step)
        phone.network.fail("/transactions", .problem(.signedDataInvalidSignature), times: 4)
        await phone.client.launch()
        await phone.client.purchase("strikelab.pro.monthly")
        wasKilled = !phone.life.isAlive
        phone.relaunch()
        await phone.client.launch()
        #expect(
          world.store.unfinishedTransactions(of: account).isEmpty, "killed before step \(step)")
        #expect(phone.client.pendingCount == 0)
        #expect(phone.client.phase == .blocked)
      }
      #expect(step > 10)
    }
  }

  @Test(
    "a renewal that arrives while somebody else is signed in is recorded for its owner and finished"
  )
  func anotherAccount() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let ada = phone.client.customer
      await phone.client.signOut()
      try await phone.client.signUp(email: "bob@example.com", password: "correct horse")
      try await phone.listening { world.pass(32 * World.day) }
      #expect(phone.client.phase == .blocked)
      #expect(phone.client.notices.last?.code == .ownedByAnotherCustomer)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
      let recorded = try await world.facts(of: ada).storeTransactions
      #expect(recorded.count == 2)
    }
  }

  @Test("the table of refusals in Purchases.md names exactly the codes that finish a transaction")
  func documented() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/TollgateClient/TollgateClient.docc/Purchases.md")
      .standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let section: String = try #require(
      text.components(separatedBy: "## Transactions that are refused").last)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.prefix {
      $0.hasSuffix("|")
    }
    var named: [Bool: Set<String>] = [:]
    for row in rows {
      let cells: [String] = row.split(separator: "|").map { cell in
        String(cell).trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 2, ["always", "not in production"].contains(cells[1]) else { continue }
      let codes: [String] = cells[0].split(separator: ",").map { code in
        String(code).trimmingCharacters(in: .whitespaces).replacing("`", with: "")
      }
      named[cells[1] == "always", default: []].formUnion(codes)
    }
    #expect(named[true] == Set(Self.settled.map(\.rawValue)))
    #expect(named[false] == Set(Self.excluded.map(\.rawValue)))
  }
}

extension TollgateClient.PurchaseOutcome {
  fileprivate var isFailure: Bool {
    switch self {
    case .failed: true
    case .purchased, .pending, .cancelled: false
    }
  }
}
