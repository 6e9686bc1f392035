import AppStoreSimulatorTestSupport
import Crypto
import Foundation
import Testing
import TollgateAppStore

@Suite("The signer of offers")
struct OfferSignerTests {
  private static let key = P256.Signing.PrivateKey()
  private static let uuid = UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138")

  @Test(
    "the signer of offers signs the older form over Apple's seven values in lower case",
    arguments: [
      ("", ""), ("2B8F9E0A-0000-4000-8000-ABCDEFABCDEF", "2b8f9e0a-0000-4000-8000-abcdefabcdef"),
    ])
  func olderForm(_ account: String, _ signed: String) throws {
    let offer = try signer().promotionalOffer(
      "Spring", for: "pro.Monthly", appAccountToken: account, nonce: #require(Self.uuid),
      at: Shop.start)
    #expect(offer.keyID == "KEY")
    #expect(offer.nonce == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    #expect(offer.timestamp == Shop.start)
    let text = [
      "com.example.shop", "KEY", "pro.Monthly", "Spring", signed,
      "7e3fb20b-4cdb-47cc-936d-99d65f608138", "1769860800000",
    ].joined(separator: "\u{2063}")
    let signature = try P256.Signing.ECDSASignature(
      derRepresentation: #require(Data(base64Encoded: offer.signature)))
    #expect(Self.key.publicKey.isValidSignature(signature, for: Data(text.utf8)))
  }

  @Test(
    "the signer of offers signs a promotional offer as a JSON Web Signature, with a transaction or without"
  )
  func promotional() throws {
    let signer = try signer()
    let nonce = try #require(Self.uuid)
    #expect(
      try claims(
        signer.promotionalOfferJWS(
          "spring", for: "monthly", transactionID: "70", nonce: nonce, at: Shop.start)) == """
          {"aud":"promotional-offer","bid":"com.example.shop","iat":1769860800,"iss":"issuer",\
          "nonce":"7e3fb20b-4cdb-47cc-936d-99d65f608138","offerIdentifier":"spring",\
          "productId":"monthly","transactionId":"70"}
          """)
    #expect(
      try claims(
        signer.promotionalOfferJWS("spring", for: "monthly", nonce: nonce, at: Shop.start)) == """
          {"aud":"promotional-offer","bid":"com.example.shop","iat":1769860800,"iss":"issuer",\
          "nonce":"7e3fb20b-4cdb-47cc-936d-99d65f608138","offerIdentifier":"spring",\
          "productId":"monthly"}
          """)
  }

  @Test(
    "the signer of offers signs eligibility for the introductory offer", arguments: [true, false])
  func introductory(_ isEligible: Bool) throws {
    let jws = try signer().introductoryOfferJWS(
      isEligible: isEligible, for: "monthly", transactionID: "70", nonce: #require(Self.uuid),
      at: Shop.start)
    #expect(
      try claims(jws) == """
        {"allowIntroductoryOffer":\(isEligible),"aud":"introductory-offer-eligibility",\
        "bid":"com.example.shop","iat":1769860800,"iss":"issuer",\
        "nonce":"7e3fb20b-4cdb-47cc-936d-99d65f608138","productId":"monthly","transactionId":"70"}
        """)
  }

  @Test("the signer of offers signs a request of the Advanced Commerce API")
  func advancedCommerce() throws {
    let jws = try signer().advancedCommerceJWS(
      Data("{\"operation\":\"x\"}".utf8), nonce: #require(Self.uuid), at: Shop.start)
    #expect(
      try claims(jws) == """
        {"aud":"advanced-commerce-api","bid":"com.example.shop","iat":1769860800,"iss":"issuer",\
        "nonce":"7e3fb20b-4cdb-47cc-936d-99d65f608138","request":"eyJvcGVyYXRpb24iOiJ4In0="}
        """)
  }

  private func signer() throws -> OfferSigner {
    OfferSigner(
      key: try AppStoreKey(
        pem: Self.key.pemRepresentation, keyID: "KEY", issuerID: "issuer"),
      bundleID: Shop.bundleID)
  }

  /// The claims of a signature that holds, under the header that Apple asks for.
  private func claims(_ jws: String) throws -> String {
    let parts = jws.split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    let decoded = try parts.map { part in
      try #require(Base64.decode(Array(part.utf8)[...], as: .url))
    }
    #expect(
      String(decoding: decoded[0], as: UTF8.self)
        == "{\"alg\":\"ES256\",\"kid\":\"KEY\",\"typ\":\"JWT\"}")
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: decoded[2])
    #expect(
      Self.key.publicKey.isValidSignature(
        signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    return String(decoding: decoded[1], as: UTF8.self)
  }
}
