import Foundation
import Testing

@Suite("The page on StoreKit on Linux")
struct DocumentationTests {
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

  /// The code blocks of the page, each with the line before it.
  static func blocks() throws -> [(title: String, code: String)] {
    let page = try text(root.appendingPathComponent("Documentation/OpenStoreKit.md"))
    var blocks: [(String, String)] = []
    var title = ""
    var code: [Substring]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = code {
        guard line == "```" else {
          code = lines + [line]
          continue
        }
        blocks.append((title, lines.joined(separator: "\n") + "\n"))
        code = nil
      } else if line.hasPrefix("```") {
        code = []
      } else if !line.isEmpty {
        title = String(line)
      }
    }
    return blocks
  }

  static func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  @Test(
    "the page on StoreKit on Linux shows the files of a new package as they are compiled and run here",
    arguments: [
      ("`Shop.storekit`", "../Shop.storekit"),
      ("`Sources/Shop/Membership.swift`", "NewPackage/Membership.swift"),
      ("`Tests/ShopTests/MembershipTests.swift`", "NewPackage/MembershipTests.swift"),
    ])
  func files(_ name: String, _ path: String) throws {
    let block = try #require(try Self.blocks().first { $0.title.hasPrefix(name) })
    let file = try Self.text(Self.tests.appendingPathComponent(path).standardizedFileURL)
    let shown = block.code.replacingOccurrences(of: "\n@testable import Shop\n", with: "")
    #expect(shown == file)
  }

  @Test(
    "the page on StoreKit on Linux shows nothing else that is not compiled and run",
    arguments: [
      "published", "observable", "parallel", "detached", "hands", "original", "views",
    ])
  func snippets(_ name: String) throws {
    let source = try Self.text(Self.tests.appendingPathComponent("Snippets.swift"))
    let start = try #require(source.range(of: "// snippet: \(name)\n"))
    let end = try #require(source.range(of: "// end", range: start.upperBound..<source.endIndex))
    let lines = source[start.upperBound..<end.lowerBound]
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let indent = lines.first.map { $0.prefix { $0 == " " }.count } ?? 0
    let code = lines.map { $0.dropFirst(min(indent, $0.count)) }.joined(separator: "\n") + "\n"
    #expect(try Self.blocks().contains { $0.code == code })
  }

  @Test(
    "the page on StoreKit on Linux has no other block but the manifest, the import lines and the output"
  )
  func complete() throws {
    #expect(try Self.blocks().count == 3 + 7 + 3)
  }
}
