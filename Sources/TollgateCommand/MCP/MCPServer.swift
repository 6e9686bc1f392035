import ArgumentParser
import TollgateAppStore

/// Answers the requests of an agent, one JSON object a line.
///
/// It follows the [Model Context Protocol](https://modelcontextprotocol.io/specification/2025-06-18), as far as tools
/// need it. Each call of a tool runs concurrently with the others, so that a long one delays no other answer.
struct MCPServer: Sendable {
  /// The versions of the protocol in which it answers, the newest first.
  static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// What the agent may call, by name.
  let tools: [MCPTool]
  /// Writes a line; several tasks may call it.
  let write: @Sendable (String) -> Void

  /// Answers every line until there are no more, and then waits for the calls that still run.
  func run(_ lines: some AsyncSequence<String, Never> & Sendable) async {
    await withTaskGroup(of: Void.self) { calls in
      for await line in lines where !line.allSatisfy(\.isWhitespace) {
        guard let request = MCPRequest(line) else {
          write(MCPReply.failure(.null, .notJSON).text)
          continue
        }
        // What needs no answer has no id.
        guard let id = request.id else { continue }
        if request.method == "tools/call" {
          calls.addTask { write(await call(request.params, id).text) }
        } else {
          write(reply(to: request, id).text)
        }
      }
    }
  }

  private func reply(to request: MCPRequest, _ id: JSONValue) -> MCPReply {
    switch request.method {
    case "initialize":
      let wanted = request.params["protocolVersion"]?.text
      return .result(
        id,
        [
          "protocolVersion": .string(
            wanted.flatMap { Self.versions.contains($0) ? $0 : nil } ?? Self.versions[0]),
          "capabilities": .object(["tools": .object([:])]),
          "serverInfo": .object([
            "name": "tollgate", "version": .string(TollgateCommand.configuration.version),
          ]),
          "instructions": .string(Self.instructions),
        ])
    case "ping": return .result(id, [:])
    case "tools/list": return .result(id, ["tools": .array(tools.map(\.description))])
    default: return .failure(id, .unknownMethod(request.method))
    }
  }

  private func call(_ params: [String: JSONValue], _ id: JSONValue) async -> MCPReply {
    guard let name = params["name"]?.text, let tool = tools.first(where: { $0.name == name })
    else {
      let names = tools.map(\.name).joined(separator: ", ")
      return .failure(id, .invalidParameters("There is no such tool; there are \(names)."))
    }
    let answer = await tool.answer(to: params["arguments"]?.members ?? [:])
    return .result(
      id,
      [
        "content": .array([
          .object(["type": "text", "text": .string(answer.limitedText)])
        ]),
        "isError": .bool(answer.isError),
      ])
  }

  private static let instructions = """
    Tollgate decides who may use what in an app, by a blueprint file. Check a blueprint after each change. Before it is \
    published, replay it over recorded history with what_if. Explain a customer's answer before you change anything.
    """
}
