import AppStoreSimulatorTestSupport
import Foundation
import Testing
import TollgateAppStore

@testable import AppStoreSimulator

/// A text that must be refused, and why.
struct Refusal: CustomTestStringConvertible {
  let name: String
  let code: VerificationError.Code
  let jws: @Sendable (_ genuine: SigningChain, _ forger: Forger) throws -> String

  var testDescription: String { name }

  init(
    _ name: String, _ code: VerificationError.Code,
    _ jws: @escaping @Sendable (SigningChain, Forger) throws -> String
  ) {
    self.name = name
    self.code = code
    self.jws = jws
  }

  static let all: [Refusal] = [
    Refusal("an empty text", .malformed) { _, _ in "" },
    Refusal("two parts", .malformed) { _, _ in "e30.e30" },
    Refusal("four parts", .malformed) { chain, _ in try genuine(chain) + ".e30" },
    Refusal("a space at the end", .malformed) { chain, _ in try genuine(chain) + " " },
    Refusal("a padded signature", .malformed) { chain, _ in try genuine(chain) + "==" },
    Refusal("a header that is not JSON", .malformed) { chain, _ in
      Forger.replacingHeader(of: try genuine(chain), with: "header")
    },
    Refusal("more than the size limit", .tooLarge) { chain, _ in
      try genuine(chain) + String(repeating: "A", count: SignedDataVerifier.sizeLimit)
    },
    Refusal("algorithm none", .unsupportedAlgorithm) { chain, _ in
      try withHeader(chain, Forger.headerJSON(algorithm: "none", certificates: chain.certificates))
    },
    Refusal("algorithm HS256", .unsupportedAlgorithm) { chain, _ in
      try withHeader(chain, Forger.headerJSON(algorithm: "HS256", certificates: chain.certificates))
    },
    Refusal("an extension that must be understood", .unsupportedAlgorithm) { chain, _ in
      try withHeader(
        chain, Forger.headerJSON(certificates: chain.certificates, more: ",\"crit\":[\"b64\"]"))
    },
    Refusal("no chain", .wrongChainLength) { chain, _ in
      try withHeader(chain, "{\"alg\":\"ES256\"}")
    },
    Refusal("one certificate, as Xcode signs", .wrongChainLength) { chain, _ in
      try withHeader(chain, Forger.headerJSON(certificates: Array(chain.certificates.prefix(1))))
    },
    Refusal("two certificates", .wrongChainLength) { chain, _ in
      try withHeader(chain, Forger.headerJSON(certificates: Array(chain.certificates.prefix(2))))
    },
    Refusal("four certificates", .wrongChainLength) { chain, _ in
      let chainOfFour = chain.certificates + [chain.root]
      return try withHeader(chain, Forger.headerJSON(certificates: chainOfFour))
    },
    Refusal("a leaf that is not a certificate", .invalidCertificate) { chain, _ in
      let certificates = [Data("leaf".utf8)] + chain.certificates.dropFirst()
      return try withHeader(chain, Forger.headerJSON(certificates: certificates))
    },
    Refusal("another root", .untrustedRoot) { _, forger in try genuine(forger.chain()) },
    Refusal("another chain with the pinned root appended", .chainInvalid) { chain, forger in
      let forged = try forger.chain()
      let certificates = Array(forged.certificates.prefix(2)) + [chain.root]
      return try forged.sign(
        json: JSONEncoder().encode(Shop.transaction()),
        header: SigningChain.header(algorithm: "ES256", certificates: certificates))
    },
    Refusal("the chain in another order", .untrustedRoot) { chain, _ in
      try withHeader(chain, Forger.headerJSON(certificates: chain.certificates.reversed()))
    },
    Refusal("signed again with a key of one's own", .invalidSignature) { chain, forger in
      try forger.chain().sign(
        json: JSONEncoder().encode(Shop.transaction()),
        header: SigningChain.header(algorithm: "ES256", certificates: chain.certificates))
    },
    Refusal("a payload under another text's signature", .invalidSignature) { chain, _ in
      let parts = try genuine(chain).split(separator: ".")
      let other = try chain.sign(Shop.transaction(bundle: "com.example.other"))
      return "\(parts[0]).\(parts[1]).\(other.split(separator: ".")[2])"
    },
    Refusal("a signature of zeros", .invalidSignature) { chain, _ in
      let parts = try genuine(chain).split(separator: ".")
      return "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 86))"
    },
    Refusal("a short signature", .invalidSignature) { chain, _ in
      let parts = try genuine(chain).split(separator: ".")
      return "\(parts[0]).\(parts[1]).AAAA"
    },
    Refusal("a payload that is not a transaction", .payloadUnreadable) { chain, _ in
      try chain.sign(["signedDate": Shop.start])
    },
    Refusal("a signing time that is not a number", .payloadUnreadable) { chain, _ in
      try chain.sign(["signedDate": "yesterday"])
    },
    Refusal("another app", .wrongBundle) { chain, _ in
      try chain.sign(Shop.transaction(bundle: "com.example.other"))
    },
    Refusal("production in the sandbox", .wrongEnvironment) { chain, _ in
      try chain.sign(Shop.transaction(environment: .production))
    },
    Refusal("an environment nobody knows", .wrongEnvironment) { chain, _ in
      try chain.sign(Shop.transaction(environment: Environment(rawValue: "Lunar")))
    },
    Refusal("signed before the certificates", .certificateExpired) { chain, _ in
      try chain.sign(Shop.transaction(signed: Instant(milliseconds: 1_000)))
    },
    Refusal("signed after the certificates", .certificateExpired) { chain, _ in
      try chain.sign(Shop.transaction(signed: Instant(milliseconds: 4_500_000_000_000)))
    },
  ]

