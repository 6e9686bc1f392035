import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

/// What two servers share; each has a cache of its own.
private enum Sharing: String, CaseIterable, Sendable {
  case memory, postgresql

  static let allCases: [Sharing] = TestPostgreSQL.text == nil ? [.memory] : [.memory, .postgresql]

  func open(_ test: (any Ledger, any Ledger) async throws -> Void) async throws {
    switch self {
    case .memory:
      let ledger = MemoryLedger(isShared: true)
      try await test(ledger, ledger)
    case .postgresql: try await TestPostgreSQL.withLedgers(2) { try await test($0[0], $0[1]) }
    }
  }
}

@Suite("Two servers that share a ledger")
struct SharedLedgerTests {
  @Test("serve what the other one wrote, although they have the customer cached")
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

  @Test("end a session for each other, even one that was open a moment ago")
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

  @Test("end all sessions of an account for each other")
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

  @Test("count wrong passwords together, also those of a moment ago")
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

  @Test("show a purchase that was posted to the other one")
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
}
