import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Tollgate
import TollgateWire

/// A request with its body, read up to the limit.
struct IncomingRequest {
  /// The greatest number of characters in an idempotency key.
  static let keyLimit = 128

  /// Where what is ignored in the request is logged, without personal values.
  let logger: Logger
  let address: NetworkAddress
  /// The host that the client speaks to, with the port if it names one; nil if it names none.
  let host: String?
  let headers: HTTPFields
  private let parameters: Parameters
  private let uri: URI
  private let body: ByteBuffer

  /// Reads a request's body.
  ///
  /// - Throws: `Problem` with code `body_too_large` as soon as the body exceeds the limit, stated or not; `busy` if the
  ///   server holds too many unfinished bodies; `incomplete_body` if the client ends it early.
  init(
    _ request: Request, parameters: Parameters, from address: NetworkAddress = .unknown,
    bodyLimit: Int, budget: BodyBudget, logger: Logger
  ) async throws {
    self.logger = logger
    self.address = address
    self.parameters = parameters
    host = request.head.authority
    uri = request.uri
    headers = request.headers
    if let length = headers[.contentLength].flatMap({ Int($0) }), length > bodyLimit {
      throw Problem.bodyTooLarge(bodyLimit)
    }
    var body = ByteBuffer()
    defer { budget.release(body.writerIndex) }
    do {
      for try await part in request.body {
        guard body.writerIndex + part.readableBytes <= bodyLimit else {
          throw Problem.bodyTooLarge(bodyLimit)
        }
        guard budget.take(part.readableBytes) else {
          throw Problem(.busy, "The server is receiving too many requests at once.")
        }
        body.writeImmutableBuffer(part)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.incompleteBody, "The connection ended before the body did.")
    }
    self.body = body
  }

  /// A name from the path, percent-decoded.
  ///
  /// - Parameter parameter: The name of the path's placeholder, such as `feature`.
  /// - Returns: The name, of whatever kind the caller expects.
  /// - Throws: `Problem` with code `not_found` if it is not valid percent-encoding.
  func name<Kind>(_ parameter: String) throws(Problem) -> Identifier<Kind> {
    guard let text = parameters.get(parameter)?.removingPercentEncoding else {
      throw Problem(.notFound, "No endpoint has this path.")
    }
    return Identifier(text)
  }

  /// A parameter of the query, percent-decoded; nil if there isn't one.
  func query(_ parameter: String) -> String? {
    uri.queryParameters[Substring(parameter)].map(String.init)
  }

  /// Refuses a query that repeats a parameter, since all values but one would be ignored.
  ///
  /// - Parameter parameters: The parameters that the endpoint reads.
  /// - Throws: `Problem` with code `invalid_value`.
  func requireOnce(_ parameters: [String]) throws(Problem) {
    for parameter in parameters where uri.queryParameters[values: Substring(parameter)].count > 1 {
      throw Problem(.invalidValue, "`\(parameter)` is in the query more than once.")
    }
  }

  /// The fields of the query as a form encodes them, in which a plus sign is a space.
  ///
  /// Throws `invalid_value` if they are malformed, or one is there twice.
  var queryFields: [String: String] {
    get throws(Problem) { try Self.fields(uri.query ?? "") }
  }

  /// The fields of a body that is encoded like a form, under the same rules.
  ///
  /// Follows the [URL Standard](https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
  var formFields: [String: String] {
    get throws(Problem) { try Self.fields(String(buffer: body)) }
  }

  private static func fields(_ text: String) throws(Problem) -> [String: String] {
    do {
      return try URLEncodedFormDecoder().decode([String: String].self, from: text)
    } catch {
      throw Problem(.invalidValue, "The form's fields are malformed, or one is there twice.")
    }
  }

  /// A cookie's value; nil if it was not sent.
  func cookie(_ name: String) -> String? {
    headers[.cookie].flatMap { Cookies(from: [$0])[name]?.value }
  }

  /// A header's value; nil if it was not sent.
  func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  /// Whether a page of another site sent it, as browsers say by
  /// [`Sec-Fetch-Site`](https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header); false if nothing says so.
  var isFromAnotherSite: Bool {
    header("Sec-Fetch-Site").map { !["same-origin", "none"].contains($0) } ?? false
  }

  /// The first language of `Accept-Language` of [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), 12.5.4.
  var preferredLanguage: String? {
    headers[.acceptLanguage]?.split(whereSeparator: { ",; ".contains($0) }).first.map(String.init)
  }

  /// The customer token or secret key; nil if none was sent.
  ///
  /// Follows [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750), 2.1; as in RFC 9110, 11.1, the case of `Bearer` does
  /// not matter.
  var token: String? {
    get throws(Problem) {
      guard let field = headers[.authorization] else { return nil }
      let parts = field.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else {
        throw Problem(.invalidToken, "The authorization must be `Bearer` and a token.")
      }
      return String(parts[1])
    }
  }

  /// The idempotency key, which is required.
  var key: Idempotency.Key {
    get throws(Problem) {
      try Self.key(HTTPField.Name(TollgateWire.Header.idempotencyKey).flatMap { headers[$0] })
    }
  }

  /// Checks an idempotency key; nil means that there isn't one.
  static func key(_ text: String?) throws(Problem) -> Idempotency.Key {
    guard let text else {
      throw Problem(.missingIdempotencyKey, "This needs an `Idempotency-Key` header.")
    }
    guard (1...keyLimit).contains(text.utf8.count),
      text.utf8.allSatisfy({ (33...126).contains($0) })
    else {
      throw Problem(
        .invalidIdempotencyKey,
        "An idempotency key has 1 to \(keyLimit) printable ASCII characters.")
    }
    return Idempotency.Key(text)
  }

  /// Decodes the body from JSON.
  func json<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
    try JSON.value(type, from: body.readableBytesView)
  }

  /// Decodes the body as a type that takes JSON of any form, if it is not too deep and has not too many elements.
  ///
  /// Decoding such a type takes long for each element, and by the square of the depth.
  ///
  /// - Throws: `Problem` with code `invalid_json`.
  func simpleJSON<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
    guard JSON.isSimple(body.readableBytesView) else {
      throw Problem(.invalidJSON, "The JSON has too many levels or elements.")
    }
    return try json(type)
  }

  /// Decodes the body from JSON; an empty one counts as an object without members.
  func jsonOrEmpty<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
    body.readableBytes == 0 ? try JSON.value(type, from: "{}".utf8) : try json(type)
  }

  /// Whether the caller already has the version with a tag.
  ///
  /// Compares with `If-None-Match` of [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), 13.1.2; the server has no
  /// weak tags, and `*` matches nothing here.
  ///
  /// - Parameter tag: The current version's tag, in quotation marks.
  /// - Returns: Whether the request names the tag.
  func has(tag: String) -> Bool {
    headers[.ifNoneMatch]?.split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces) == tag
    } ?? false
  }
}

extension Problem {
  fileprivate static func bodyTooLarge(_ limit: Int) -> Problem {
    Problem(.bodyTooLarge, "A body is limited to \(limit) bytes.")
  }
}
