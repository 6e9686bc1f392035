import Foundation
import HTTPTypes
import Testing
import Tollgate
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

  @Test("EX-12 the exchanges of an app's own backend are as shown")
  func exchanges() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let key = try await TestBackend(server).key
    try await phone.reach("discovery-complete")
    let blocks = try Self.document().components(separatedBy: "```http\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 4)
    for (index, block) in blocks.enumerated() {
      let parts = block.components(separatedBy: "\n\n")
      let request = try #require(parts.first).components(separatedBy: "\n")
      let line = try #require(request.first).split(separator: " ").map(String.init)
      var headers: [String: String] = [:]
      for header in request.dropFirst() {
        let field = header.components(separatedBy: ": ")
        headers[field[0]] = field[1].replacing("SECRET-KEY", with: key)
          .replacing("CUSTOMER-TOKEN", with: phone.token)
      }
      if index == 2 { try await phone.buy("coach.premium.monthly") }
      let exchange = try await server.exchange(
        line[0] == "GET" ? .get : .post, line[1], headers: headers)
      #expect("\(exchange)" == parts.dropFirst().joined(separator: "\n\n"))
    }
  }

  @Test("the table of endpoints has every path with its method and whether it needs a key")
  func endpoints() throws {
    let rows = try Self.document().split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\| (GET|POST|DELETE) \| `([^`]+)`( ¹| ²)? \|.*/) }
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
