import Foundation
import Testing
import Tollgate

@testable import TollgateWire

@Suite("Documentation/HTTP.md describes the JSON")
struct DocumentTests {
  /// The samples, and those that have what these lack.
  private static let facts =
    factsOfEveryKind + [
      .device(DeviceUse(device: "phone", origin: "c1", at: .start)),
      .item(
        ItemChange(
          feature: "plants", item: "fern", key: "k9", isHeld: true, origin: "c1", at: .start)),
      .grant(
        Grant(
          id: "g1", entitlements: ["premium"], startsAt: .start, endsAt: .start, revokedAt: .start)),
      .renewal(StoreRenewal(originalID: "1", renewsTo: "a", willRenew: true, signedAt: .start)),
      .trialStarted(TrialStart(trial: "t", at: .start, terms: Trial.Terms(lasts: nil))),
      .trialStarted(
        TrialStart(trial: "t", at: .start, terms: Trial.Terms(lasts: nil), isAddOn: true)),
      .reservation(
        Reservation(
          feature: "note", key: "k", origin: "c1",
          terms: ReservationTerms(parent: "p", at: .start, lapsesAt: .start))),
      .spend(
        Spend(wallet: "w", feature: "f", key: "k", origin: "c1", amount: 2, owed: 1, at: .start)),
      .nudge(NudgeDelivery(nudge: "n", occurrence: .start, by: .webhook, at: .start)),
    ]

  @Test("the table of facts has every kind with its members")
  func kinds() throws {
    let rows = try Self.section("Facts").compactMap { $0.wholeMatch(of: /\| `(\w+)` \| (.+) \|/) }
    #expect(rows.map { String($0.1) } == Fact.Kind.allCases.map(\.rawValue))
    for row in rows {
      let objects = try Self.facts.filter { $0.kind.rawValue == row.1 }.map {
        try Self.members(of: WireFacts(wrappedValue: [$0]))
      }
      #expect(Self.listed(row.2) == Self.expected(objects), "\(row.1)")
    }
  }

  @Test("the table of the blueprint's cases has every kind with its members")
  func cases() throws {
    let rows = try Self.section("The blueprint")
      .compactMap { $0.wholeMatch(of: /\| `(\w+)` \| `(\w+)` \| ?(.*) ?\|/) }
    let listed = rows.map { "\($0.1) \($0.2) \(Self.listed($0.3).sorted())" }
    #expect(listed == (try Self.variants()))
  }

  /// The cases of each member, from values with all and without the optional members.
  private static func variants() throws -> [String] {
    func line<Value: WireForm>(_ member: String, _ values: Value...) throws -> String {
      let objects = try values.map { try parsed(Wired($0)) }
      let kind = try #require(objects.first?["kind"] as? String)
      let members = objects.map { Set($0.keys).subtracting(["kind"]) }
      return "\(member) \(kind) \(expected(members).sorted())"
    }
    return [
      try line("start", Trial.Start.signUp),
      try line("start", Trial.Start.firstSeen),
      try line("start", Trial.Start.milestone("m")),
      try line("start", Trial.Start.purchase(after: "m"), .purchase(after: nil)),
      try line("start", Trial.Start.introductoryOffer),
      try line("allowance", Feature.Allowance.unlimited),
      try line(
        "allowance", Feature.Allowance.upTo(1, per: .day),
        .upTo(1, per: .day, sized: true, each: "k", counts: "s")),
      try line("allowance", Feature.Allowance.pool(1, refills: Period(3, .hour))),
      try line(
        "allowance", Feature.Allowance.rolling(1, within: Period(3, .hour)),
        .rolling(1, within: Period(3, .hour), sized: true, each: "k", counts: "s")),
      try line(
        "allowance", Feature.Allowance.fromFirstUse(1, within: Period(3, .hour)),
        .fromFirstUse(1, within: Period(3, .hour), sized: true, each: "k", counts: "s")),
      try line("allowance", Feature.Allowance.holding(1), .holding(1, sized: true, each: "k")),
      try line(
        "allowance", Feature.Allowance.spend("w", then: ["x"], cost: 1), .spend("w", cost: nil)),
      try line("allowance", Feature.Allowance.all([.upTo(1, per: .day)])),
      try line("allowance", Feature.Allowance.first([.spend("w", cost: 1)])),
      try line("allowance", Feature.Allowance.denied),
      try line("offline", Feature.OfflineUse.refuse),
      try line("offline", Feature.OfflineUse.wait),
      try line("offline", Feature.OfflineUse.allow(1)),
      try line("lifetime", Wallet.Lifetime.unlimited),
      try line("lifetime", Wallet.Lifetime.period),
      try line("lifetime", Wallet.Lifetime.planMonth),
      try line(
        "lifetime", Wallet.Lifetime.rollsOver(Wallet.Rollover()),
        .rollsOver(
          Wallet.Rollover(
            monthly: true, upTo: 1, lasts: Period(3, .month), whileSubscribed: true))),
      try line(
        "rhythm", Wallet.Gift.Rhythm.each(.day, upTo: 2), .each(.day, upTo: nil)),
      try line(
        "rhythm", Wallet.Gift.Rhythm.on(.milestone("m"), lasts: Period(1, .day)),
        .on(.signUp, lasts: nil)),
      try line("location", Route.Location.on(["a"])),
      try line("location", Route.Location.notOn(["a"])),
      try line("moment", Nudge.Moment.before(.trialEnd, Period(1, .day))),
      try line(
        "moment", Nudge.Moment.after(.use("f"), Period(1, .day)), .after(.lapse, Period(1, .day))),
      try line("moment", Nudge.Moment.silence(Period(1, .day))),
      try line("offer", Paywall.Package.Offer.named("o")),
      try line("offer", Paywall.Package.Offer.code("o")),
    ]
  }

  private static func section(_ title: String) throws -> [Substring] {
    let text = try file("Documentation/HTTP.md")
    let start = try #require(text.range(of: "\n## \(title)\n")).upperBound
    return text[start...].split(separator: "\n## ", maxSplits: 1)[0]
      .split(separator: "\n")
  }

  /// The members in a row of a table; those in parentheses end in `?`.
  private static func listed(_ cell: Substring) -> Set<String> {
    Set(cell.matches(of: /(\(?)`(\w+)`/).map { "\($0.2)\($0.1.isEmpty ? "" : "?")" })
  }

  /// The members of some objects; those that not all of them have end in `?`.
  private static func expected(_ objects: [Set<String>]) -> Set<String> {
    let all = objects.reduce(into: Set()) { $0.formUnion($1) }
    return Set(all.map { name in objects.allSatisfy { $0.contains(name) } ? name : "\(name)?" })
  }

  private static func members(of facts: WireFacts) throws -> Set<String> {
    let text = try json(of: facts)
    let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    return Set(try #require(list?.first).keys).subtracting(["kind"])
  }

  private static func parsed(_ value: some Encodable) throws -> [String: Any] {
    let text = try json(of: value)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(object)
  }
}

/// A value alone in its wire form.
private struct Wired<Value: WireForm>: Encodable {
  let value: Value

  init(_ value: Value) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var object = WireWriter<Value.WireKey>(encoder)
    try value.write(to: &object)
  }
}
