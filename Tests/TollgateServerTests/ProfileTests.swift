import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The profile of an account")
struct ProfileTests {
  private func account(_ server: TestServer) async throws -> TestPhone {
    var phone = try await server.phone()
    try await phone.signUp("ada@example.com")
    return phone
  }

  @Test("SL-2 the profile is created once, however often it is requested")
  func once() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await account(server)
    await #expect {
      let _: ProfileResponse = try await server.send(.profile, token: phone.token)
    } throws: {
      ($0 as? Problem)?.code == .profileNotFound
    }
    let answers = try await withThrowingTaskGroup(of: ProfileResponse.self) { group in
      for _ in 0..<12 {
        group.addTask { try await server.send(.makeProfile, token: phone.token) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let made = try await server.entries().filter { $0.fact.kind == .profile }
    #expect(made.count == 20)
    #expect(answers.filter { !$0.facts.isEmpty }.map(\.facts.count) == [20])
    let profile: ProfileResponse = try await server.send(.profile, token: phone.token)
    #expect(answers.allSatisfy { $0.tables == profile.tables })
    #expect(profile.id == phone.id)
    #expect(profile.email == "ada@example.com")
    #expect(
      profile.tables.map(\.name) == ["users", "user_levels", "category_progress", "daily_tracker"])
    #expect(profile.tables.map(\.rows.count) == [1, 9, 9, 1])
    let skills = [
      "punches", "kicks", "elbows", "knees", "footwork", "clinch", "defensive", "sweeps", "feints",
    ]
    for table in profile.tables[1...2] {
      #expect(
        table.rows
          == skills.map {
            ProfileRow(table: table.name, row: $0, values: ["level": 1, "xp": 0], at: server.now)
          })
    }
    #expect(profile.tables[3].rows.map(\.day) == ["2026-03-02"])
    #expect(profile.tables[3].rows.map(\.values) == [["workout_count": 0]])
    #expect(
      profile.tables[0].rows == [
        ProfileRow(table: "users", row: "user", values: ["stance": "orthodox"], at: server.now)
      ])
  }

  @Test("SL-2 a row on the wire carries its first values as JSON")
  func wire() async throws {
    let server = try await TestServer("strikelab") {
      $0.profile = [
        Blueprint.ProfileTable(
          name: "users",
          rows: [
            Blueprint.ProfileTable.Row(
              name: "user", values: ["stance": "orthodox", "level": 1, "isNew": true])
          ])
      ]
    }
    let phone = try await account(server)
    let exchange = try await server.exchange(.makeProfile, token: phone.token)
    #expect(
      exchange.body.contains(
        #""row":"user","table":"users","values":{"isNew":true,"level":1,"stance":"orthodox"}"#))
  }

  @Test("SL-2 a row keeps the values it was created with; new ones apply to the next row")
  func firstValues() async throws {
    let ledger = SQLiteLedger.inMemory()
    let old = try await TestServer("strikelab", ledger: ledger)
    let phone = try await account(old)
    let _: ProfileResponse = try await old.send(.makeProfile, token: phone.token)
    let new = try await TestServer("strikelab", ledger: ledger) {
      $0.profile = $0.profile.map { table in
        Blueprint.ProfileTable(
          name: table.name, rows: table.rows.map(\.name), values: ["level": 5],
          isDaily: table.isDaily)
      }
    }
    new.advance(Period(1, .day))
    let profile: ProfileResponse = try await new.send(.makeProfile, token: phone.token)
    #expect(profile.facts.count == 1)
    #expect(profile.tables[0].rows.first?.values == ["stance": "orthodox"])
    #expect(profile.tables[3].rows.first?.values == ["level": 5])
  }

  @Test(
    "SL-2 the daily tracker is created again each day in the blueprint's time zone, and nothing else is"
  )
  func daily() async throws {
    let server = try await TestServer("strikelab") {
      $0.app = Blueprint.App(
        id: $0.app.id, name: $0.app.name, bundleID: $0.app.bundleID, timeZone: "Asia/Tokyo")
    }
    let phone = try await account(server)
    let _: ProfileResponse = try await server.send(.makeProfile, token: phone.token)
    // 18:00 in Tokyo; six hours later the next day begins there.
    server.advance(milliseconds: 6 * 3_600_000 - 1)
    let same: ProfileResponse = try await server.send(.makeProfile, token: phone.token)
    #expect(same.facts == [])
    server.advance(milliseconds: 1)
    let before: ProfileResponse = try await server.send(.profile, token: phone.token)
    #expect(before.tables.map(\.rows.count) == [1, 9, 9, 0])
    let next: ProfileResponse = try await server.send(.makeProfile, token: phone.token)
    #expect(
      next.facts
        == [
          .profile(
            ProfileRow(
              table: "daily_tracker", row: "today", day: "2026-03-03",
              values: ["workout_count": 0], at: server.now))
        ])
    #expect(next.tables.map(\.rows.count) == [1, 9, 9, 1])
    let stored = try await phone.snapshot().facts.facts.filter { $0.kind == .profile }
    #expect(stored.count == 20)
  }

  @Test("SL-2 id and email are checked, and only an account has a profile")
  func checked() async throws {
    let server = try await TestServer("strikelab")
    let phone = try await account(server)
    let recorded = try await server.entries()
    for wrong in [
      ProfileRequest(customer: "customer-9"), ProfileRequest(email: "eve@example.com"),
      ProfileRequest(customer: phone.id, email: "eve@example.com"),
    ] {
      await #expect {
        let _: ProfileResponse = try await server.send(
          .makeProfile, token: phone.token, json: wrong)
      } throws: {
        ($0 as? Problem)?.code == .anotherCustomer
      }
    }
    let anonymous = try await server.phone()
    for endpoint in [Endpoint.profile, .makeProfile] {
      let exchange = try await server.exchange(endpoint, token: anonymous.token)
      #expect(exchange.status == 403)
      #expect(exchange.body.contains(#""code":"account_needed""#))
    }
    #expect(try await server.entries() == recorded)
    let right: ProfileResponse = try await server.send(
      .makeProfile, token: phone.token,
      json: ProfileRequest(customer: phone.id, email: "Ada@Example.com"))
    #expect(right.facts.count == 20)
  }

  @Test("SL-2 a blueprint that gains a row creates just that one for existing accounts")
  func grows() async throws {
    let ledger = SQLiteLedger.inMemory()
    let old = try await TestServer("strikelab", ledger: ledger)
    let phone = try await account(old)
    let _: ProfileResponse = try await old.send(.makeProfile, token: phone.token)
    let new = try await TestServer("strikelab", ledger: ledger) {
      $0.profile[1] = Blueprint.ProfileTable(
        name: "user_levels", rows: $0.profile[1].rows + [.init(name: "spins")])
    }
    let grown: ProfileResponse = try await new.send(.makeProfile, token: phone.token)
    #expect(
      grown.facts == [.profile(ProfileRow(table: "user_levels", row: "spins", at: new.now))])
  }

  @Test("an app without a profile has an empty one")
  func empty() async throws {
    let server = try await TestServer("techniq")
    let phone = try await account(server)
    let profile: ProfileResponse = try await server.send(.makeProfile, token: phone.token)
    #expect(profile.tables == [])
    #expect(profile.facts == [])
  }
}
