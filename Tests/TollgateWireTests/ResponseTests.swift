import Foundation
import Testing
import Tollgate
import TollgateWire

/// Responses with facts or values of the engine in them, asserted whole.
@Suite("A response on the wire")
struct ResponseTests {
  private static let use = Fact.use(Use(feature: "scan", key: "k1", origin: "c1", at: .start))

  @Test("about a change has its facts")
  func change() throws {
    try expect(
      ChangeResponse(facts: [Self.use], version: 3, serverTime: .start),
      """
      {"facts":[{"at":1767225600000,"feature":"scan","key":"k1","kind":"use","origin":"c1"}],\
      "serverTime":1767225600000,"version":3}
      """)
  }

  @Test("about a use has its facts and the access from now on")
  func use() throws {
    let denial = Denial(
      reason: .limitReached, limit: Limit(limit: 3, used: 3, scope: .day), paywall: "plans",
      startsAt: .start, isManagedInStore: true)
    try expect(
      UseResponse(
        feature: "scan", access: AccessSummary(.denied(denial)), facts: [], version: 3,
        serverTime: .start),
      """
      {"access":{"answer":"denied","isManagedInStore":true,\
      "limit":{"limit":3,"scope":"day","used":3},"paywall":"plans","reason":"limitReached",\
      "startsAt":1767225600000},"facts":[],"feature":"scan","serverTime":1767225600000,"version":3}
      """)
  }

  @Test("about a profile has its tables and the facts that created rows")
  func profile() throws {
    let row = ProfileRow(table: "users", row: "user", values: ["level": 1], at: .start)
    try expect(
      ProfileResponse(
        id: "c1", account: "a1", email: nil,
        tables: [ProfileResponse.Table(name: "users", rows: [row])], facts: [.profile(row)],
        version: 2, serverTime: .start),
      """
      {"account":"a1","facts":[{"at":1767225600000,"kind":"profile","row":"user",\
      "table":"users","values":{"level":1}}],"id":"c1","serverTime":1767225600000,\
      "tables":[{"name":"users","rows":[{"at":1767225600000,"row":"user","table":"users",\
      "values":{"level":1}}]}],"version":2}
      """)
  }

  @Test("a response on the wire with a customer has the facts in runs")
  func session() throws {
    let blueprint = try Blueprint(
      Blueprint.Definition(
        app: Blueprint.App(id: "coach", name: "Coach", bundleID: "com.example.coach"),
        features: [Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(3, per: .ever))])]))
    let customer = Customer([
      Self.use, .use(Use(feature: "scan", key: "k2", origin: "c1", at: .start)),
    ])
    let membership = Membership(of: customer, in: blueprint, at: .start)
    try expect(
      SessionResponse(
        token: "secret", tokenExpiresAt: .start,
        snapshot: CustomerSnapshot(
          id: "c1", app: "coach", account: nil, facts: customer, version: 2, serverTime: .start,
          blueprintRevision: "r1", membership: MembershipSummary(membership))),
      """
      {"snapshot":{"app":"coach","blueprintRevision":"r1",\
      "facts":[{"at":[1767225600000,1767225600000],"feature":"scan","kind":"uses",\
      "names":["k1","k2"],"origin":"c1"}],"id":"c1","membership":{"entitlements":[],\
      "features":{"scan":{"answer":"allowed","limit":{"limit":3,"scope":"ever","used":2}}},\
      "nudges":[],"phase":"blocked","prompts":[]},"serverTime":1767225600000,"version":2},\
      "token":"secret","tokenExpiresAt":1767225600000}
      """)
  }

  @Test("a response on the wire that denies a feature says why and what to show")
  func problem() throws {
    let denial = Denial(
      reason: .limitReached, limit: Limit(limit: 3, used: 3, scope: .held), paywall: "plans",
      startsAt: .start, isManagedInStore: true)
    let text = try json(of: Problem(.denied, "No.", denial: denial))
    #expect(
      text == """
        {"code":"denied","denial":{"isManagedInStore":true,\
        "limit":{"limit":3,"scope":"held","used":3},"paywall":"plans","reason":"limitReached",\
        "startsAt":1767225600000},"detail":"No.","isRetryable":false,"status":403,\
        "title":"Denied","type":"urn:tollgate:problem:denied"}
        """)
    let problem = try JSONDecoder().decode(Problem.self, from: Data(text.utf8))
    #expect(problem.denial == denial)
    let shorter = Problem(.denied, "No.", denial: Denial(reason: .notIncluded, paywall: nil))
    #expect(try json(of: shorter).contains(#""denial":{"reason":"notIncluded"}"#))
  }

  @Test("a planned nudge has these exact bytes")
  func nudge() throws {
    try expect(
      PlannedNudge(id: "tomorrow", at: .start, occurrence: .start, text: "nudge.tomorrow"),
      """
      {"at":1767225600000,"id":"tomorrow","occurrence":1767225600000,"text":"nudge.tomorrow"}
      """)
  }

  private func expect<Response: Codable & Equatable>(_ response: Response, _ text: String) throws {
    #expect(try json(of: response) == text)
    #expect(try JSONDecoder().decode(Response.self, from: Data(text.utf8)) == response)
  }
}
