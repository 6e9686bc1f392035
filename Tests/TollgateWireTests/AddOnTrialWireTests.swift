import Foundation
import Testing
import Tollgate

@testable import TollgateWire

@Suite("Add-on trials on the wire")
struct AddOnTrialWireTests {
  private static let start = Instant(milliseconds: 1_767_225_600_000)
  private static let taste = AddOnTrial(
    id: "taste", start: .milestone("tenth"), when: Condition(phases: [.free]),
    lasts: Period(3, .day), entitlements: ["pro"], oncePer: .account)
  private static let fact = Fact.trialStarted(
    TrialStart(trial: "taste", at: start, terms: taste.terms, isAddOn: true))

  private static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func blueprint() throws -> Blueprint {
    try Blueprint(
      Blueprint.Definition(
        app: Blueprint.App(id: "sketch", name: "Sketch", bundleID: "com.example.sketch"),
        milestones: ["tenth"], hasFreeTier: true,
        addOnTrials: [
          taste,
          AddOnTrial(id: "hello", start: .signUp, lasts: Period(1, .day), entitlements: ["pro"]),
          AddOnTrial(
            id: "first", start: .firstSeen, lasts: Period(1, .day), entitlements: ["pro"]),
        ],
        features: [
          Feature(
            id: "layers",
            rules: [Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited)])
        ]))
  }

  private static func snapshot() throws -> CustomerSnapshot {
    let customer = Customer([.milestone(MilestoneReached(milestone: "tenth", at: start)), fact])
    return CustomerSnapshot(
      id: "c1", app: "sketch", account: nil, facts: customer, version: 2, serverTime: start,
      blueprintRevision: "r1",
      membership: MembershipSummary(
        Membership(of: customer, in: try blueprint(), at: start)))
  }

  @Test("a blueprint travels with them, and one without them has no such member")
  func definitions() throws {
    let response = BlueprintResponse(
      revision: "r1", definition: try Self.blueprint().definition)
    let json = try Self.encoded(response)
    let read = try JSONDecoder().decode(BlueprintResponse.self, from: Data(json.utf8))
    #expect(read == response)
    #expect(
      json.contains(
        #"{"entitlements":["pro"],"id":"taste","lasts":"P3D","oncePer":"account","start":{"kind":"milestone","milestone":"tenth"},"when":{"entitled":[],"notEntitled":[],"notReached":[],"phases":["free"],"reached":[]}}"#
      ))
    var other = response.definition
    other.addOnTrials = []
    let without = try Self.encoded(BlueprintResponse(revision: "r1", definition: other))
    #expect(!without.contains(#""trials""#))
  }

  @Test("a snapshot has their starts among its facts")
  func snapshots() throws {
    let snapshot = try Self.snapshot()
    let json = try Self.encoded(snapshot)
    #expect(json.contains(#""isAddOn":true"#))
    let read = try JSONDecoder().decode(CustomerSnapshot.self, from: Data(json.utf8))
    #expect(read.facts == snapshot.facts)
    #expect(read.facts.start(of: "taste")?.isAddOn == true)
    let device = try JSONDecoder().decode(DeviceSnapshot.self, from: Data(json.utf8))
    #expect(device.facts == snapshot.facts)
    let membership = Membership(of: device.facts, in: try Self.blueprint(), at: Self.start)
    #expect(membership.trial("taste")?.daysLeft == 3)
  }

  @Test("a membership lists them under a member of their own")
  func memberships() throws {
    let membership = try Self.snapshot().membership
    #expect(membership.trial == nil)
    #expect(membership.addOnTrials?.map(\.id) == ["taste"])
    #expect(membership.addOnTrials?.first?.daysLeft == 3)
  }

  @Test("an export has their starts")
  func exports() throws {
    let export = CustomerExport(
      id: "c1", app: "sketch", account: nil, email: nil, emailVerifiedAt: nil, hasPassword: false,
      devices: [], facts: [Self.fact], version: 1, serverTime: Self.start)
    let read = try JSONDecoder().decode(
      CustomerExport.self, from: Data(try Self.encoded(export).utf8))
    #expect(read.facts == [Self.fact])
  }
}
