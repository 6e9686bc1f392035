import AppStoreSimulator
import Foundation
import Testing
import TollgateAppStore

/// Deliberately corrupted signed data.
enum Forgery {
  static func spoil(
    _ transaction: Signed<TransactionPayload>, _ how: BadInputTests.Spoilt
  ) throws -> String {
    var payload = transaction.payload
    switch how {
    case .wrongApp: payload.bundleId = "com.example.other"
    case .wrongEnvironment: payload.environment = .production
    case .expiredChain: payload.signedDate = Self.afterTheChain
    default: break
    }
    return try spoil(transaction.jws, changed: payload, how)
  }

  static func spoil(
    _ notification: SignedNotification, _ how: BadInputTests.Spoilt
  ) throws -> String {
    var payload = notification.payload
    switch how {
    case .wrongApp: payload.data?.bundleId = "com.example.other"
    case .wrongEnvironment: payload.data?.environment = .xcode
    case .expiredChain: payload.signedDate = Self.afterTheChain
    default: break
    }
    return try spoil(notification.jws, changed: payload, how)
  }

  /// 2120-01-01, when no certificate of the simulator is valid any longer.
  private static let afterTheChain = Instant(milliseconds: 4_733_510_400_000)

  private static func spoil(
    _ jws: String, changed payload: some Encodable, _ how: BadInputTests.Spoilt
  ) throws -> String {
    let chain = try TestServer.chain.get()
    let parts = jws.split(separator: ".").map(String.init)
    switch how {
    case .forged:
      let text = try #require(decoded(parts[1]))
      let forged = text.replacing("strikelab.pro.monthly", with: "strikelab.pro.yearly")
        .replacing("SUBSCRIBED", with: "DID_RENEW")
      try #require(forged != text)
      return [parts[0], encoded(forged), parts[2]].joined(separator: ".")
    case .truncated: return String(jws.dropLast(10))
    case .resigned: return try SigningChain(seed: 8).sign(payload)
    case .wrongApp, .wrongEnvironment, .expiredChain: return try chain.sign(payload)
    case .otherAlgorithm:
      let header = try #require(decoded(parts[0])).replacing("ES256", with: "HS256")
      return [encoded(header), parts[1], parts[2]].joined(separator: ".")
    case .twoCertificates:
      let certificates = chain.certificates.dropLast().map { "\"\($0.base64EncodedString())\"" }
      let header = #"{"alg":"ES256","x5c":[\#(certificates.joined(separator: ","))]}"#
      return [encoded(header), parts[1], parts[2]].joined(separator: ".")
    case .noSignature: return parts[0] + "." + parts[1]
    case .unreadable: return try chain.sign(["signedDate": 1_772_442_000_000])
    }
  }

  private static func encoded(_ text: String) -> String { Base64.encode(text.utf8, as: .url) }

  private static func decoded(_ part: String) -> String? {
    Base64.decode(Array(part.utf8)[...], as: .url).map { String(decoding: $0, as: UTF8.self) }
  }
}
