import Foundation
public import Tollgate

#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif

/// The public key of a server's responses: a client pins it and trusts nothing that it did not sign.
///
/// A signature is Ed25519 ([RFC 8032](https://www.rfc-editor.org/rfc/rfc8032)) over ``message(_:app:customer:)``: the
/// exact bytes of the body, bound to the app and the customer they were served to. A snapshot carries the server's clock
/// and a version, so that an older one can be told from a newer one. A busy server signs several answers at once, by the
/// root of an ``AnswerTree``; ``AnswerSignature`` is the form of both.
public struct AnswerKey: Hashable, Sendable, CustomStringConvertible {
  /// The length of a key in bytes.
  public static let byteCount = 32
  /// The length of an id in bytes, as ``id`` writes it in hexadecimal digits.
  public static let idByteCount = 8

  public let bytes: [UInt8]

  /// Creates a key; nil unless there are exactly 32 bytes.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Creates a key from Base64, as `tollgate serve` prints it; nil for anything else.
  public init?(base64: String) {
    guard let data = Data(base64Encoded: base64) else { return nil }
    self.init(bytes: data)
  }

  /// The name by which ``Header/signingKey`` names the key: the first 64 bits of its SHA-256 as 16 hexadecimal digits.
  public var id: String { SHA256.hash(data: bytes).prefix(Self.idByteCount).hexadecimal }

  public var base64: String { Data(bytes).base64EncodedString() }

  public var description: String { base64 }

  /// Whether the server signed a response for this app and this customer.
  ///
  /// - Parameters:
  ///   - body: The body, byte for byte as received.
  ///   - signature: The value of the header ``Header/signature``, or nil if there isn't one.
  ///   - customer: The customer it concerns; nil for responses about the app, such as the blueprint.
  /// - Returns: True only for the bytes that the server signed.
  public func signed(
    _ body: some Sequence<UInt8>, signature: String?, app: Blueprint.App.ID,
    customer: Customer.ID?
  ) -> Bool {
    guard let signature = signature.flatMap({ AnswerSignature($0) }),
      let covered = signature.covered(Self.message(body, app: app, customer: customer))
    else { return false }
    let key: Curve25519.Signing.PublicKey
    do {
      key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes)
    } catch {
      return false
    }
    return key.isValidSignature(signature.signature, for: covered)
  }

  /// The message that a signature covers: one line each for the form, the app and the customer, then the body.
  public static func message(
    _ body: some Sequence<UInt8>, app: Blueprint.App.ID, customer: Customer.ID?
  ) -> [UInt8] {
    let head = "tollgate-answer-1\n\(app)\n\(customer?.rawValue ?? "")\n"
    var message: [UInt8] = []
    message.reserveCapacity(head.utf8.count + body.underestimatedCount)
    message += head.utf8
    message += body
    return message
  }
}

extension AnswerKey: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let key = AnswerKey(base64: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a key of 32 bytes in Base64")
    }
    self = key
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(base64)
  }
}
