import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateMutex

@testable import TollgateCommand

@Suite("Tools for agents")
struct MCPTests {
  /// Sends lines to a server with tools, and returns its replies by their ids.
  private static func replies(
    to lines: [String], _ tools: [MCPTool]
  ) async throws -> [String: [String: JSONValue]] {
    let written = Written()
    let stream = AsyncStream<String> { continuation in
      for line in lines { continuation.yield(line) }
      continuation.finish()
    }
    await MCPServer(tools: tools, write: { written.append($0) }).run(stream)
    var replies: [String: [String: JSONValue]] = [:]
    for line in written.lines {
      #expect(!line.contains("\n"))
      let reply = try JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8))
      replies[try #require(reply["id"]).line] = reply
    }
    return replies
  }

  private final class Written: Sendable {
    private let all = Mutex<[String]>([])
    var lines: [String] { all.withLock { $0 } }
    func append(_ line: String) { all.withLock { $0.append(line) } }
  }

  private static func call(_ tool: String, _ arguments: [String: JSONValue], id: Int = 1) -> String
  {
    JSONValue.object([
      "jsonrpc": "2.0", "id": .integer(Int64(id)), "method": "tools/call",
      "params": .object(["name": .string(tool), "arguments": .object(arguments)]),
    ]).line
  }

  /// The text of a tool's answer, and whether it is an error.
  private static func answer(
    _ tool: String, _ arguments: [String: JSONValue], of tools: [MCPTool]
  ) async throws -> (text: String, isError: Bool) {
    let replies = try await replies(to: [call(tool, arguments)], tools)
    let result = try #require(replies["1"]?["result"]?.members)
    guard case .array(let parts)? = result["content"] else { throw MissingText() }
    return (try #require(parts.first?.members?["text"]?.text), result["isError"] == .bool(true))
  }

  private struct MissingText: Error {}

  @Test("an agent learns the version and the tools, and its mistakes get JSON-RPC's codes")
  func protocolOfAgents() async throws {
    let replies = try await Self.replies(
      to: [
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "",
        #"{"jsonrpc":"2.0","id":"three","method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"tools/list"}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"resources/list"}"#, "{not json",
        Self.call("nothing", [:], id: 6),
      ], MCPTool.commands(over: "none.sqlite"))
    #expect(replies.count == 7)
    #expect(replies["1"]?["result"]?.members?["protocolVersion"] == "2025-06-18")
    #expect(replies["2"]?["result"]?.members?["protocolVersion"] == "2025-11-25")
    #expect(replies["\"three\""]?["result"] == .object([:]))
    guard case .array(let tools)? = replies["4"]?["result"]?.members?["tools"] else {
      throw MissingText()
    }
    #expect(
      tools.compactMap { $0.members?["name"]?.text } == ["check", "simulate", "what_if", "charts"])
    #expect(replies["5"]?["error"]?.members?["code"] == .integer(-32_601))
    #expect(replies["null"]?["error"]?.members?["code"] == .integer(-32_700))
    #expect(replies["6"]?["error"]?.members?["code"] == .integer(-32_602))
  }

  @Test("a tool is a command: it finds, replays and counts what the command does")
  func commands() async throws {
    let (folder, _) = try await WhatIfCommandTests.folder()
    let path = { (name: String) in JSONValue.string(folder.url.appendingPathComponent(name).path) }
    let tools = MCPTool.commands(
      over: folder.url.appendingPathComponent("tollgate.sqlite").path)
    let checked = try await Self.answer(
      "check", ["file": path("new.yml"), "against": path("old.yml"), "quick": .bool(true)],
      of: tools)
    #expect(checked.text.contains("a subscriber loses `note`: 1 a day instead of 3 a day"))
    #expect(!checked.isError)
    let replayed = try await Self.answer(
      "what_if", ["file": path("new.yml"), "against": path("old.yml"), "customers": .integer(1)],
      of: tools)
    #expect(replayed.text.contains("replayed     1 customer, 4 facts"))
    let listed = try await Self.answer("charts", [:], of: tools)
    #expect(listed.text.contains("mrr"))
    let blueprints = Command.root.appendingPathComponent("Blueprints/coach-paid.yml").path
    let other = try await Self.answer(
      "what_if", ["file": .string(blueprints), "against": path("old.yml")], of: tools)
    #expect(other.isError)
    #expect(other.text.contains("the blueprint is for the app `coach-paid`"))
  }

  @Test("what a tool cannot do is an answer that says why, and runs nothing")
  func mistakes() async throws {
    let tools = MCPTool.commands(over: "none.sqlite")
    for (arguments, text): ([String: JSONValue], String) in [
      ([:], "`file` is missing."),
      (["file": .integer(1)], "`file` must be of the type string."),
      (
        ["file": "a.yml", "depth": .integer(1)],
        "There is no parameter `depth`; there are: file, against, quick."
      ),
      (["file": "a.yml", "quick": "yes"], "`quick` must be of the type boolean."),
    ] {
      let answer = try await Self.answer("check", arguments, of: tools)
      #expect(answer.isError)
      #expect(answer.text.hasPrefix(text), "\(answer.text)")
    }
    let file = try await Self.answer("check", ["file": "--help"], of: tools)
    #expect(file.text.hasPrefix("--help: error: there is no such file"))
    let missing = try await Self.answer(
      "charts",
      [
        "chart": "mrr",
        "file": .string(Command.root.appendingPathComponent("Blueprints/coach-paid.yml").path),
      ],
      of: tools)
    #expect(missing.isError)
    #expect(missing.text.contains("none.sqlite"))
  }

  @Test("what an agent gets is cut at a limit, and says so")
  func long() {
    let answer = MCPTool.Answer(text: String(repeating: "x", count: MCPTool.Answer.limit + 3))
    #expect(answer.limitedText.hasSuffix("x\n… 3 more characters are left out."))
  }

  @Test("tools that change something are offered only on request, and customers only with a key")
  func options() throws {
    let none = try Command(
      ["mcp", "--server", "http://127.0.0.1:9", "--app", "coach"], environment: [:])
    #expect(none.status == 1)
    #expect(
      none.errors
        == "error: set TOLLGATE_SECRET_KEY to a key that `tollgate keys create --scope support` printed\n"
    )
    for arguments in [["--server", "http://127.0.0.1:9"], ["--server", "nowhere", "--app", "a"]] {
      #expect(try Command(["mcp"] + arguments).status == 64)
    }
  }
}
