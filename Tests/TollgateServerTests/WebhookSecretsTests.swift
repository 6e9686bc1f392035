import Crypto
import Foundation
import Testing
import Tollgate

@testable import TollgateServer

@Suite("Webhook secrets")
struct WebhookSecretsTests {
  private static let old = Data(0..<32)
  private static let new = Data(32..<64)

  private func secret(_ bytes: Data) -> String { "whsec_" + bytes.base64EncodedString() }

  private func signature(by secret: Data, of text: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(text.utf8), using: SymmetricKey(data: secret))
    return "v1,\(Data(code).base64EncodedString())"
  }

  @Test("during a rotation, a message has a signature for each secret, in their order")
  func rotation() throws {
    let secrets = try #require(
      WebhookSecrets("\(secret(Self.new))\n\(secret(Self.old))\n"))
    let headers = secrets.headers(
      of: Array("{}".utf8), id: "m1", at: Instant(milliseconds: 1_772_442_000_999))
    let signed = "m1.1772442000.{}"
    #expect(
      headers == [
        "content-type": "application/json", "webhook-id": "m1", "webhook-timestamp": "1772442000",
        "webhook-signature": signature(by: Self.new, of: signed) + " "
          + signature(by: Self.old, of: signed),
      ])
  }

  @Test("secrets are 24 to 64 bytes in Base64, at most four, and all of them must be readable")
  func limits() {
    let good = secret(Self.old)
    for text in [
      good, String(good.dropFirst(6)), " \(good)\r\n", "\(good) \(good) \(good) \(good)",
      secret(Data(0..<24)), secret(Data(0..<64)),
    ] {
      #expect(WebhookSecrets(text) != nil, "\(text)")
    }
    for text in [
      "", "\n", "whsec_", "whsec_?", secret(Data(0..<23)), secret(Data(0..<65)),
      "\(good)\nwhsec_?", "\(good) \(good) \(good) \(good) \(good)",
    ] {
      #expect(WebhookSecrets(text) == nil, "\(text)")
    }
  }
}
