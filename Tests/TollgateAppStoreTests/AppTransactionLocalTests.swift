import AppStoreSimulatorTestSupport
import Crypto
import Foundation
import SwiftASN1
import Synchronization
import Testing
import TollgateAppStore
import X509

@testable import AppStoreSimulator

@Suite("Data of Xcode's local testing")
struct AppTransactionLocalTests {
  @Test(
    "data of Xcode's local testing is accepted where local testing is, and production is not",
    arguments: [
      ([Environment.xcode], VerificationError.Code?.none), ([.xcode, .sandbox], nil),
      ([.localTesting], .wrongEnvironment), ([.sandbox], .wrongChainLength),
      ([.production], .wrongChainLength), ([.xcode, .production], .wrongChainLength),
      ([], .wrongChainLength),
    ])
  func environments(_ accepted: [Environment], _ code: VerificationError.Code?) async throws {
    let xcode = try Xcode()
    let verifier = verifier(accepted)
    let texts = try (
      transaction: xcode.sign(Self.transaction), renewal: xcode.sign(Self.renewalInfo),
      app: xcode.sign(Self.appTransaction)
    )
    if let code {
      let errors = [
        await #expect(throws: VerificationError.self) {
          try await verifier.transaction(texts.transaction, at: Shop.start)
        },
        await #expect(throws: VerificationError.self) {
          try await verifier.renewalInfo(texts.renewal, at: Shop.start)
        },
        await #expect(throws: VerificationError.self) {
          try await verifier.appTransaction(texts.app, at: Shop.start)
        },
      ]
      #expect(errors.map { $0?.code } == [code, code, code])
    } else {
      let transaction = try await verifier.transaction(texts.transaction, at: Shop.start)
      #expect(transaction.payload.transactionId == "0")
      #expect(transaction.signedDate == Instant(milliseconds: 1_697_679_936_711))
      let renewal = try await verifier.renewalInfo(texts.renewal, at: Shop.start)
      #expect(
        renewal.payload.recentSubscriptionStartDate == Instant(milliseconds: -62_135_769_600_000))
      let app = try await verifier.appTransaction(texts.app, at: Shop.start)
      #expect(app.payload.originalPurchaseDate == Instant(milliseconds: -62_135_769_600_000))
    }
  }

  @Test(
    "data of Xcode's local testing passes for no other environment",
    arguments: ["Sandbox", "Production", "Lunar"])
  func otherEnvironment(_ environment: String) async throws {
    let json = Self.transaction.replacing("\"Xcode\"", with: "\"\(environment)\"")
    let jws = try Xcode().sign(json)
    let verifier = verifier([.xcode, .sandbox, Environment(rawValue: "Lunar")])
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(jws, at: Shop.start)
    }
    #expect(error?.code == .wrongEnvironment)
  }

  @Test(
    "data of Xcode's local testing is accepted together with production from a pinned certificate only"
  )
  func pinned() async throws {
    let (mine, other) = (try Xcode(), try Xcode())
    let verifier = SignedDataVerifier(
      bundleID: Shop.bundleID, appAppleID: 42, environments: [.production, .sandbox, .xcode],
      localCertificates: [mine.certificate])
    let transaction = try await verifier.transaction(
      mine.sign(Self.transaction), at: Shop.start)
    #expect(transaction.payload.environment == .xcode)
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(other.sign(Self.transaction), at: Shop.start)
    }
    #expect(error?.code == .untrustedRoot)
    let posing = Self.transaction.replacing("\"Xcode\"", with: "\"Production\"")
    let refused = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(mine.sign(posing), at: Shop.start)
    }
    #expect(refused?.code == .wrongEnvironment)
  }

  @Test(
    "data of Xcode's local testing is signed by the certificate that it carries, and gives no payload without a chain"
  )
  func signature() async throws {
    let xcode = try Xcode()
    let other = try Xcode()
    let jws = try xcode.sign(Self.transaction)
    let parts = jws.split(separator: ".")
    let forged =
      "\(try other.sign(Self.transaction).split(separator: ".")[0]).\(parts[1]).\(parts[2])"
    let verifier = verifier([.xcode])
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(forged, at: Shop.start)
    }
    #expect(error?.code == .invalidSignature)
    let refused = await #expect(throws: VerificationError.self) {
      try await verifier.payload(of: jws, at: Shop.start)
    }
    #expect(refused?.code == .wrongChainLength)
  }

  @Test("the first certificate of Xcode's local testing that is accepted is the only one")
  func firstCertificate() async throws {
    let (mine, other) = (try Xcode(), try Xcode())
    let seen = Mutex<[Data]>([])
    let verifier = SignedDataVerifier(
      bundleID: Shop.bundleID, environments: [.xcode, .sandbox],
      onFirstLocal: { certificate in seen.withLock { $0.append(certificate) } })
    // What is refused pins nothing: data about another app, or that poses as the sandbox's.
    for refused in [("com.example.shop", "com.example.other"), ("\"Xcode\"", "\"Sandbox\"")] {
      let jws = try other.sign(Self.transaction.replacing(refused.0, with: refused.1))
      await #expect(throws: VerificationError.self) {
        try await verifier.transaction(jws, at: Shop.start)
      }
    }
    for _ in 1...2 {
      let jws = try mine.sign(Self.transaction)
      #expect(
        try await verifier.transaction(jws, at: Shop.start).payload.environment == .xcode)
    }
    _ = try await verifier.renewalInfo(try mine.sign(Self.renewalInfo), at: Shop.start)
    let later = try other.sign(Self.transaction)
    let error = await #expect(throws: VerificationError.self) {
      try await verifier.transaction(later, at: Shop.start)
    }
    #expect(error?.code == .untrustedRoot)
    #expect(error?.message.hasSuffix("restart the server to accept it.") == true)
    #expect(seen.withLock { $0 } == [mine.certificate])
  }

  private func verifier(_ environments: [Environment]) -> SignedDataVerifier {
    SignedDataVerifier(bundleID: Shop.bundleID, environments: Set(environments))
  }

  private static let transaction = """
    {"transactionId": "0", "originalTransactionId": "0", "webOrderLineItemId": "0",
     "bundleId": "com.example.shop", "productId": "monthly", "subscriptionGroupIdentifier": "pro",
     "purchaseDate": 1697679936049.7297, "originalPurchaseDate": 1697679936049.7297,
     "expiresDate": 1700358336049.7297, "quantity": 1, "type": "Auto-Renewable Subscription",
     "inAppOwnershipType": "PURCHASED", "signedDate": 1697679936711.0747, "environment": "Xcode",
     "transactionReason": "PURCHASE", "storefront": "USA", "storefrontId": "143441"}
    """

  private static let renewalInfo = """
    {"originalTransactionId": "0", "productId": "monthly", "autoRenewProductId": "monthly",
     "autoRenewStatus": 1, "isInBillingRetryPeriod": false, "environment": "Xcode",
     "signedDate": 1697679936711.0728, "recentSubscriptionStartDate": -62135769600000,
     "renewalDate": 1700358336049.7297}
    """

  private static let appTransaction = """
    {"receiptType": "Xcode", "bundleId": "com.example.shop", "applicationVersion": "1",
     "originalApplicationVersion": "1", "originalPurchaseDate": -62135769600000,
     "receiptCreationDate": 1697679936056.485, "deviceVerification": "cYUsXc53EbYc0pOeXG5d6",
     "deviceVerificationNonce": "48c8b92d-ce0d-4229-bedf-e61b4f9cfc92"}
    """
}

/// Signs as Xcode does: with one certificate that it made itself.
private struct Xcode {
  private let key = P256.Signing.PrivateKey()
  private let header: String
  /// The certificate in DER.
  let certificate: Data

  init() throws {
    let name = try DistinguishedName { CommonName("StoreKit Testing in Xcode") }
    let certificate = try Certificate(
      version: .v3, serialNumber: 1, publicKey: .init(key.publicKey),
      notValidBefore: SimulatedCertificate.validity.lowerBound,
      notValidAfter: SimulatedCertificate.validity.upperBound, issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions {},
      issuerPrivateKey: .init(key))
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    self.certificate = Data(serializer.serializedBytes)
    let der = self.certificate.base64EncodedString()
    header = "{\"typ\":\"JWT\",\"alg\":\"ES256\",\"kid\":\"Apple_Xcode_Key\",\"x5c\":[\"\(der)\"]}"
  }

  func sign(_ json: String) throws -> String {
    let signed = [header, json].map { Base64.encode($0.utf8, as: .url) }.joined(separator: ".")
    let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
    return "\(signed).\(Base64.encode(signature, as: .url))"
  }
}
