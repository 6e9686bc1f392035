import Foundation
import Testing
import TollgateAppStore

@Suite("Retention messages on the wire")
struct RetentionTests {
  @Test("EX-19 a real-time request has Apple's fields")
  func request() throws {
    let json = """
      {"appAppleId":42,"environment":"Production","originalTransactionId":"2000000123",\
      "productId":"monthly","requestIdentifier":"9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b",\
      "signedDate":1769860800001,"userLocale":"de-DE"}
      """
    let payload = try JSONDecoder().decode(RetentionRequestPayload.self, from: Data(json.utf8))
    #expect(
      payload
        == RetentionRequestPayload(
          originalTransactionId: "2000000123", appAppleId: 42, productId: "monthly",
          userLocale: "de-DE", requestIdentifier: "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b",
          environment: .production, signedDate: Instant(milliseconds: 1_769_860_800_001)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(payload), as: UTF8.self) == json)
  }

  static let responses: [(RetentionResponse, String)] = [
    (.message("m"), #"{"message":{"messageIdentifier":"m"}}"#),
    (
      .alternateProduct("m", productID: "yearly"),
      #"{"alternateProduct":{"messageIdentifier":"m","productId":"yearly"}}"#
    ),
    (
      .promotionalOffer("m", signature: "a.b.c"),
      #"{"promotionalOffer":{"messageIdentifier":"m","promotionalOfferSignatureV2":"a.b.c"}}"#
    ),
  ]

  @Test("EX-19 a real-time response has exactly one member", arguments: responses.indices)
  func response(_ index: Int) throws {
    let (response, json) = Self.responses[index]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(response), as: UTF8.self) == json)
  }
}
