import Foundation
import Testing

/// The page that the backends are written in.
enum Guide {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let shop = root.appending(path: "Tests/Store/Shop.storekit")

  /// The Swift snippets of the page: the backend, the test, the fix.
  static func snippets() throws -> [String] {
    let page = try String(
      contentsOf: root.appending(path: "Documentation/TestInSwift.md"), encoding: .utf8)
    return page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// The words of a version of the backend and its test.
  static func words(of version: String) throws -> [Substring] {
    let file = root.appending(path: "Tests/AppStoreSimulatorHTTPTests/Guide/\(version).swift")
    return words(try String(contentsOf: file, encoding: .utf8))
  }

  static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
}

@Suite("The page on testing a backend in CI")
struct GuideTests {
  @Test("the page's Swift test fails for the first version of the backend")
  func red() async throws {
    try await withKnownIssue {
      try await FirstVersion.BackendTests().refund()
    } matching: {
      "\($0)".contains("isEntitled")
    }
  }

  @Test("the page's Swift snippets are the files that are run, word by word")
  func words() throws {
    let snippets = try Guide.snippets()
    try #require(snippets.count == 3)
    let (backend, test, fix) = (snippets[0], snippets[1], snippets[2])
    let untested = test.replacing("@Test(\"a refund ends access\")", with: "")
    let question = try #require(backend.range(of: "  func isEntitled"))
    let fixed = backend[..<question.lowerBound] + fix + "}\n"
    let first = Guide.words(backend + untested)
    let last = Guide.words(fixed + test)
    #expect(try Guide.words(of: "FirstVersion").dropLast().suffix(first.count) == first[...])
    #expect(try Guide.words(of: "FixedVersion").dropLast().suffix(last.count) == last[...])
  }
}
