import TollgateAppStore

/// Something that an agent may have done.
struct MCPTool: Sendable {
  /// A value that a tool takes.
  struct Parameter: Sendable {
    enum Kind: String, Sendable {
      case text = "string"
      case number = "integer"
      case flag = "boolean"
      case list = "array"
    }

    let name: String
    var kind = Kind.text
    let summary: String
    var isRequired = false
  }

  struct Answer: Sendable {
    /// The greatest number of characters that are sent.
    static let limit = 100_000

    let text: String
    var isError = false

    /// The text, which says at its end how much of it was left out.
    var limitedText: String {
      guard text.count > Self.limit else { return text }
      return
        "\(text.prefix(Self.limit))\n… \(text.count - Self.limit) more characters are left out."
    }
  }

  let name: String
  let summary: String
  let parameters: [Parameter]
  var isReadOnly = true
  /// Does it, with values of the parameters' kinds.
  let run: @Sendable ([String: JSONValue]) async -> Answer

  /// Does it, once the values are what the parameters say.
  func answer(to values: [String: JSONValue]) async -> Answer {
    for name in values.keys.sorted() {
      guard parameters.contains(where: { $0.name == name }) else {
        let names = parameters.map(\.name).joined(separator: ", ")
        return Answer(text: "There is no parameter `\(name)`; there are: \(names).", isError: true)
      }
    }
    for parameter in parameters {
      guard let value = values[parameter.name], value != .null else {
        guard !parameter.isRequired else {
          return Answer(text: "`\(parameter.name)` is missing.", isError: true)
        }
        continue
      }
      guard parameter.kind.allows(value) else {
        return Answer(
          text: "`\(parameter.name)` must be of the type \(parameter.kind.rawValue).", isError: true
        )
      }
    }
    return await run(values.filter { $0.value != .null })
  }

  /// What the agent reads about it.
  var description: JSONValue {
    .object([
      "name": .string(name), "description": .string(summary),
      "annotations": .object(["readOnlyHint": .bool(isReadOnly)]),
      "inputSchema": .object([
        "type": "object",
        "properties": .object(
          Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.schema) })),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
        "additionalProperties": .bool(false),
      ]),
    ])
  }
}

extension MCPTool.Parameter {
  fileprivate var schema: JSONValue {
    var members: [String: JSONValue] = [
      "type": .string(kind.rawValue), "description": .string(summary),
    ]
    if kind == .list { members["items"] = .object(["type": "string"]) }
    return .object(members)
  }
}

extension MCPTool.Parameter.Kind {
  fileprivate func allows(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.text, .string), (.number, .integer), (.flag, .bool): true
    case (.list, .array(let values)): values.allSatisfy { $0.text != nil }
    default: false
    }
  }
}
