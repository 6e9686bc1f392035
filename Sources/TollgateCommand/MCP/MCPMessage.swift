import Foundation
import TollgateAppStore

/// A request or a notification of [JSON-RPC 2.0](https://www.jsonrpc.org/specification).
struct MCPRequest {
  /// A string or a number; nil for a notification, which gets no reply.
  let id: JSONValue?
  let method: String
  let params: [String: JSONValue]

  /// Reads a line; nil if it is not a request.
  init?(_ line: String) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)),
      let members = value.members, let method = members["method"]?.text
    else { return nil }
    self.method = method
    id = members["id"]
    params = members["params"]?.members ?? [:]
  }
}

/// The reply to a request.
enum MCPReply {
  case result(JSONValue, [String: JSONValue])
  case failure(JSONValue, MCPFailure)

  /// The reply as one line.
  var text: String {
    var members: [String: JSONValue] = ["jsonrpc": "2.0"]
    switch self {
    case .result(let id, let result):
      members["id"] = id
      members["result"] = .object(result)
    case .failure(let id, let failure):
      members["id"] = id
      members["error"] = .object([
        "code": .integer(failure.code), "message": .string(failure.message),
      ])
    }
    return JSONValue.object(members).line
  }
}

/// Why a request is refused as a whole.
enum MCPFailure {
  case notJSON
  case unknownMethod(String)
  case invalidParameters(String)

  /// The code of JSON-RPC.
  var code: Int64 {
    switch self {
    case .notJSON: -32_700
    case .unknownMethod: -32_601
    case .invalidParameters: -32_602
    }
  }

  var message: String {
    switch self {
    case .notJSON: "The line is not a request in JSON."
    case .unknownMethod(let method): "There is no method `\(method)`."
    case .invalidParameters(let reason): reason
    }
  }
}

extension JSONValue {
  /// The text of a string; nil for anything else.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The members of an object; nil for anything else.
  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The value as one line with sorted keys.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
