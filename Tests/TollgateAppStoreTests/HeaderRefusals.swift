import AppStoreSimulatorTestSupport
import Foundation
import TollgateAppStore

@testable import AppStoreSimulator

extension Refusal {
  /// A header that says something else, signed again by the store's own key.
  private static func signed(
    _ name: String, _ code: VerificationError.Code,
    _ json: @escaping @Sendable ([Data]) -> String
  ) -> Refusal {
    Refusal(name, code) { chain, _ in try withHeader(chain, json(chain.certificates)) }
  }

  /// A genuine text under another header.
  private static func swapped(
    _ name: String, _ code: VerificationError.Code,
    _ json: @escaping @Sendable ([Data]) -> String
  ) -> Refusal {
    Refusal(name, code) { chain, _ in
      Forger.replacingHeader(of: try genuine(chain), with: json(chain.certificates))
    }
  }

  private static func chain(_ order: [Int]) -> @Sendable ([Data]) -> String {
    { certificates in Forger.headerJSON(certificates: order.map { certificates[$0] }) }
  }

  private static func more(_ fields: String) -> @Sendable ([Data]) -> String {
    { Forger.headerJSON(certificates: $0, more: "," + fields) }
  }

  static let headers: [Refusal] = [
    signed("algorithm ES384", .unsupportedAlgorithm) {
      Forger.headerJSON(algorithm: "ES384", certificates: $0)
    },
    signed("algorithm es256 in small letters", .unsupportedAlgorithm) {
      Forger.headerJSON(algorithm: "es256", certificates: $0)
    },
    signed("algorithm None", .unsupportedAlgorithm) {
      Forger.headerJSON(algorithm: "None", certificates: $0)
    },
    signed("no algorithm name", .unsupportedAlgorithm) {
      Forger.headerJSON(algorithm: "", certificates: $0)
    },
    signed("no algorithm", .malformed) { _ in "{\"x5c\":[]}" },
    signed("an algorithm that is a list", .malformed) { _ in "{\"alg\":[\"ES256\"],\"x5c\":[]}" },
    signed("a chain that is one text", .malformed) { _ in "{\"alg\":\"ES256\",\"x5c\":\"MII\"}" },
    signed("a chain of numbers", .malformed) { _ in "{\"alg\":\"ES256\",\"x5c\":[1,2,3]}" },
    signed("an empty chain", .wrongChainLength) { _ in "{\"alg\":\"ES256\",\"x5c\":[]}" },
    signed("a key of its own", .wrongChainLength) { _ in
      "{\"alg\":\"ES256\",\"jwk\":{\"kty\":\"EC\",\"crv\":\"P-256\"}}"
    },
    signed("a chain that is elsewhere", .wrongChainLength) { _ in
      "{\"alg\":\"ES256\",\"x5u\":\"https://example.com/chain.pem\"}"
    },
    signed("Xcode's key and one certificate", .wrongChainLength) {
      Forger.headerJSON(certificates: [$0[0]], more: ",\"kid\":\"Apple_Xcode_Key\"")
    },
    signed("leaf and intermediate swapped", .missingAppleExtension, chain([1, 0, 2])),
    signed("the leaf twice", .missingAppleExtension, chain([0, 0, 2])),
    signed("the root twice", .missingAppleExtension, chain([0, 2, 2])),
    signed("the intermediate twice", .missingAppleExtension, chain([1, 1, 2])),
    signed("the root alone, three times", .missingAppleExtension, chain([2, 2, 2])),
    signed("the root first", .untrustedRoot, chain([2, 0, 1])),
    signed("the root between", .untrustedRoot, chain([0, 2, 1])),
    signed("two certificates, the root among them", .wrongChainLength, chain([0, 2])),
    signed("four certificates, the leaf twice", .wrongChainLength, chain([0, 0, 1, 2])),
    signed("a certificate with a line break", .invalidCertificate) { certificates in
      "{\"alg\":\"ES256\",\"x5c\":[\"" + certificates[0].base64EncodedString() + "\\n\",\"\",\"\"]}"
    },
    signed("an empty leaf", .invalidCertificate) { certificates in
      Forger.headerJSON(certificates: [Data(), certificates[1], certificates[2]])
    },
    signed("a leaf with a byte after it", .invalidCertificate) { certificates in
      Forger.headerJSON(certificates: [certificates[0] + [0], certificates[1], certificates[2]])
    },
    swapped("a key name added", .invalidSignature, more("\"kid\":\"Apple_Xcode_Key\"")),
    swapped("a type added", .invalidSignature, more("\"typ\":\"JWT\"")),
    swapped("an unencoded payload announced", .invalidSignature, more("\"b64\":false")),
    swapped("a space added", .invalidSignature) { Forger.headerJSON(certificates: $0) + " " },
    swapped("the algorithm said to be none", .unsupportedAlgorithm) {
      Forger.headerJSON(algorithm: "none", certificates: $0)
    },
    Refusal("the header of another store's text", .untrustedRoot) { chain, forger in
      let other = try genuine(forger.chain()).split(separator: ".")
      let parts = try genuine(chain).split(separator: ".")
      return "\(other[0]).\(parts[1]).\(parts[2])"
    },
    Refusal("another payload under the same header", .invalidSignature) { chain, _ in
      let parts = try genuine(chain).split(separator: ".")
      let other = try chain.sign(Shop.transaction(signed: Shop.days(1))).split(separator: ".")
      return "\(parts[0]).\(other[1]).\(parts[2])"
    },
  ]

