import Foundation
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("Server keys")
struct ServerKeysTests {
  static let start = Instant(milliseconds: 1_772_355_600_000)

  private func keys() throws -> ServerKeys {
    try ServerKeys(at: Self.start, identifiers: .counting())
  }

  /// The states of the keys for a use, the oldest first.
  private func states(_ keys: ServerKeys, _ use: ServerKey.Use) -> [ServerKey.State] {
    keys.keys.filter { $0.use == use }.map(\.state)
  }

  private func code(_ call: () throws -> some Any) throws -> ConfigurationError.Code? {
    do {
      _ = try call()
      return nil
    } catch let error as ConfigurationError {
      return error.code
    }
  }

  @Test("server keys are one line of JSON, which reads back as it was written")
  func json() throws {
    var keys = try keys()
    let json = String(decoding: try keys.json(), as: UTF8.self)
    #expect(
      json.replacing(#/"(id|secret)":"[^"]+"/#, with: { "\"\($0.1)\":\"…\"" }) == """
        {"format":1,"keys":[\
        {"createdAt":"2026-03-01T09:00:00Z","currentSince":"2026-03-01T09:00:00Z","id":"…","secret":"…",\
        "state":"current","use":"tokens"},\
        {"createdAt":"2026-03-01T09:00:00Z","currentSince":"2026-03-01T09:00:00Z","id":"…","secret":"…",\
        "state":"current","use":"answers"}]}

        """)
    #expect(try ServerKeys(json: Data(json.utf8)) == keys)
    #expect(keys.keys.allSatisfy { $0.id.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    #expect(keys.current(.answers).publicKey?.id == keys.current(.answers).id)
    #expect(keys.current(.tokens).publicKey == nil)

    let next = try keys.add(.answers, at: Self.start, identifiers: .random)
    try keys.promote(next.id, at: Self.start)
    try keys.retire(keys.keys[1].id)
    let rotated = try keys.json()
    #expect(try ServerKeys(json: rotated) == keys)
    #expect(String(decoding: rotated, as: UTF8.self).matches(of: /"secret"/).count == 2)
  }

  @Test("server keys record since when each signs")
  func currentSince() throws {
    var keys = try keys()
    #expect(keys.keys.map(\.currentSince) == [Self.start, Self.start])
    let now = Self.start.advanced(by: .days(30))
    let next = try keys.add(.answers, at: now, identifiers: .random).id
    #expect(keys[next]?.currentSince == nil)
    try keys.promote(next, at: now.advanced(by: .days(60)))
    let again = try ServerKeys(json: try keys.json())
    #expect(again == keys)
    #expect(again[next]?.createdAt == now)
    #expect(again[next]?.currentSince == now.advanced(by: .days(60)))
    // Promoting the current key changes nothing.
    try keys.promote(next, at: now.advanced(by: .days(90)))
    #expect(keys == again)
  }

  @Test("never appear in a text about them")
  func descriptions() throws {
    let keys = try keys()
    let json = String(decoding: try keys.json(), as: UTF8.self)
    let secrets = json.matches(of: /"secret":"([^"]+)"/).compactMap {
      Data(base64Encoded: String($0.1))
    }
    #expect(secrets.count == 2)
    var text = "\(keys) \(String(reflecting: keys)) \(keys.keys)"
    dump(keys, to: &text)
    for secret in secrets {
      #expect(!text.contains(secret.base64EncodedString()))
      #expect(!text.contains(Array(secret).description.dropFirst().dropLast()))
      #expect(!text.contains("- \(secret[0])\n"))
    }
    #expect(text.contains(keys.current(.tokens).id))
  }

  @Test("server keys that break a rule are refused, without repeating any of them")
  func refused() throws {
    let json = String(decoding: try keys().json(), as: UTF8.self)
    let id = try keys().current(.tokens).id
    let changes: [(String, String)] = [
      ("{", ""), (#""format":1"#, #""format":2"#), (#""state":"current""#, #""state":"next""#),
      (#""use":"answers""#, #""use":"tokens""#), (#""use":"answers""#, #""use":"other""#),
      (#""state":"current""#, #""state":"retired""#), (id, "0123456789abcdef"),
      ("2026-03-01", "yesterday"),
      (#""currentSince":"2026"#, #""currentSince":"x"#), (#""secret":""#, #""secret":"AAAA"#),
    ]
    for (text, other) in changes {
      let range = try #require(json.firstRange(of: text))
      let changed = json.replacingCharacters(in: range, with: other)
      #expect(try code { try ServerKeys(json: Data(changed.utf8)) } == .keys, "\(text)")
    }
  }

  @Test("rotate: next, current, previous, retired, and back only until they are retired")
  func rotation() throws {
    for use in ServerKey.Use.allCases {
      var keys = try keys()
      let first = keys.current(use).id
      #expect(try code { try keys.retire(first) } == .keys)
      let second = try keys.add(use, at: Self.start, identifiers: .random).id
      #expect(states(keys, use) == [.current, .next])
      #expect((keys.nextAnswerKey == nil) == (use == .tokens))
      #expect(try code { try keys.add(use, at: Self.start) } == .keys)
      try keys.promote(second, at: Self.start)
      #expect(states(keys, use) == [.previous, .current])
      #expect(keys.nextAnswerKey == nil)
      try keys.promote(first, at: Self.start)
      #expect(states(keys, use) == [.current, .previous])
      try keys.promote(second, at: Self.start)
      try keys.retire(first)
      #expect(states(keys, use) == [.retired, .current])
      #expect(keys[first]?.publicKey == nil)
      #expect(try code { try keys.promote(first, at: Self.start) } == .keys)
      try keys.retire(first)
      try keys.promote(second, at: Self.start)
      #expect(states(keys, use) == [.retired, .current])
      #expect(try code { try keys.promote("other", at: Self.start) } == .keys)
      #expect(try code { try keys.retire("other") } == .keys)
    }
  }

  @Test("server keys are limited in number; the oldest retired one gives way")
  func limit() throws {
    var keys = try keys()
    let first = keys.current(.answers).id
    for _ in 0..<(ServerKeys.limit * 2) {
      let next = try keys.add(.answers, at: Self.start, identifiers: .random)
      let previous = keys.current(.answers).id
      try keys.promote(next.id, at: Self.start)
      try keys.retire(previous)
    }
    #expect(keys.keys.count == ServerKeys.limit)
    #expect(keys[first] == nil)
    #expect(try keys.json().count < ServerKeys.sizeLimit)
    #expect(try ServerKeys(json: keys.json()) == keys)
  }
}
