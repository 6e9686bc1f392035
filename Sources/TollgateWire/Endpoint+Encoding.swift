import Tollgate

extension Endpoint {
  /// Percent-encodes everything but the unreserved characters of RFC 3986, 2.3, so that a name stays one segment.
  package static func percentEncoded(_ segment: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return segment.utf8.reduce(into: "") { encoded, byte in
      if byte.isLetterOrDigit || "-._~".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}
