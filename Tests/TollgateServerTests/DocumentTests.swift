import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Documentation/HTTP.md matches the code")
struct DocumentTests {
  private static func document(_ name: String = "HTTP") throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/\(name).md"), encoding: .utf8)
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
    let blocks = try Self.exchanges(in: "HTTP")
    #expect(blocks.count == 4)
    for (index, block) in blocks.enumerated() {
      if index == 2 { try await phone.buy("coach.premium.monthly") }
      let exchange = try await block.send(to: server, key: key, token: phone.token)
      #expect("\(exchange)" == block.response)
    }
  }

  @Test("the exchanges of operators are as shown")
  func operatorExchanges() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let support = try await TestOperator(server)
    let key = support.key
    server.advance(Period(1, .hour))
    try await phone.reach("discovery-complete")
    server.advance(Period(1, .hour))
    try await phone.buy("coach.premium.monthly")
    let blocks = try Self.exchanges(in: "Operator")
    #expect(blocks.count == 5)
    let owner = try await TestOperator(server, .owner)
    for (block, key) in zip(blocks.prefix(3) + [blocks[4]], [key, key, key, owner.key]) {
      let exchange = try await block.send(to: server, key: key, token: phone.token)
      let shown = "\(exchange)".replacing(support.publicPart, with: "PUBLIC-PART")
        .replacing(/grant_[0-9a-f]{32}/, with: "GRANT")
      #expect(shown == block.response)
    }
    let free = try await TestServer("coach-free")
    var other = try await free.phone(device: "phone")
    try await other.signUp("ada@example.com")
    let exchange = try await blocks[3].send(
      to: free, key: try await TestOperator(free).key, token: other.token)
    #expect("\(exchange)" == blocks[3].response)
  }

  @Test("EX-7 the exchanges with RevenueCat's SDK are as shown")
  func revenueCatExchanges() async throws {
    let server = try await TestServer("strikelab")
    let account = server.store.makeAccount()
    guard case .success(let bought) = server.store.purchase("strikelab.pro.monthly", by: account)
    else {
      Issue.record("the store did not sell")
      return
    }
    var keys = RevenueCatKeys()
    let isAdded = keys.add("appl_StrikeLab", for: server.app)
    #expect(isAdded)
    let blocks = try Self.exchanges(in: "RevenueCat")
    #expect(blocks.count == 4)
    for block in blocks {
      let exchange = try await server.exchange(
        block.method, block.path, headers: block.headers,
        body: block.body?.replacing("TRANSACTION", with: bought.jws), revenueCatKeys: keys)
      let shown = block.response.split(separator: "\n", maxSplits: 1).map(String.init)
      #expect("\(exchange.status)" == shown.first)
      func value(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(
          JSONValue.self,
          from: Data(text.replacing(bought.payload.transactionId, with: "2000000123").utf8))
      }
      #expect(try value(exchange.body) == value(try #require(shown.last)))
    }
  }

  /// An exchange in a document: a request, and the response to it.
  private struct Shown {
    let method: HTTPRequest.Method
    let path: String
    let headers: [String: String]
    let body: String?
    let response: String

    /// Reads a block: a line, headers, a body if it begins with a brace, and the response, with empty lines between.
    init(_ block: String) throws {
      var parts = block.components(separatedBy: "\n\n")
      let request = parts.removeFirst().components(separatedBy: "\n")
      let line = try #require(request.first).split(separator: " ").map(String.init)
      method = try #require(HTTPRequest.Method(line[0]))
      path = line[1]
      var headers: [String: String] = [:]
      for header in request.dropFirst() {
        let field = header.components(separatedBy: ": ")
        headers[field[0]] = field[1]
      }
      self.headers = headers
      body = parts.first?.hasPrefix("{") == true ? parts.removeFirst() : nil
      response = parts.joined(separator: "\n\n")
    }

    func send(to server: TestServer, key: String, token: String) async throws -> Exchange {
      try await server.exchange(
        method, path,
        headers: headers.mapValues {
          $0.replacing("SECRET-KEY", with: key).replacing("CUSTOMER-TOKEN", with: token)
        }, body: body)
    }
  }

  private static func exchanges(in name: String) throws -> [Shown] {
    try document(name).components(separatedBy: "```http\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }.map(Shown.init)
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
