import Foundation
import Testing
import TollgateWire

@Suite("Documentation/HTTP.md matches the code")
struct DocumentTests {
  private static func document() throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/HTTP.md"), encoding: .utf8)
  }

  @Test("the table of problems has every code with its status, in order of precedence")
  func codes() throws {
    let rows = try Self.document().split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\| (`.+`) \| (\d+) \| .* \|/) }
    let listed = rows.flatMap { row in
      row.1.split(separator: ", ").map { "\($0.dropFirst().dropLast()) \(row.2)" }
    }
    #expect(listed == ProblemCode.known.map { "\($0.rawValue) \($0.status)" })
  }

  @Test("the table of endpoints has every path with its method and whether it needs a key")
  func endpoints() throws {
    let rows = try Self.document().split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\| (GET|POST) \| `([^`]+)`( ¹)? \|.*/) }
    let listed = rows.map { row in
      "\(row.1) \(row.2)\(row.3 == nil ? "" : " with a key")"
    }
    let known = Endpoint.templates.map { endpoint in
      let path = endpoint.template().replacing("/v1/apps/{app}", with: "")
      return "\(endpoint.method.rawValue) \(path)"
        + (endpoint.needsIdempotencyKey ? " with a key" : "")
    }
    #expect(listed == known)
  }
}
