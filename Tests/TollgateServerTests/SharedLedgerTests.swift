import TestSupport
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

/// What two servers share; each has a cache of its own.
enum Sharing: String, CaseIterable, Sendable {
  case memory, postgresql

  static let allCases: [Sharing] =
    PostgreSQLServer.address == nil ? [.memory] : [.memory, .postgresql]

  func open(_ test: (any Ledger, any Ledger) async throws -> Void) async throws {
    switch self {
    case .memory:
      let ledger = SQLiteLedger.inMemory(isShared: true)
      try await test(ledger, ledger)
    case .postgresql: try await TestPostgreSQL.withLedgers(2) { try await test($0[0], $0[1]) }
    }
  }
}

@Suite("Two servers that share a ledger")
struct SharedLedgerTests {
  @Test("EX-16 serve what the other one wrote, although they have the customer cached")
  func fresh() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("grobro", ledger: ledger)
        let second = try await first.restarted(over: other)
        let phone = try await first.phone()
        let before: CustomerSnapshot = try await second.send(.me, token: phone.token)
        try await phone.use("add-plant", key: "rose")
        let after: CustomerSnapshot = try await second.send(.me, token: phone.token)
        #expect(after.version == before.version + 1)
        #expect(after.facts != before.facts)
      }
    }
  }

  @Test(
    "EX-16 two servers that share a ledger end a session for each other, even one that was open a moment ago"
  )
  func signOut() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("strikelab", ledger: ledger)
        let second = try await first.restarted(over: other)
        let phone = try await first.phone()
        #expect(try await second.exchange(.me, token: phone.token).status == 200)
        let _: ChangeResponse = try await first.send(.signOut, token: phone.token)
        #expect(try await second.exchange(.me, token: phone.token).status == 401)
        #expect(try await first.exchange(.me, token: phone.token).status == 401)
      }
    }
  }

  @Test("EX-16 two servers that share a ledger end all sessions of an account for each other")
  func signOutEverywhere() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("strikelab", ledger: ledger)
        let second = try await first.restarted(over: other)
        var phone = try await first.phone(device: "phone")
        try await phone.signUp("ada@example.com")
        var tablet = try await first.phone(device: "tablet")
        try await tablet.signIn("ada@example.com")
        #expect(try await second.exchange(.me, token: tablet.token).status == 200)
        let _: ChangeResponse = try await first.send(.signOutEverywhere, token: phone.token)
        #expect(try await second.exchange(.me, token: tablet.token).status == 401)
      }
    }
  }

  @Test("EX-16 count wrong passwords together, also those of a moment ago")
  func guesses() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("strikelab", ledger: ledger)
        let second = try await first.restarted(over: other)
        var phone = try await first.phone()
        try await phone.signUp("ada@example.com")
        let guess = #"{"email":"ada@example.com","password":"wrong horse"}"#
        for _ in 1...5 {
          for server in [first, second] {
            #expect(try await server.exchange(.signIn, body: guess).status == 401)
          }
        }
        for server in [first, second] {
          #expect(try await server.exchange(.signIn, body: guess).status == 429)
        }
      }
    }
  }

  @Test("EX-16 two servers that share a ledger show a purchase that was posted to the other one")
  func purchase() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("strikelab", ledger: ledger)
        let second = try await first.restarted(over: other)
        let phone = try await first.phone(device: "phone")
        let before: CustomerSnapshot = try await second.send(.me, token: phone.token)
        #expect(before.membership.phase != .subscribed)
        _ = try await phone.post(try phone.purchase("strikelab.pro.monthly"))
        let after: CustomerSnapshot = try await second.send(.me, token: phone.token)
        #expect(after.membership.phase == .subscribed)
      }
    }
  }

  @Test(
    "EX-16 two servers that share a ledger refuse a secret key that the other one has revoked, from the next request on"
  )
  func secretKey() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("techniq", ledger: ledger)
        let second = try await first.restarted(over: other)
        let phone = try await first.phone()
        let key = try await TestBackend(first).key
        func status(_ server: TestServer) async throws -> Int {
          try await server.exchange(
            .forCustomer(phone.id, .access("custom-drill")), token: key
          ).status
        }
        let accepted = try await status(second)
        #expect(accepted == 200)
        _ = try await first.service.secretKeys.revoke(key)
        for server in [second, first] { #expect(try await status(server) == 401) }
        // A use that is recorded late does not bring the key back.
        let record = try #require(try await ledger.secretKeys(in: first.app).first)
        try await other.save(
          LedgerSecretKey(
            id: record.id, name: record.name, hash: record.hash, createdAt: record.createdAt,
            lastUsedAt: first.now), in: first.app)
        for server in [second, first] { #expect(try await status(server) == 401) }
      }
    }
  }

  @Test(
    "EX-16 two servers that share a ledger find a customer that the other one has merged, although both had them cached"
  )
  func merged() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("techniq", ledger: ledger)
        let second = try await first.restarted(over: other)
        var account = try await first.phone(device: "laptop")
        try await account.signUp("ada@example.com")
        var phone = try await first.phone(device: "phone")
        let old = phone
        let use = try await second.exchange(.use("custom-drill"), token: phone.token, key: "k")
        #expect(use.status == 200)
        for token in [phone.token, account.token] {
          #expect(try await second.exchange(.me, token: token).status == 200)
        }
        try await phone.signIn("ada@example.com")
        let refused = try await second.exchange(.me, token: old.token)
        #expect(refused.body.contains("customer_merged"))
        // What the absorbed customer used counts for the account, and its first answer is repeated.
        let again = try await second.exchange(.use("custom-drill"), token: phone.token, key: "k")
        #expect(again.body == use.body)
        let denied = try await second.exchange(.use("custom-drill"), token: phone.token, key: "l")
        #expect(denied.status == 403)
      }
    }
  }

  @Test("EX-16 give an allowance once, and a repeated use its first answer, on whichever server")
  func allowance() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await TestServer("coach-paid", ledger: ledger)
        let second = try await first.restarted(over: other)
        let phone = try await first.phone()
        try await phone.reach("discovery-complete")
        try await phone.buy("coach.premium.monthly")
        let servers = [first, second]
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<130 {
            group.addTask {
              var status = 503
              // A server gives up after several conflicts, and the client repeats the use.
              while status == 503 {
                status = try await servers[number % 2].exchange(
                  .use("send-message"), token: phone.token, key: "m\(number)"
                ).status
              }
              return status
            }
          }
          return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        let uses = try await first.entries().filter { $0.fact.kind == .use }
        #expect(uses.count == 100)
        #expect(statuses.filter { $0 == 200 }.count == 100)
        #expect(statuses.filter { $0 == 403 }.count == 30)
        let key = try #require(
          uses.first.flatMap { entry in
            if case .use(let use) = entry.fact { use.key.rawValue } else { nil }
          })
        let answers = try await [
          first.exchange(.use("send-message"), token: phone.token, key: key),
          second.exchange(.use("send-message"), token: phone.token, key: key),
        ]
        #expect(answers[0].body == answers[1].body)
        #expect(try await first.entries().filter { $0.fact.kind == .use }.count == uses.count)
      }
    }
  }

  @Test(
    "EX-16 a customer who signs up on one server is not merged into an account by the other at the same time"
  )
  func signUpDuringSignIn() async throws {
    let ledger = FaultyLedger()
    let first = try await TestServer("strikelab", ledger: ledger)
    let second = try await first.restarted()
    var ada = try await first.phone(device: "laptop")
    try await ada.signUp("ada@example.com")
    let phone = try await first.phone(device: "phone")
    ledger.beforeMerge { [phone] in
      do {
        let _: SessionResponse = try await second.send(
          .signUp, token: phone.token,
          json: CredentialsRequest(email: "eve@example.com", password: "correct horse"))
      } catch {
        Issue.record("the sign-up failed: \(error)")
      }
    }
    _ = try await first.exchange(
      .signIn, token: phone.token,
      body: #"{"email":"ada@example.com","password":"correct horse"}"#)
    let record = try #require(try await ledger.record(of: phone.id, in: first.app))
    #expect(record.mergedInto == nil)
    #expect(record.customer.account != nil)
    let eve: SessionResponse = try await second.send(
      .signIn, json: CredentialsRequest(email: "eve@example.com", password: "correct horse"))
    #expect(eve.snapshot.id == phone.id)
  }
}
