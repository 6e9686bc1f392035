import Foundation
import Testing
import Tollgate

@testable import TollgateWire

@Suite("A fact on the wire")
struct FactTests {
  @Test("a fact on the wire has these exact bytes, whatever its kind")
  func bytes() throws {
    let written = try factsOfEveryKind.map { try json(of: WireFacts(wrappedValue: [$0])) }
    #expect(written.map { String($0.dropFirst().dropLast()) } == Self.lines)
  }

  @Test("a fact on the wire reads back as it was written", arguments: zip(lines, factsOfEveryKind))
  func reads(line: String, fact: Fact) throws {
    #expect(try Self.read(line) == fact)
  }

  @Test("every kind is among the samples")
  func kinds() {
    #expect(Set(factsOfEveryKind.map(\.kind)) == Set(Fact.Kind.allCases))
  }

  @Test(
    "a fact on the wire of an unknown kind, without a kind or without a member is refused",
    arguments: [
      #"{"kind":"wish","at":1}"#, #"{"account":"a1","at":1}"#, #"{"kind":"signedUp","at":1}"#,
      #"{"kind":"device","device":"phone","origin":"c1","at":"now"}"#,
      #"{"kind":"device","device":null,"origin":"c1","at":1}"#,
      #"{"kind":"device","device":"phone","at":1}"#,
      #"{"kind":"credit","purchase":"1","transaction":"1","wallet":"w","amount":1,"lifetime":{}}"#,
      #"{"kind":"credit","purchase":"1","transaction":"1","wallet":"w","amount":1,"lifetime":{"kind":"long"}}"#,
    ])
  func refused(line: String) {
    #expect(throws: DecodingError.self) { try Self.read(line) }
  }

  @Test("a grant's notes do not travel, and are not read from what did")
  func notes() throws {
    let note = GrantNote(action: .granted, at: .start, by: "sk_1", reason: "Lost")
    func grant(_ notes: [GrantNote]) -> Fact {
      .grant(
        Grant(id: "g1", entitlements: ["premium"], startsAt: .start, endsAt: nil, notes: notes))
    }
    let written = #"{"entitlements":["premium"],"id":"g1","kind":"grant","startsAt":1767225600000}"#
    let stored = written.replacing(
      #""kind""#,
      with: #""notes":[{"action":"granted","at":1767225600000,"by":"sk_1","reason":"Lost"}],"kind""#
    )
    #expect(try json(of: WireFacts(wrappedValue: [grant([note])])) == "[\(written)]")
    #expect(try Self.read(stored) == grant([]))
    #expect(try JSONDecoder().decode(Kept.self, from: Data(stored.utf8)).fact == grant([note]))
  }

  /// A fact as a ledger keeps it.
  private struct Kept: Decodable {
    let fact: Fact

    init(from decoder: any Decoder) throws { fact = try Fact(stored: WireReader(decoder)) }
  }

  private static let lines = factsOnTheWire.split(separator: "\n").map(String.init)

  private static func read(_ line: String) throws -> Fact? {
    try JSONDecoder().decode(WireFacts.self, from: Data("[\(line)]".utf8)).wrappedValue.first
  }
}

/// The text of a file in the repository.
func file(_ path: String) throws -> String {
  let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
  return try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

/// A value in the server's form of JSON.
func json(of value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
