import Foundation
import Testing
import TollgateBlueprints

@Suite("The documentation of blueprints")
struct DocumentationTests {
  /// The blocks of a language in the document, in its order.
  private func blocks(of language: String, in name: String = "Blueprints.md") throws -> [String] {
    let document = try String(
      contentsOf: repository.appendingPathComponent("Documentation/\(name)"), encoding: .utf8)
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

  /// A blueprint with some sections in place of its own.
  private func adding(_ block: String, to yaml: String) -> String {
    sections(of: yaml).merging(sections(of: block)) { $1 }
      .sorted { $0.key < $1.key }.map(\.value).joined()
  }

  @Test("every example can be used together with the first blueprint")
  func examples() throws {
    let blocks = try blocks(of: "yaml")
    let first = try #require(blocks.first)
    #expect(said(of: first) == [])
    #expect(blocks.count > 8)
    for block in blocks.dropFirst() {
      let yaml = adding(block, to: first)
      // What an example means may depend on another section than the first blueprint's.
      #expect(throws: Never.self, "\(block)") {
        try BlueprintFile.parse(yaml, name: "coach.yml", files: files, refusing: .unusable) {
          _ in storekit(season: "coach.season")
        }
      }
    }
  }

  @Test("RA-18 the example of a paywall in words for each case is clean: somebody sees each")
  func cases() throws {
    let blocks = try blocks(of: "yaml")
    let first = try #require(blocks.first)
    let block = try #require(blocks.first { $0.contains("    cases:\n") })
    #expect(said(of: adding(block, to: first)) == [])
  }

  @Test("RA-15 the example of a condition on members is clean")
  func members() throws {
    let blocks = try blocks(of: "yaml")
    let first = try #require(blocks.first)
    let block = try #require(blocks.first { $0.contains("members: { of: crew, atLeast: 5 }") })
    #expect(said(of: adding(block, to: first)) == [])
  }

  @Test("the example of named conditions is clean: somebody meets each")
  func namedConditions() throws {
    let blocks = try blocks(of: "yaml")
    let first = try #require(blocks.first)
    let block = try #require(blocks.first { $0.contains("\nconditions:\n") })
    #expect(said(of: adding(block, to: first)) == [])
  }

  @Test("RA-4 the blueprint of an app that became free is the one that a life plays, and is clean")
  func paidToFree() throws {
    let written = try #require(try blocks(of: "yaml", in: "PaidToFree.md").first)
    let path = repository.appendingPathComponent("Tests/Blueprints/notebook.yml")
    #expect(try String(contentsOf: path, encoding: .utf8) == written + "\n")
    #expect(said(of: written) == [])
  }
}
