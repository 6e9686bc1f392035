import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Logging
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The store fails or has no update")
struct AskingFaultTests {
  /// A server whose customers have bought gold, one after another, and received no notifications since.
  private static func server(customers: Int) async throws -> (TestServer, StoreJobs, [TestPhone]) {
    let server = try await TestServer.market(asksStore: true)
    var phones: [TestPhone] = []
    for number in 0..<customers {
      let phone = try await server.phone(account: AccountID(rawValue: "account-\(number)"))
      try await phone.buy("gold")
      phones.append(phone)
    }
    return (server, StoreJobs(server.service, logger: quietLogger), phones)
  }

  private static func original(_ phone: TestPhone) throws -> String {
    try #require(phone.server.store.transactions(of: phone.account).first).payload.transactionId
  }

  @Test("a purchase without an update is checked less and less often, and not forever")
  func backsOff() async throws {
    let (server, jobs, phones) = try await Self.server(customers: 1)
    let end = try #require(try await phones[0].membership().nextChange)
    try #require(server.storeAPI).setHistory(.hidden)
    // The store's clock stands still: it knows of no end, and keeps giving the same response.
    server.set(end)
    var waits: [Int64] = []
    var last = end
    while let check = try await server.ledger.checks(
      dueAt: Instant(milliseconds: .max), of: .sandbox, in: server.app, limit: 9
    ).first {
      waits.append(check.dueAt.since(last) / 1000)
      last = check.dueAt
      server.set(check.dueAt)
      await jobs.runOnce()
      try #require(waits.count < 100)
    }
    #expect(Array(waits.prefix(9)) == [0, 60, 300, 900, 3600, 10_800, 43_200, 86_400, 86_400])
    #expect(last.since(end) / Market.day == 61)
    #expect(try await phones[0].phase() == .lapsed)
  }

  @Test(
    "a check that fails is retried on its own, and does not delay the others",
    arguments: [.answers(500), .answers(404), .isSilent] as [TestStoreAPI.Fault])
  func failsAlone(fault: TestStoreAPI.Fault) async throws {
    let (server, jobs, phones) = try await Self.server(customers: 3)
    let api = try #require(server.storeAPI)
    server.day(31)
    api.fail("subscriptions/\(try Self.original(phones[0]))", with: fault)
    let first = await jobs.runOnce()
    #expect(first.asked == 2)
    #expect(first.failures.values.reduce(0, +) == 1)
    #expect(try await phones[0].phase() == .lapsed)
    #expect(try await phones[1].phase() == .subscribed)
    #expect(try await phones[2].phase() == .subscribed)
    server.advance(milliseconds: 59_999)
    #expect(await jobs.runOnce() == StoreJobReport())
    server.advance(milliseconds: 1)
    let second = await jobs.runOnce()
    if case .answers(404, _) = fault {
      #expect(second == StoreJobReport())
    } else {
      #expect(second.asked == 1)
      #expect(try await phones[0].phase() == .subscribed)
    }
  }

  @Test(
    "too many requests: no request is sent until the store allows it, and no check is postponed")
  func rateLimited() async throws {
    let (server, jobs, phones) = try await Self.server(customers: 2)
    let api = try #require(server.storeAPI)
    server.day(31)
    let allowed = server.now.adding(milliseconds: 90_000)
    api.fail(
      "subscriptions", with: .answers(429, retryAfter: "\(allowed.milliseconds)"), times: 2)
    let first = await jobs.runOnce()
    #expect(first.stopped == "rateLimited")
    #expect(!first.isBehind)
    #expect(api.takeAsked().count { $0.hasPrefix("subscriptions") } <= 2)
    server.advance(milliseconds: 89_999)
    #expect(await jobs.runOnce() == StoreJobReport())
    #expect(api.takeAsked().isEmpty)
    server.advance(milliseconds: 1)
    #expect(await jobs.runOnce().asked == 2)
    for phone in phones { #expect(try await phone.phase() == .subscribed) }
  }

  @Test(
    "requests pause if no wait is given and if the key is rejected",
    arguments: [(429, "rateLimited", 60), (401, "unauthorized", 600)] as [(Int, String, Int64)])
  func rests(status: Int, code: String, seconds: Int64) async throws {
    let (server, jobs, _) = try await Self.server(customers: 1)
    server.day(31)
    try #require(server.storeAPI).fail("subscriptions", with: .answers(status))
    #expect(await jobs.runOnce().stopped == code)
    server.advance(milliseconds: seconds * 1000 - 1)
    #expect(await jobs.runOnce() == StoreJobReport())
    server.advance(milliseconds: 1)
    #expect(await jobs.runOnce().asked == 1)
  }

  @Test("many checks run in bounded batches, the longest overdue first")
  func batches() async throws {
    let server = try await TestServer.market(asksStore: true)
    let jobs = StoreJobs(server.service, logger: quietLogger)
    let start = server.now
    for number in 0..<250 {
      let id = "9000\(number)"
      let transaction = StoreTransaction(
        id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id), product: "gold",
        purchasedAt: start, expiresAt: start.adding(milliseconds: Int64(number) + 1),
        environment: .sandbox, signedAt: start)
      _ = try await server.ledger.append(
        LedgerWrite(
          app: server.app, customer: Customer.ID("c\(number)"), expectedVersion: 0,
          facts: [.transaction(transaction)], at: start))
    }
    server.advance(Period(1, .day))
    var asked: [Int] = []
    var reports: [StoreJobReport] = []
    repeat {
      reports.append(await jobs.runOnce())
      asked.append(try #require(server.storeAPI).takeAsked().count { $0.hasPrefix("subscr") })
    } while reports.last?.isBehind ?? false
    #expect(asked == [100, 100, 50])
    // The store knows none of them, now or ever.
    #expect(reports.map(\.failures) == [["refused": 100], ["refused": 100], ["refused": 50]])
    #expect(await jobs.runOnce() == StoreJobReport())
  }

  @Test("a round is logged in one line, without personal values")
  func logged() async throws {
    let (server, _, phones) = try await Self.server(customers: 2)
    let lines = LogLines()
    let jobs = StoreJobs(server.service, logger: Logger(label: "jobs") { _ in lines.handler })
    server.day(31)
    try #require(server.storeAPI).fail(
      "subscriptions/\(try Self.original(phones[0]))", with: .isSilent)
    await jobs.runOnce()
    await jobs.runOnce()
    #expect(
      lines.all == [
        "warning asked the store app=market asked=1 caught-up=0 ended=0 facts=2 failures=notReached 1 known=0 recovered=0 refused=0 store=sandbox"
      ])
  }
}
