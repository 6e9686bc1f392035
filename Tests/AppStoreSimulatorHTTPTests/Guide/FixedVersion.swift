import AppStoreSimulator
import AppStoreSimulatorHTTP
import Foundation
import Testing
import TollgateAppStore

/// The backend of the page `Documentation/TestInSwift.md` after it is fixed, and its test.
enum FixedVersion {
  static let shop = Guide.shop

  actor Backend {
    let verifier: SignedDataVerifier
    private var transactions: [String: TransactionPayload] = [:]

    init(verifier: SignedDataVerifier) { self.verifier = verifier }

    /// Takes what the App Store posts; of each transaction the version signed last counts.
    func receive(_ body: [UInt8], at now: Instant) async throws {
      struct Body: Decodable { var signedPayload: String }
      let signed = try JSONDecoder().decode(Body.self, from: Data(body)).signedPayload
      let notification = try await verifier.notification(signed, at: now).payload
      guard let info = notification.data?.signedTransactionInfo else { return }
      let transaction = try await verifier.transaction(info, at: now).payload
      let known = transactions[transaction.transactionId]?.signedDate
      if known.map({ $0 < transaction.signedDate }) ?? true {
        transactions[transaction.transactionId] = transaction
      }
    }

    func isEntitled(_ user: String, to product: String, at now: Instant) -> Bool {
      transactions.values.contains { transaction in
        transaction.appAccountToken == user && transaction.productId == product
          && transaction.expiresDate.map { $0 > now } ?? true && transaction.revocationDate == nil
      }
    }
  }

  struct BackendTests {
    let anna = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"

    @Test("a refund ends access")
    func refund() async throws {
      let simulator = AppStoreSimulator(
        configuration: try StoreKitConfiguration(json: Data(contentsOf: shop)),
        bundleID: "com.example.shop", chain: try SigningChain(),
        now: Instant(milliseconds: 1_767_225_600_000))
      let backend = Backend(
        verifier: SignedDataVerifier(
          roots: [simulator.chain.root], bundleID: "com.example.shop", environments: [.sandbox]))
      let store = StoreService(
        simulator, key: try StoreKey(), notifying: "http://backend.localhost",
        poster: NotificationPoster { body, _ in
          do {
            try await backend.receive(body, at: simulator.now)
            return .success
          } catch {
            return .unsuccessfulHTTPResponseCode
          }
        })

      // A turn ends when the backend has taken every notification.
      try await store.turn { $0.purchase("pro.monthly", by: "anna", appAccountToken: anna) }
      #expect(await backend.isEntitled(anna, to: "pro.monthly", at: simulator.now))

      try await store.advance(to: simulator.now.adding(Period(40, .day)))
      #expect(await backend.isEntitled(anna, to: "pro.monthly", at: simulator.now))

      let last = try #require(simulator.transactions(of: "anna").last?.payload.transactionId)
      try await store.turn { $0.refund(last) }
      #expect(await !backend.isEntitled(anna, to: "pro.monthly", at: simulator.now))
    }
  }
}
