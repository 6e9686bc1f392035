import Testing
import Tollgate
import TollgateClient
import TollgateSimulation
import TollgateWire

@MainActor
@Suite("Profiles")
struct ProfileTests {
  private func asked(_ phone: Phone) -> Int {
    phone.network.requests.count { $0 == "POST profile" }
  }

  private func signUp(_ phone: Phone, _ email: String = "ada@example.com") async throws {
    try await phone.client.signUp(email: email, password: "correct horse")
    await phone.client.launch()
  }

  @Test(
    "SL-2 the profile is created once, however often it is requested, and belongs to the person")
  func once() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let nobody = await #expect(throws: ClientError.self) { try await phone.client.profile() }
      #expect(nobody?.code == .accountNeeded)
      #expect(asked(phone) == 0)
      try await signUp(phone)
      #expect(phone.client.knownProfile == nil)
      async let first = phone.client.profile()
      async let second = phone.client.profile()
      let both = try await [first, second]
      #expect(both[0] == both[1])
      #expect(asked(phone) == 1)
      let profile = both[0]
      #expect(profile.customer == phone.client.customer)
      #expect(profile.email == "ada@example.com")
      #expect(
        profile.tables.map(\.name) == [
          "users", "user_levels", "category_progress", "daily_tracker",
        ])
      #expect(profile.tables.map(\.rows.count) == [1, 9, 9, 1])
      #expect(profile["users"].map(\.values) == [["stance": "orthodox"]])
      for table in ["user_levels", "category_progress"] {
        #expect(
          profile[table].map(\.row) == [
            "punches", "kicks", "elbows", "knees", "footwork", "clinch", "defensive", "sweeps",
            "feints",
          ])
        #expect(profile[table].allSatisfy { $0.values == ["level": 1, "xp": 0] })
      }
      #expect(profile["daily_tracker"].map(\.day) == ["2026-03-01"])
      #expect(profile["daily_tracker"].first?["workout_count"]?.integer == 0)
      #expect(profile["nothing"].isEmpty)
      let facts = try await world.facts(of: phone.client.customer).facts
      #expect(facts.count { $0.kind == .profile } == 20)
    }
  }

  @Test(
    "SL-2 the device caches the profile, requests daily rows each day, and deletes it at sign-out")
  func kept() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await signUp(phone)
      let profile = try await phone.client.profile()
      phone.relaunch()
      phone.network.isOnline = false
      #expect(phone.client.knownProfile == profile)
      let again = try await phone.client.profile()
      #expect(again == profile)
      #expect(asked(phone) == 1)

      world.pass(World.day)
      #expect(phone.client.knownProfile?.tables.map(\.rows.count) == [1, 9, 9, 0])
      let lost = await #expect(throws: ClientError.self) { try await phone.client.profile() }
      #expect(lost?.code == .network)
      phone.network.isOnline = true
      let next = try await phone.client.profile()
      #expect(next["daily_tracker"].first?.day == "2026-03-02")
      #expect(next["users"] == profile["users"])
      #expect(asked(phone) == 3)

      await phone.client.signOut()
      #expect(phone.client.knownProfile == nil)
      try await signUp(phone, "bob@example.com")
      let other = try await phone.client.profile()
      #expect(other.email == "bob@example.com")
      #expect(other.customer != profile.customer)
    }
  }

  @Test(
    "SL-2 a profile that is not found yet is requested again after 2, 4 and 8 seconds",
    arguments: 0...4)
  func notFound(times: Int) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, sleep: Waiting.short(world))
      try await signUp(phone)
      let start = world.time.now
      phone.network.fail("/profile", .problem(.profileNotFound), times: times)
      do throws(ClientError) {
        let profile = try await phone.client.profile()
        #expect(profile.tables.count == 4)
        #expect(times <= 3)
      } catch {
        #expect(error.code == .profileNotFound)
        #expect(times == 4)
      }
      let waited: [Int64] = [0, 2, 6, 14, 14]
      #expect(world.time.now.since(start) == waited[times] * 1000)
    }
  }

  @Test(
    "SL-2 a profile of another customer or another address is refused, signed or not",
    arguments: [false, true], ["ada@example.com", "customer-1", "account-1"])
  func somebodyElses(pinsKey: Bool, text: String) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, pinsKey: pinsKey)
      try await signUp(phone)
      phone.network.fail("/profile", .change(text, to: "somebody-else"))
      let error = await #expect(throws: ClientError.self) { try await phone.client.profile() }
      #expect(error?.code == (pinsKey ? .badSignature : .otherProfile))
      #expect(phone.client.knownProfile == nil)
      let profile = try await phone.client.profile()
      #expect(profile.email == "ada@example.com")
    }
  }

  @Test("SL-10 a profile that arrives after signing out is ignored")
  func late() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await signUp(phone)
      let client = phone.client
      phone.network.after("/profile") { await client.signOut() }
      let error = await #expect(throws: ClientError.self) { try await phone.client.profile() }
      #expect(error?.code == .customerChanged)
      #expect(phone.client.knownProfile == nil)
      try await signUp(phone, "bob@example.com")
      let profile = try await phone.client.profile()
      #expect(profile.email == "bob@example.com")
    }
  }
}