  /// A genuine text, changed as a text.
  private static func changed(
    _ name: String, _ code: VerificationError.Code = .malformed,
    _ change: @escaping @Sendable ([String]) -> String
  ) -> Refusal {
    Refusal(name, code) { chain, _ in
      change(try genuine(chain).split(separator: ".").map(String.init))
    }
  }

  /// The part with a spare bit of its last digit set, or where it has none with a digit too many.
  private static func withSpareBits(_ part: String) -> String {
    guard part.utf8.count % 4 != 0, let last = part.last else { return part + "A" }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let place = alphabet.firstIndex(of: last) ?? 0
    return String(part.dropLast()) + String(alphabet[place + 1])
  }

  static let texts: [Refusal] = [
    changed("a dot before it") { "." + $0.joined(separator: ".") },
    changed("a dot after it") { $0.joined(separator: ".") + "." },
    changed("two dots") { "\($0[0])..\($0[1]).\($0[2])" },
    changed("no header") { ".\($0[1]).\($0[2])" },
    changed("no payload") { "\($0[0])..\($0[2])" },
    changed("no signature") { "\($0[0]).\($0[1])." },
    changed("a detached signature's five parts") { $0.joined(separator: ".") + ".e30.e30" },
    changed("a space before it") { " " + $0.joined(separator: ".") },
    changed("a line break after it") { $0.joined(separator: ".") + "\n" },
    changed("a carriage return after it") { $0.joined(separator: ".") + "\r\n" },
    changed("a NUL after it") { $0.joined(separator: ".") + "\0" },
    changed("a byte order mark before it") { "\u{FEFF}" + $0.joined(separator: ".") },
    changed("a line break in the payload") { "\($0[0]).\n\($0[1]).\($0[2])" },
    changed("a tab in the signature") { "\($0[0]).\($0[1]).\t\($0[2])" },
    changed("a padded header") { "\($0[0])=.\($0[1]).\($0[2])" },
    changed("a padded payload") { "\($0[0]).\($0[1])=.\($0[2])" },
    changed("a payload with spare bits set") {
      "\($0[0]).\(withSpareBits($0[1])).\($0[2])"
    },
    changed("a signature with spare bits set") {
      "\($0[0]).\($0[1]).\(withSpareBits($0[2]))"
    },
    changed("the other alphabet's digits") { "\($0[0]).\($0[1]).+/\($0[2].dropFirst(2))" },
    changed("a signature of 63 bytes", .invalidSignature) {
      "\($0[0]).\($0[1]).\(String(repeating: "A", count: 84))"
    },
    changed("a signature of 66 bytes", .invalidSignature) {
      "\($0[0]).\($0[1]).\(String(repeating: "A", count: 88))"
    },
    changed("payload and signature swapped", .invalidSignature) {
      "\($0[0]).\($0[2]).\($0[1])"
    },
    changed("the JSON serialization") {
      "{\"payload\":\"\($0[1])\",\"protected\":\"\($0[0])\",\"signature\":\"\($0[2])\"}"
    },
    changed("quotes around it") { "\"\($0.joined(separator: "."))\"" },
    changed("the text twice") { $0.joined(separator: ".") + $0.joined(separator: ".") },
  ]
}
