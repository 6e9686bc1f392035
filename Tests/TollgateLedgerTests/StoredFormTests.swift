import Foundation
import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("The stored form of a fact")
struct StoredFormTests {
  @Test(
    "the stored form of a fact has these exact bytes, whatever its kind, and reads back as it was written"
  )
  func bytes() throws {
    let written = try factsOfEveryKind.map { try StoredFacts.encode($0) }
    #expect(written.joined(separator: "\n") == storedFacts)
    #expect(try StoredFacts.decode(written.map { Data($0.utf8) }) == factsOfEveryKind)
    #expect(Set(factsOfEveryKind.map(\.kind)) == Set(Fact.Kind.allCases))
  }

  @Test(
    "the stored form of a fact of a use has the bytes that the JSON encoder writes, whatever its names",
    arguments: [
      "scan", "a/b", "", "\"", "\\", "\u{7f}", "\u{0}", "\u{1f}", "\n", "e\u{301}", "é", "\u{2028}",
    ])
  func use(name: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for instant in [Instant.start, Instant(milliseconds: -1), Instant(milliseconds: 0)] {
      for names in [(name, "k", "c"), ("f", name, "c"), ("f", "k", name)] {
        let fact = Fact.use(
          Use(
            feature: Feature.ID(names.0), key: Idempotency.Key(names.1),
            origin: Customer.ID(names.2), at: instant))
        let expected = try encoder.encode(StoredFact(fact))
        #expect(try StoredFacts.encode(fact) == String(decoding: expected, as: UTF8.self))
      }
    }
  }

  @Test(
    "the stored form of a fact takes a member that is null for one that is missing",
    arguments: ["offer", "price"])
  func null(member: String) throws {
    let fact = Fact.transaction(
      StoreTransaction(
        id: "2001", originalID: "2001", product: "lifetime", purchasedAt: .start, signedAt: .start))
    let body = try StoredFacts.encode(fact)
      .replacingOccurrences(of: #""kind""#, with: #""\#(member)":null,"kind""#)
    #expect(body.contains("null"))
    #expect(try StoredFacts.decode([Data(body.utf8)]) == [fact])
  }

  @Test("the stored form of an add-on trial's start says that it is one")
  func addOnTrial() throws {
    for isAddOn in [true, false] {
      let fact = Fact.trialStarted(
        TrialStart(
          trial: "taste", at: .start,
          terms: Trial.Terms(lasts: Period(3, .day), entitlements: ["pro"]), isAddOn: isAddOn))
      let body = try StoredFacts.encode(fact)
      let member = isAddOn ? #""isAddOn":true,"# : ""
      #expect(
        body
          == #"{"at":1767225600000,\#(member)"kind":"trialStarted","terms":{"entitlements":["pro"],"lasts":"P3D"},"trial":"taste","v":1}"#
      )
      #expect(try StoredFacts.decode([Data(body.utf8)]) == [fact])
    }
  }

  @Test("the stored form of a fact of a newer version is refused, and the ledger says so")
  func newer() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(.of("c1", at: 0, [.reached("discovery")]))
    try await ledger.connections.write {
      try $0.execute(
        sql: #"UPDATE facts SET body = replace(body, '"v":1', '"v":\#(StoredFact.version + 1)')"#)
    }
    #expect(try await code { try await ledger.record(of: "c1", in: "coach") } == .newerSchema)
    try await ledger.close()
  }

  @Test(
    "the stored form of a fact of an unknown kind, without a member or a version or of no known lifetime is damaged",
    arguments: [
      #"{"kind":"wish","v":1}"#, #"{"account":"a1","at":1,"v":1}"#,
      #"{"at":1,"kind":"signedUp","v":1}"#, #"{"account":"a1","at":1,"kind":"signedUp"}"#,
      #"{"amount":1,"kind":"credit","lifetime":{},"purchase":"1","transaction":"1","v":1,"wallet":"w"}"#,
    ])
  func damaged(body: String) {
    let error = #expect(throws: LedgerError.self) {
      try StoredFacts.decode([Data(body.utf8)])
    }
    #expect(error?.code == .corrupt)
  }
}
