import Foundation
import Testing
import TollgateBlueprints

@Suite("The documentation of blueprints")
struct DocumentationTests {
  /// The blocks of a language in the document, in its order.
  private func blocks(of language: String) throws -> [String] {
    let document = try String(
      contentsOf: repository.appendingPathComponent("Documentation/Blueprints.md"), encoding: .utf8)
    var blocks: [String] = []
    var open: (language: String, lines: [Substring])?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open, line == "```" {
        if block.language == language { blocks.append(block.lines.joined(separator: "\n")) }
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  /// A document's sections by their top-level keys.
  private func sections(of yaml: String) -> [String: String] {
    var sections: [String: String] = [:]
    var name = ""
    for line in yaml.split(separator: "\n", omittingEmptySubsequences: true) {
      if let first = line.first, first.isLetter { name = String(line.prefix { $0 != ":" }) }
      sections[name, default: ""] += line + "\n"
    }
    return sections
  }

  @Test("every example can be used together with the first blueprint")
  func examples() throws {
    let blocks = try blocks(of: "yaml")
    let first = try #require(blocks.first)
    #expect(said(of: first) == [])
    #expect(blocks.count > 8)
    for block in blocks.dropFirst() {
      let yaml = sections(of: first).merging(sections(of: block)) { $1 }
        .sorted { $0.key < $1.key }.map(\.value).joined()
      // What an example means may depend on another section than the first blueprint's.
      #expect(throws: Never.self, "\(block)") {
        try BlueprintFile.parse(yaml, name: "coach.yml", pictures: pictures, refusing: .unusable) {
          _ in storekit(season: "coach.season")
        }
      }
    }
  }
}
