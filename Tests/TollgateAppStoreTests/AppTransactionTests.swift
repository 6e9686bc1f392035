import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Testing
import TollgateAppStore

@Suite("The verifier of app transactions")
struct AppTransactionTests {
  @Test(
    "the verifier of app transactions reads every field, and takes the creation date as the signing time"
  )
  func reads() async throws {
    let chain = try SigningChain()
    let tree = try JSONDecoder().decode(JSONValue.self, from: Data(Self.json.utf8))
    let jws = try chain.sign(tree)
    let verified = try await verifier(chain).appTransaction(jws, at: Instant(milliseconds: 0))
    #expect(verified.signedDate == Instant(milliseconds: 1_769_860_800_001))
    #expect(verified.payload.originalApplicationVersion == "1.0")
    #expect(verified.payload.originalPlatform == PurchasePlatform(rawValue: "lunarOS"))
    let written = try JSONEncoder().encode(verified.payload)
    #expect(try JSONDecoder().decode(JSONValue.self, from: written) == tree)
  }

  @Test(
    "the verifier of app transactions compares bundle, app and environment",
    arguments: [
      ("com.example.other", Int64?(42), Environment.production, VerificationError.Code.wrongBundle),
      (Shop.bundleID, 43, .production, .wrongApp), (Shop.bundleID, nil, .production, .wrongApp),
      (Shop.bundleID, 42, .sandbox, .wrongEnvironment),
      (Shop.bundleID, 42, .xcode, .wrongEnvironment),
    ])
  func refuses(
    _ bundle: String, _ app: Int64?, _ environment: Environment, _ code: VerificationError.Code
  ) async throws {
    let chain = try SigningChain()
    var payload = AppTransactionPayload(
      receiptType: environment, bundleId: bundle, originalPurchaseDate: Shop.start,
      receiptCreationDate: Shop.start)
    payload.appAppleId = app
    let jws = try chain.sign(payload)
    let error = await #expect(throws: VerificationError.self) {
      try await verifier(chain).appTransaction(jws, at: Shop.start)
    }
    #expect(error?.code == code)
  }

  @Test("the verifier of app transactions judges the chain at the creation date")
  func signingTime() async throws {
    let chain = try SigningChain()
    var payload = AppTransactionPayload(
      receiptType: .production, bundleId: Shop.bundleID, originalPurchaseDate: Shop.start,
      receiptCreationDate: Instant(milliseconds: 5_000_000_000_000))
    payload.appAppleId = 42
    let jws = try chain.sign(payload)
    let error = await #expect(throws: VerificationError.self) {
      try await verifier(chain).appTransaction(jws, at: Shop.start)
    }
    #expect(error?.code == .certificateExpired)
  }

  @Test("the verifier of app transactions keeps a notification's token for custom links")
  func externalPurchaseToken() throws {
    let json = Data(
      """
      {"bundleId": "com.example.shop", "externalPurchaseId": "SANDBOX1", "appAppleId": 42,
       "tokenCreationDate": 1769860800000, "tokenType": "ACQUISITION",
       "tokenExpirationDate": 1801396800000}
      """.utf8)
    let token = try JSONDecoder().decode(NotificationPayload.ExternalPurchaseToken.self, from: json)
    #expect(token.tokenType == .acquisition)
    #expect(token.tokenExpirationDate == Instant(milliseconds: 1_801_396_800_000))
    let written = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(token))
    #expect(try JSONDecoder().decode(JSONValue.self, from: json) == written)
  }

  private func verifier(_ chain: SigningChain) -> SignedDataVerifier {
    SignedDataVerifier(
      roots: [chain.root], bundleID: Shop.bundleID, appAppleID: 42, environments: [.production])
  }

  private static let json = """
    {"receiptType": "Production", "appAppleId": 42, "bundleId": "com.example.shop",
     "applicationVersion": "7", "versionExternalIdentifier": 12345,
     "receiptCreationDate": 1769860800001, "requestDate": 1769860800002,
     "originalPurchaseDate": 1669860800000, "originalApplicationVersion": "1.0",
     "preorderDate": 1659860800000, "appTransactionId": "71000000001",
     "deviceVerification": "WJlMdAvwUGl2IRNeHwNRLXN1VJgKnUFGPVkZPVDsUhYkCjPAzmzxbcCBj6aT",
     "deviceVerificationNonce": "48c8b92d-ce0d-4229-bedf-e61b4f9cfc92",
     "originalPlatform": "lunarOS"}
    """
}