  static func genuine(_ chain: SigningChain) throws -> String {
    try chain.sign(Shop.transaction())
  }

  static func withHeader(_ chain: SigningChain, _ json: String) throws -> String {
    try chain.sign(
      json: JSONEncoder().encode(Shop.transaction()), header: Base64.encode(json.utf8, as: .url))
  }
}

@Suite("The verifier refuses")
struct VerifierRefusalTests {
  @Test(
    "every forgery, cold and warm, with its own code",
    arguments: Refusal.all + Refusal.headers + Refusal.texts)
  func forgery(_ refusal: Refusal) async throws {
    let chain = try SigningChain()
    let jws = try refusal.jws(chain, Forger())
    let verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, environments: [.sandbox])
    let cold = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(jws, at: Shop.start)
    }
    #expect(cold?.code == refusal.code)
    _ = try await verifier.transaction(chain.sign(Shop.transaction()), at: Shop.start)
    let warm = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(jws, at: Shop.start)
    }
    #expect(warm == cold)
    #expect(warm?.isRetryable == false)
  }

  @Test(
    "a chain that lacks one thing",
    arguments: [
      ("leaf mark", VerificationError.Code.missingAppleExtension),
      ("intermediate mark", .missingAppleExtension),
      ("leaf signature", .chainInvalid), ("authority", .chainInvalid),
      ("time", .certificateExpired),
    ])
  func incompleteChain(_ missing: String, _ code: VerificationError.Code) async throws {
    let forger = try Forger()
    let early =
      Date(timeIntervalSince1970: 1_500_000_000)..<Date(timeIntervalSince1970: 1_600_000_000)
    let chain =
      switch missing {
      case "leaf mark": try forger.chain(markedLeaf: false)
      case "intermediate mark": try forger.chain(markedIntermediate: false)
      case "leaf signature": try forger.chain(leafSignedBy: true)
      case "authority": try forger.chainThroughLeaf()
      default: try forger.chain(validity: early)
      }
    let verifier = SignedDataVerifier(
      roots: [try forger.rootDER], bundleID: Shop.bundleID, environments: [.sandbox])
    let jws = try chain.sign(Shop.transaction())
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(jws, at: Shop.start)
    }
    #expect(error?.code == code)
    let complete = try forger.chain().sign(Shop.transaction())
    _ = try await verifier.transaction(complete, at: Shop.start)
  }

  @Test("no text of a signed value in its sentences")
  func sentences() async throws {
    let chain = try SigningChain()
    let jws = try chain.sign(Shop.transaction(bundle: "com.example.secret"))
    let verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, environments: [.sandbox])
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(jws, at: Shop.start)
    }
    #expect(error?.description == "wrongBundle: The data is about another bundle identifier.")
  }
}
