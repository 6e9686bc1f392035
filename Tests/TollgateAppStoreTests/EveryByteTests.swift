import AppStoreSimulatorTestSupport
import Foundation
import TestSupport
import Testing

@testable import AppStoreSimulator
@testable import TollgateAppStore

/// A text that the store signed, and the call that verifies it.
enum SignedKind: String, CaseIterable, CustomTestStringConvertible {
  case transaction, renewalInfo, notification

  var testDescription: String { rawValue }

  /// A genuine text of a store that sold one subscription.
  func genuine(_ chain: SigningChain) throws -> String {
    let store = try Shop.simulator(chain: chain)
    store.purchase("monthly", by: "anna")
    let condition = try #require(store.conditions(of: "anna").first)
    switch self {
    case .transaction: return condition.transaction.jws
    case .renewalInfo: return condition.renewalInfo.jws
    case .notification: return try #require(store.notifications().first).jws
    }
  }

  /// Why the text is refused; nil when it is accepted.
  func refusal(
    of jws: String, by verifier: SignedDataVerifier
  ) async -> VerificationError.Code? {
    do {
      switch self {
      case .transaction: _ = try await verifier.transaction(jws, at: Shop.start)
      case .renewalInfo: _ = try await verifier.renewalInfo(jws, at: Shop.start)
      case .notification: _ = try await verifier.notification(jws, at: Shop.start)
      }
      return nil
    } catch {
      return error.code
    }
  }
}

/// The bytes of a compact text and where its parts end.
private struct Parts {
  let bytes: [UInt8]
  let headerEnd: Int
  let payloadEnd: Int

  init(_ jws: String) throws {
    bytes = Array(jws.utf8)
    headerEnd = try #require(bytes.firstIndex(of: UInt8(ascii: ".")))
    payloadEnd = try #require(bytes.lastIndex(of: UInt8(ascii: ".")))
  }

  func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  func flipped(_ place: Int, _ mask: UInt8) -> String {
    var changed = bytes
    changed[place] ^= mask
    return text(changed)
  }

  /// What a changed byte after the header must give: bytes that are not Base64url, or a dot more or less,
  /// make the text malformed; so do set spare bits; every other change is one of the signed bytes.
  func code(_ place: Int, _ mask: UInt8) -> VerificationError.Code {
    let byte = bytes[place] ^ mask
    let isDigit =
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || (byte < 128
        && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber))
    guard isDigit, place != headerEnd, place != payloadEnd else { return .malformed }
    let (start, end) =
      place < payloadEnd ? (headerEnd + 1, payloadEnd) : (payloadEnd + 1, bytes.count)
    let spareBits = [0: 0, 2: 4, 3: 2][(end - start) % 4] ?? 0
    guard place == end - 1, spareBits > 0 else { return .invalidSignature }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let value = alphabet.firstIndex(of: byte) ?? 0
    return value % (1 << spareBits) == 0 ? .invalidSignature : .malformed
  }
}

@Suite("A text that the store signed is refused when")
struct EveryByteTests {
  private static let masks: [UInt8] = [0x01, 0x04, 0x20, 0x80]

  private static func verifier(_ chain: SigningChain) -> SignedDataVerifier {
    SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, environments: [.sandbox])
  }

  @Test(
    "any byte of its payload or signature is changed, in four ways",
    arguments: SignedKind.allCases.sampled(1))
  func everyByte(_ kind: SignedKind) async throws {
    let chain = try SigningChain()
    let verifier = Self.verifier(chain)
    let jws = try kind.genuine(chain)
    #expect(await kind.refusal(of: jws, by: verifier) == nil)
    let parts = try Parts(jws)
    var seen: [VerificationError.Code: Int] = [:]
    for place in parts.headerEnd..<parts.bytes.count {
      // Nested texts make a notification long: its payload has one mask a byte, in turn.
      let isLong = kind == .notification && place < parts.payloadEnd
      let masks = isLong ? [Self.masks[place % Self.masks.count]] : Self.masks
      for mask in masks {
        let code = await kind.refusal(of: parts.flipped(place, mask), by: verifier)
        #expect(code == parts.code(place, mask), "byte \(place) changed by \(mask)")
        if let code { seen[code, default: 0] += 1 }
      }
    }
    #expect(Set(seen.keys) == [.malformed, .invalidSignature])
    #expect(await kind.refusal(of: jws, by: verifier) == nil)
  }

  @Test("any byte of its header is changed")
  func header() async throws {
    let chain = try SigningChain()
    let jws = try SignedKind.transaction.genuine(chain)
    let parts = try Parts(jws)
    let warm = Self.verifier(chain)
    #expect(await SignedKind.transaction.refusal(of: jws, by: warm) == nil)
    let codes = await withTaskGroup(of: (Int, VerificationError.Code?).self) { group in
      for place in 0..<parts.headerEnd {
        group.addTask {
          let mask = Self.masks[place % Self.masks.count]
          return (
            place, await SignedKind.transaction.refusal(of: parts.flipped(place, mask), by: warm)
          )
        }
      }
      return await group.reduce(into: [Int: VerificationError.Code]()) { $0[$1.0] = $1.1 }
    }
    #expect(codes.count == parts.headerEnd, "one was accepted")
    let expected: Set<VerificationError.Code> = [
      .malformed, .unsupportedAlgorithm, .wrongChainLength, .invalidCertificate, .untrustedRoot,
      .missingAppleExtension, .chainInvalid, .invalidSignature,
    ]
    #expect(expected.isSuperset(of: codes.values))
    #expect(
      Set(codes.values).isSuperset(of: [
        .malformed, .invalidCertificate, .untrustedRoot, .chainInvalid,
      ]))
    #expect(warm.cache.counts == (headers: 1, chains: 1))
  }

  @Test(
    "a text that the store signed is refused when it is cut short at either end, by any number of bytes",
    arguments: SignedKind.allCases.sampled(1))
  func cut(_ kind: SignedKind) async throws {
    let chain = try SigningChain()
    let verifier = Self.verifier(chain)
    let jws = try kind.genuine(chain)
    #expect(await kind.refusal(of: jws, by: verifier) == nil)
    let parts = try Parts(jws)
    for length in 0..<parts.bytes.count {
      let code = await kind.refusal(of: parts.text(parts.bytes.prefix(length)), by: verifier)
      // Up to the second dot there are not three parts; then the signature is empty, not Base64url, has
      // set spare bits, or is short.
      if length <= parts.payloadEnd + 1 {
        #expect(code == .malformed, "the first \(length)")
      } else {
        #expect(code == .malformed || code == .invalidSignature, "the first \(length)")
      }
    }
    for start in 1...parts.bytes.count {
      let code = await kind.refusal(of: parts.text(parts.bytes.dropFirst(start)), by: verifier)
      #expect(code == .malformed, "without the first \(start)")
    }
  }
}
