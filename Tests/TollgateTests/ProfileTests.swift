import Foundation
import Testing
import Tollgate

@Suite("Profiles")
struct ProfileTests {
  @Test("SL-2 rows are created once with the blueprint's first values, daily ones once a day")
  func firstValues() throws {
    let blueprint = try Blueprint(
      Blueprint.Definition(
        app: Blueprint.App(id: "a", name: "A", bundleID: "a"),
        profile: [
          Blueprint.ProfileTable(name: "levels", rows: ["jab", "hook"], values: ["xp": 0]),
          Blueprint.ProfileTable(
            name: "tracker", rows: ["today"], values: ["count": 0], isDaily: true),
        ]))
    var customer = Customer()
    let start = Fixture.start
    #expect(blueprint.profile(of: customer, at: start) == nil)
    let made = blueprint.makeProfile(of: customer, at: start).facts
    #expect(
      made == [
        .profile(ProfileRow(table: "levels", row: "jab", values: ["xp": 0], at: start)),
        .profile(ProfileRow(table: "levels", row: "hook", values: ["xp": 0], at: start)),
        .profile(
          ProfileRow(
            table: "tracker", row: "today", day: "2026-03-01", values: ["count": 0], at: start)),
      ])
    for fact in made { customer.join(fact) }
    #expect(blueprint.makeProfile(of: customer, at: start).facts.isEmpty)
    #expect(blueprint.profile(of: customer, at: start)?.map { $0["xp"] } == [0, 0, nil])
    #expect(blueprint.makeProfile(of: customer, at: start.days(1)).facts.count == 1)
  }

  @Test(
    "SL-2 a first value is a JSON string, whole number or Boolean",
    arguments: [
      (.string("orthodox"), #"["orthodox"]"#), (.string(""), #"[""]"#), (.string("1"), #"["1"]"#),
      (.integer(1), "[1]"), (.integer(-7), "[-7]"), (.integer(.max), "[9223372036854775807]"),
      (.boolean(true), "[true]"), (.boolean(false), "[false]"),
    ] as [(ProfileValue, String)])
  func coding(value: ProfileValue, json: String) throws {
    #expect(String(decoding: try JSONEncoder().encode([value]), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode([ProfileValue].self, from: Data(json.utf8)) == [value])
  }

  @Test("anything else is not a valid value", arguments: ["[null]", "[1.5]", "[[]]", "[{}]"])
  func refused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ProfileValue].self, from: Data(json.utf8))
    }
  }
}
