import Foundation
import Testing
import TollgateTime

@Suite("Instants and periods in JSON")
struct CodingTests {
  @Test("an instant is a whole number of milliseconds, a period its ISO 8601 text")
  func forms() throws {
    let instants = [Instant(milliseconds: 1_772_355_600_001), Instant(milliseconds: -1)]
    #expect(try text(instants) == "[1772355600001,-1]")
    #expect(try JSONDecoder().decode([Instant].self, from: Data("[1,-1]".utf8))[1] == instants[1])
    #expect(try text([Period(3, .day), Period(90, .minute)]) == #"["P3D","PT90M"]"#)
    #expect(
      try JSONDecoder().decode([Period].self, from: Data(#"["P1M"]"#.utf8)) == [Period(1, .month)])
  }

  @Test("a fraction, a text or a period of two units is refused")
  func refused() {
    for json in ["[1.5]", #"["2026-03-01T09:00:00Z"]"#, "[1e40]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([Instant].self, from: Data(json.utf8))
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Period].self, from: Data(#"["P1M3D"]"#.utf8))
    }
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
