import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tollgate
import TollgateWire

/// A request with its body, read up to the limit.
struct IncomingRequest {
  /// How many characters an idempotency key may have.
  static let keyLimit = 128

  private let parameters: Parameters
  private let headers: HTTPFields
  private let body: ByteBuffer

  init(_ request: Request, parameters: Parameters, bodyLimit: Int) async throws {
    self.parameters = parameters
    headers = request.headers
    let tooLarge = Problem(.bodyTooLarge, "A body may have at most \(bodyLimit) bytes.")
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > bodyLimit {
      throw tooLarge
    }
    do {
      body = try await request.body.collect(upTo: bodyLimit)
    } catch is NIOTooManyBytesError {
      throw tooLarge
    }
  }

  /// A name in the path, its percent-encoding undone.
  func name<Kind>(_ parameter: String) throws(Problem) -> Identifier<Kind> {
    guard let text = parameters.get(parameter)?.removingPercentEncoding else {
      throw Problem(.notFound, "No endpoint has this path.")
    }
    return Identifier(text)
  }

  /// The customer token; nil where none came.
  var token: String? {
    get throws(Problem) {
      guard let field = headers[.authorization] else { return nil }
      let parts = field.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else {
        throw Problem(.invalidToken, "The authorization must be `Bearer` and a customer token.")
      }
      return String(parts[1])
    }
  }

  /// The idempotency key, which must have come.
  var key: Idempotency.Key {
    get throws(Problem) {
      guard let name = HTTPField.Name(TollgateWire.Header.idempotencyKey),
        let key = headers[name]
      else {
        throw Problem(.missingIdempotencyKey, "This needs an `Idempotency-Key` header.")
      }
      guard (1...Self.keyLimit).contains(key.utf8.count),
        key.utf8.allSatisfy({ (33...126).contains($0) })
      else {
        throw Problem(
          .invalidIdempotencyKey,
          "An idempotency key has 1 to \(Self.keyLimit) printable ASCII characters.")
      }
      return Idempotency.Key(key)
    }
  }

  /// Reads the body as JSON.
  func json<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
    try JSON.value(type, from: body.readableBytesView)
  }

  /// Reads the body as JSON; an empty one is an object without members.
  func jsonOrEmpty<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
    body.readableBytes == 0 ? try JSON.value(type, from: "{}".utf8) : try json(type)
  }

  /// Whether the caller has the version with a tag already.
  func has(tag: String) -> Bool {
    headers[.ifNoneMatch]?.split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces) == tag
    } ?? false
  }
}
