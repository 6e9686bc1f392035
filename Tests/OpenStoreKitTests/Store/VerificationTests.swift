import AppStoreSimulator
import Crypto
import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Verification")
struct VerificationTests {
  @Test(
    "Verification fails on request, and the payload is still there",
    arguments: StoreSession.VerificationFailure.allCases)
  func unverified(failure: StoreSession.VerificationFailure) async throws {
    let session = try Shop.device()
    try await session.run {
      session.setVerificationFailure(failure)
      let heard = await listen(in: session)
      guard case .success(let result) = try await Product.one("pro").purchase(),
        case .unverified(let transaction, let error) = result
      else {
        Issue.record("expected a transaction that cannot be trusted")
        return
      }
      #expect(transaction.productID == "pro")
      #expect(result.unsafePayloadValue == transaction)
      #expect(throws: error) { try result.payloadValue }
      #expect(error.failureReason?.isEmpty == false)
      session.advance(by: Shop.month)
      await session.settled()
      for update in await heard.all { #expect(throws: error) { try update.payloadValue } }
      #expect(await heard.all.isEmpty == false)
      session.setVerificationFailure(nil)
      #expect(await Transaction.latest(for: "pro").map { (try? $0.payloadValue) != nil } == true)
    }
  }

  @Test("The signed text of a transaction holds before the store's root certificate")
  func signedText() async throws {
    let session = try Shop.device()
    try await session.run {
      guard case .success(let result) = try await Product.one("pro").purchase() else { return }
      let verifier = SignedDataVerifier(
        roots: [session.simulator.chain.root], bundleID: session.simulator.bundleID,
        environments: [session.simulator.environment])
      let verified = try await verifier.transaction(result.jwsRepresentation, at: session.now)
      #expect(verified.payload.productId == "pro")
      #expect(result.payloadData == result.unsafePayloadValue.jsonRepresentation)
      #expect(String(decoding: result.headerData, as: UTF8.self).contains("ES256"))
      #expect(result.signatureData == result.signature.rawRepresentation)
      let parts = result.jwsRepresentation.split(separator: ".")
      #expect(result.signedData == Data((parts[0] + "." + parts[1]).utf8))
      #expect(result.signedDate == session.currentDate)
      let status = try #require(
        try await Product.SubscriptionInfo.status(for: Shop.group).first)
      let info = try await verifier.renewalInfo(
        status.renewalInfo.jwsRepresentation, at: session.now)
      #expect(info.payload.autoRenewProductId == "pro")
    }
  }

  @Test("A device knows its own data by its hash")
  func deviceVerification() async throws {
    let session = try Shop.device()
    try await session.run {
      let transaction = try await Product.one("coins").buy()
      let device = try #require(AppStore.deviceVerificationID)
      let text =
        transaction.deviceVerificationNonce.uuidString.lowercased()
        + device.uuidString.lowercased()
      #expect(transaction.deviceVerification == Data(SHA384.hash(data: Data(text.utf8))))
    }
  }

  @Test("The app transaction is signed and names the app")
  func appTransaction() async throws {
    let session = try Shop.device()
    try await session.run {
      session.advance(by: Shop.month)
      let result = try await AppTransaction.shared
      let app = try result.payloadValue
      #expect(app.bundleID == session.simulator.bundleID)
      #expect(app.environment == .xcode)
      #expect(app.originalPlatform == .iOS)
      #expect((app.appVersion, app.originalAppVersion) == ("1", "1"))
      #expect(app.originalPurchaseDate < app.signedDate)
      let bought = try await Product.one("coins").buy()
      #expect(bought.appTransactionID == app.appTransactionID)
      let verifier = SignedDataVerifier(
        roots: [session.simulator.chain.root], bundleID: app.bundleID,
        environments: [session.simulator.environment])
      _ = try await verifier.appTransaction(result.jwsRepresentation, at: session.now)
      session.setFailure(StoreKitError.unknown, of: .appTransaction)
      await #expect(throws: StoreKitError.self) { try await AppTransaction.refresh() }
    }
  }
}
