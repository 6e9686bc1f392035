import AppStoreSimulator
import Foundation
import TestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

/// Two servers that write to one ledger, on one clock.
private struct TwoServers {
  let first: TestServer
  let second: TestServer

  init(
    _ name: String, _ ledger: any Ledger,
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws {
    first = try await TestServer(name, ledger: ledger, changing: change)
    second = try await first.restarted()
  }

  /// Sends a customer's requests concurrently, every other one to the second server; returns the outcome of each.
  func together(
    _ count: Int, by phone: TestPhone, to endpoint: Endpoint,
    _ body: @escaping @Sendable (Int) -> UseRequest = { _ in UseRequest() },
    meanwhile: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [ProblemCode?] {
    let token = phone.token
    return try await withThrowingTaskGroup(of: ProblemCode?.self) { group in
      for number in 0..<count {
        let server = number.isMultiple(of: 2) ? first : second
        group.addTask {
          meanwhile(number)
          return try await server.outcome(
            of: endpoint, token: token, key: "request-\(number)", body(number))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

extension TestServer {
  /// The code of the problem that a use ends in, nil if it succeeds; retryable ones are retried.
  fileprivate func outcome(
    of endpoint: Endpoint, token: String, key: String, _ body: UseRequest
  ) async throws -> ProblemCode? {
    for _ in 0..<500 {
      do {
        let _: UseResponse = try await send(endpoint, token: token, key: key, json: body)
        return nil
      } catch let problem as Problem {
        guard problem.isRetryable else { return problem.code }
      }
    }
    return .busy
  }
}

/// The ledgers that two servers can share.
private enum SharedLedger: String, CaseIterable, Sendable {
  case memory, sqlite, postgresql

  static let allCases: [SharedLedger] =
    PostgreSQLServer.address == nil ? [.memory, .sqlite] : [.memory, .sqlite, .postgresql]

  func open(_ test: (any Ledger) async throws -> Void) async throws {
    switch self {
    case .memory: try await test(SQLiteLedger.inMemory())
    case .sqlite:
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("clock-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let ledger = try SQLiteLedger(path: folder.appendingPathComponent("ledger.sqlite").path)
      try await test(ledger)
      try await ledger.close()
    case .postgresql: try await TestPostgreSQL.withLedgers(1) { try await test($0[0]) }
    }
  }
}

@Suite("An allowance under concurrency and a clock that steps")
struct ClockTests {
  /// What the servers' clock does while requests run.
  enum Steps: String, CaseIterable, Sendable {
    case steady, hourBack, backAndForth

    func apply(_ number: Int, to server: TestServer, from start: Instant) {
      let hour: Int64 = 3_600_000
      switch self {
      case .steady: break
      case .hourBack: if number == 40 { server.set(start.adding(milliseconds: -hour)) }
      case .backAndForth:
        let jumps: [Int64] = [0, -hour, 5 * hour, -7 * hour, 2 * hour]
        server.set(start.adding(milliseconds: jumps[number / 10 % jumps.count]))
      }
    }
  }

  /// An allowance of a hundred a day, and no trial.
  private static func allowance(_ definition: inout Blueprint.Definition) {
    definition.features.append(
      Feature(id: "hundred", rules: [Feature.Rule(allowance: .upTo(100, per: .ever))]))
  }

  @Test(
    "CP-6 two servers allow exactly a hundred of 200 uses at once",
    arguments: SharedLedger.allCases.sampled(1), Steps.allCases)
  fileprivate func exactlyHundred(kind: SharedLedger, steps: Steps) async throws {
    for _ in 0..<(isExhaustive ? 3 : 1) {
      try await kind.open { ledger in
        let servers = try await TwoServers("techniq", ledger, changing: Self.allowance)
        let phone = try await servers.first.phone()
        let start = servers.first.now
        let outcomes = try await servers.together(200, by: phone, to: .use("hundred")) { _ in
          UseRequest()
        } meanwhile: {
          steps.apply($0, to: servers.first, from: start)
        }
        #expect(outcomes.count { $0 == nil } == 100)
        #expect(outcomes.count { $0 == .denied } == 100)
        let uses = try await servers.first.entries().count { $0.fact.kind == .use }
        #expect(uses == 100)
      }
    }
  }

  @Test(
    "CP-6 a trial of a hundred messages gives a hundred, whatever the clock does",
    arguments: Steps.allCases)
  func trialOfHundred(steps: Steps) async throws {
    let servers = try await TwoServers("coach-paid", SQLiteLedger.inMemory())
    let phone = try await servers.first.phone(device: "phone")
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    servers.first.advance(Period(10, .hour))
    let start = servers.first.now
    let outcomes = try await servers.together(200, by: phone, to: .use("send-message")) { _ in
      UseRequest()
    } meanwhile: {
      steps.apply($0, to: servers.first, from: start)
    }
    #expect(outcomes.count { $0 == nil } == 100)
  }

  @Test("GB-4 three held items never become four, on two servers with a stepping clock")
  func holdings() async throws {
    for _ in 0..<3 {
      let servers = try await TwoServers("grobro", SQLiteLedger.inMemory())
      let phone = try await servers.first.phone()
      let start = servers.first.now
      let outcomes = try await servers.together(40, by: phone, to: .use("add-plant")) {
        UseRequest(item: Item.ID("plant-\($0)"))
      } meanwhile: {
        Steps.backAndForth.apply($0, to: servers.first, from: start)
      }
      #expect(outcomes.count { $0 == nil } == 3)
      let held = try await phone.snapshot().facts.heldItems(
        of: "add-plant", at: start.adding(Period(1, .day)))
      #expect(held.count == 3)
    }
  }

  @Test("a decision is never dated before what was recorded, and says so")
  func lifted() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    let noon = server.now
    try await phone.use("add-plant", key: "rose")
    server.set(noon.adding(milliseconds: -3_600_000))
    let used = try await phone.use("add-plant", key: "fern")
    #expect(used.serverTime == noon)
    #expect(used.access.limit?.used == 2)
    #expect(try await phone.snapshot().serverTime == noon)
    #expect(try await server.entries().map(\.at) == [noon, noon])
    let released = try await phone.release("rose", of: "add-plant")
    #expect(released.access.limit?.used == 1)
    #expect(released.serverTime == noon)
  }

  @Test(
    "a clock over a day behind makes the server unavailable to the customer, and to no one else")
  func notReady() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    try await phone.use("add-plant", key: "rose")
    let day = Period(1, .day)
    server.set(server.now.subtracting(day))
    #expect(try await phone.phase() == .free)
    server.set(server.now.adding(milliseconds: -1))
    for endpoint in [Endpoint.me, .membership, .use("add-plant"), .device] {
      let answer = try await server.exchange(
        endpoint, token: phone.token, key: "key", body: #"{"device":"phone"}"#)
      #expect(answer.status == 503)
      #expect(answer.headers["Retry-After"] == "60")
      #expect(answer.body.contains("\"code\":\"clock_behind\""))
    }
    let other = try await server.phone()
    #expect(try await other.phase() == .free)
    server.set(server.now.adding(milliseconds: 1))
    #expect(try await phone.phase() == .free)
  }

  @Test(
    "a purchase is active at once although the server's clock is behind the store's",
    arguments: [TollgateAppStore.Environment.production, .sandbox], [8_000, 120_000] as [Int64])
  func behindTheStore(environment: TollgateAppStore.Environment, milliseconds: Int64) async throws {
    for isNotified in [false, true] {
      let server = try await Self.server(of: environment)
      // From the beginning: what the server stamped raises the instant of a decision as well.
      server.set(server.now.adding(milliseconds: -milliseconds))
      let phone = try await server.phone(device: "phone")
      let bought = try #require(
        server.store.buy("strikelab.pro.monthly", by: phone.account, for: phone.id))
      if isNotified {
        try await server.deliverNotifications()
      } else {
        try await phone.post(bought)
      }
      let membership = try await phone.membership()
      #expect(membership.phase == .subscribed)
      // The device's clock follows, so that it decides alike.
      #expect(try await phone.snapshot().serverTime >= bought.payload.signedDate)
    }
  }

  @Test("what Xcode signed proves nothing about time")
  func localTesting() async throws {
    let server = try await Self.server(of: .xcode)
    server.set(server.now.adding(milliseconds: -120_000))
    let phone = try await server.phone(device: "phone")
    let bought = try phone.purchase("strikelab.pro.monthly")
    #expect(try await phone.post(bought).snapshot?.membership.phase != .subscribed)
    #expect(try await phone.snapshot().serverTime == server.now)
    server.set(server.now.adding(milliseconds: 120_000))
    #expect(try await phone.phase() == .subscribed)
  }

  @Test(
    "a clock over a day behind the store's refuses the purchase, which is recorded once it is right"
  )
  func farBehindTheStore() async throws {
    let server = try await Self.server(of: .production)
    let now = server.now
    server.set(now.subtracting(Period(2, .day)))
    let phone = try await server.phone(device: "phone")
    let bought = try phone.purchase("strikelab.pro.monthly")
    let answer = try await server.exchange(
      .transactions, token: phone.token, body: #"{"signedTransaction":"\#(bought.jws)"}"#)
    #expect(answer.status == 503)
    #expect(answer.body.contains("\"code\":\"clock_behind\""))
    server.set(now)
    try await phone.post(bought)
    #expect(try await phone.phase() == .subscribed)
  }

  /// A server for one environment of the store.
  private static func server(
    of environment: TollgateAppStore.Environment
  ) async throws -> TestServer {
    try await TestServer(
      "strikelab",
      configuration: .init(
        identifiers: .numbered(), keySets: TestKeySets(), environments: [environment],
        appAppleID: 42), storeEnvironment: environment)
  }

  @Test("a merge is decided at the latest instant of either customer")
  func merge() async throws {
    let server = try await TestServer("coach-free")
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    server.advance(Period(5, .hour))
    var phone = try await server.phone(device: "phone")
    let late = server.now
    server.set(late.adding(milliseconds: -2 * 3_600_000))
    try await phone.signIn("ada@example.com")
    let seen = try await server.entries().last { $0.fact.kind == .device }
    #expect(seen?.at == late)
    #expect(try await phone.snapshot().serverTime == late)
  }
}
