import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TollgateAppStore

/// A parsed request to the App Store Server API.
///
/// Fields are read as JSON values instead of being decoded into a type, because Apple answers every invalid field with
/// an error of its own.
struct ServerAPICall: Sendable {
  /// The greatest number of bytes in a JSON body.
  static let bodyLimit = 64 * 1024

  private let parameters: [String: String]
  private let query: [(name: String, value: String)]

  /// How pages of a history are cut.
  var pages = PageShape()

  /// The body; nil if it is longer than the endpoint accepts.
  let data: Data?

  /// The fields of the JSON body; nil if the body is not a JSON object or too long.
  private let fields: [String: JSONValue]?

  /// Reads a request to the end; an unreadable body only matters to endpoints that have one.
  ///
  /// - Parameters:
  ///   - context: Its context, with the parts of the path.
  ///   - limit: The greatest number of bytes in the body that the endpoint accepts.
  init(_ request: Request, _ context: StoreRequestContext, limit: Int = bodyLimit) async {
    parameters = Dictionary(
      context.parameters.map { (String($0.key), Self.unescaped($0.value)) }
    ) { first, _ in first }
    query = (request.uri.query ?? "").split(separator: "&").map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? pair[1].replacing("+", with: " ") : ""
      return (Self.unescaped(pair[0]), Self.unescaped(value[...]))
    }
    var body: Data?
    var object: [String: JSONValue]?
    do {
      let received = Data(try await request.body.collect(upTo: limit).readableBytesView)
      body = received
      if received.count <= Self.bodyLimit {
        object = try JSONDecoder().decode([String: JSONValue].self, from: received)
      }
    } catch {
      object = nil
    }
    (data, fields) = (body, object)
  }

  /// A part of the path, without percent encoding; empty if the route has no such part.
  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// Every value that the query has for a name.
  func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

  /// The value that the query has for a name; nil for none.
  func value(_ name: String) -> String? { values(name).first }

  /// The values that the query has for a name, each as one of a set.
  ///
  /// - Throws: The error with this number if a value is none of them.
  func values<Value: RawRepresentable>(
    _ name: String, or code: ServerAPIErrorCode
  ) throws(ServerAPIRefusal) -> [Value] where Value.RawValue == String {
    var found: [Value] = []
    for text in values(name) {
      guard let value = Value(rawValue: text) else { throw ServerAPIRefusal(code) }
      found.append(value)
    }
    return found
  }

  /// The instant that the query has for a name, in milliseconds since 1970; nil for none.
  ///
  /// - Throws: The error with this number if the text is not such an instant.
  func instant(
    _ name: String, or code: ServerAPIErrorCode
  ) throws(ServerAPIRefusal) -> Instant? {
    guard let text = value(name) else { return nil }
    guard let number = Int64(text), number >= 0 else { throw ServerAPIRefusal(code) }
    return Instant(milliseconds: number)
  }

  /// The fields of the body.
  ///
  /// - Throws: `generalBadRequest` if the body is not a JSON object or has more than ``bodyLimit`` bytes.
  func body() throws(ServerAPIRefusal) -> [String: JSONValue] {
    guard let fields else { throw ServerAPIRefusal(.generalBadRequest) }
    return fields
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    text.removingPercentEncoding ?? String(text)
  }
}

extension JSONValue {
  /// The text; nil if the value is not one.
  var text: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The whole number; nil if the value is not one.
  var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The Boolean; nil if the value is not one.
  var boolean: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}
