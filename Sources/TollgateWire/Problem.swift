public import Foundation
public import Tollgate

/// Why a request failed, as `application/problem+json`.
///
/// Follows [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457), with the members `code`, `isRetryable`, `denial` and
/// `retryAfter` as extensions. A client decides by the code, never by the texts.
///
/// ```json
/// { "code": "busy", "detail": "Too many requests of this customer wait.", "isRetryable": true, "status": 503,
///   "title": "Busy", "type": "urn:tollgate:problem:busy" }
/// ```
public struct Problem: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  public static let mediaType = "application/problem+json"

  /// The stable code of the problem.
  public let code: ProblemCode
  public let status: Int
  /// The title, the same for every problem with the code.
  public let title: String
  /// The explanation of this occurrence without personal values or secrets; the member `detail` of the JSON.
  public let message: String
  /// Whether the same request may succeed later.
  public let isRetryable: Bool
  /// Why a feature was denied and what to show; only with the code `denied`.
  public let denial: Denial?
  /// How many seconds to wait before retrying, if known; also the response's `Retry-After` (RFC 9110, 10.2.3).
  public let retryAfter: Int?

  /// A URI that names the code, such as `urn:tollgate:problem:denied`; it identifies and leads nowhere.
  public var type: String { "urn:tollgate:problem:\(code.rawValue)" }

  /// Creates a problem with the status, title and retryability of its code.
  ///
  /// - Parameters:
  ///   - message: The explanation of this occurrence; without email addresses, tokens or other personal values.
  ///   - denial: Why a feature was denied; only with the code `denied`.
  ///   - retryAfter: How many seconds to wait before retrying; nil if unknown.
  public init(
    _ code: ProblemCode, _ message: String, denial: Denial? = nil, retryAfter: Int? = nil
  ) {
    self.code = code
    status = code.status
    title = code.title
    self.message = message
    isRetryable = code.isRetryable
    self.denial = denial
    self.retryAfter = retryAfter
  }

  public var description: String { "\(code): \(message)" }

  public var errorDescription: String? { message }
}

extension Problem: Codable {
  private enum Key: String {
    case type, title, status, code, detail, isRetryable, denial, retryAfter
  }

  /// Decodes a problem; a code of a newer server is kept with its status and texts.
  public init(from decoder: any Decoder) throws {
    let wire = try WireReader<Key>(decoder)
    code = ProblemCode(rawValue: try wire.decode(String.self, forKey: .code))
    status = try wire.decode(Int.self, forKey: .status)
    title = try wire.decode(String.self, forKey: .title)
    message = try wire.decode(String.self, forKey: .detail)
    isRetryable = try wire.decode(Bool.self, forKey: .isRetryable)
    denial = try wire.decodeIfPresent(Denial.self, forKey: .denial)
    retryAfter = try wire.decodeIfPresent(Int.self, forKey: .retryAfter)
  }

  /// Encodes the members of RFC 9457, with the code, retryability and denial as extensions.
  public func encode(to encoder: any Encoder) throws {
    var wire = WireWriter<Key>(encoder)
    try wire.encode(type, forKey: .type)
    try wire.encode(title, forKey: .title)
    try wire.encode(status, forKey: .status)
    try wire.encode(code.rawValue, forKey: .code)
    try wire.encode(message, forKey: .detail)
    try wire.encode(isRetryable, forKey: .isRetryable)
    try wire.encodeIfPresent(denial, forKey: .denial)
    try wire.encodeIfPresent(retryAfter, forKey: .retryAfter)
  }
}
