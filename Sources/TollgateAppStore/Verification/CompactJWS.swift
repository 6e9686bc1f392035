/// The three parts of a compact JSON Web Signature (RFC 7515 section 3.1), not yet verified.
struct CompactJWS {
  private let bytes: [UInt8]
  private let headerEnd: Int
  private let payloadEnd: Int

  /// The protected header in its signed form: Base64url.
  var header: ArraySlice<UInt8> { bytes[..<headerEnd] }

  /// The signed bytes after the header: a dot and the payload.
  var signedAfterHeader: ArraySlice<UInt8> { bytes[headerEnd..<payloadEnd] }

  init(_ text: String, sizeLimit: Int) throws(VerificationError) {
    guard text.utf8.count <= sizeLimit else {
      throw VerificationError(.tooLarge, "Signed data may have \(sizeLimit) bytes.")
    }
    bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    guard let first = bytes.firstIndex(of: dot), let last = bytes.lastIndex(of: dot), first < last,
      !bytes[(first + 1)..<last].contains(dot)
    else {
      throw VerificationError(.malformed, "Signed data has three parts with dots between them.")
    }
    headerEnd = first
    payloadEnd = last
  }

  func decodedHeader() throws(VerificationError) -> [UInt8] {
    try Self.decode(header, "header")
  }

  func decodedPayload() throws(VerificationError) -> [UInt8] {
    try Self.decode(bytes[(headerEnd + 1)..<payloadEnd], "payload")
  }

  func decodedSignature() throws(VerificationError) -> [UInt8] {
    let signature = try Self.decode(bytes[(payloadEnd + 1)...], "signature")
    guard signature.count == 64 else {
      throw VerificationError(.invalidSignature, "An ES256 signature has 64 bytes.")
    }
    return signature
  }

  private static func decode(
    _ part: ArraySlice<UInt8>, _ name: String
  ) throws(VerificationError) -> [UInt8] {
    guard !part.isEmpty, let decoded = Base64.decode(part, as: .url) else {
      throw VerificationError(.malformed, "The \(name) is not unpadded Base64url.")
    }
    return decoded
  }
}
