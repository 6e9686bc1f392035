import AppStoreSimulator
import Crypto
import Foundation
import TollgateAppStore

/// Verifying signed data with a warm chain against the bare signature check of the same bytes.
enum SignedDataBenchmark {
  static func run() async throws {
    let chain = try SigningChain(seed: 1)
    let now = Instant(milliseconds: 1_772_000_000_000)
    let configuration = try StoreKitConfiguration(json: Data(storekit.utf8))
    let store = AppStoreSimulator(
      configuration: configuration, bundleID: "com.example.bench", chain: chain, now: now)
    let account = store.makeAccount()
    guard case .success(let signed) = store.purchase("pro.monthly", by: account) else {
      throw BenchmarkError(message: "the simulated purchase failed")
    }
    let verifier = SignedDataVerifier(
      roots: [chain.root], bundleID: "com.example.bench", environments: [.sandbox])
    let message = Data(signed.jws[..<(signed.jws.lastIndex(of: ".") ?? signed.jws.endIndex)].utf8)
    let key = P256.Signing.PrivateKey()
    let signature = try key.signature(for: message)

    let rounds = 3000
    _ = try await verifier.payload(of: signed.jws, at: now)
    let clock = ContinuousClock()
    var warm = Double.infinity
    var bare = Double.infinity
    for _ in 0..<7 {
      let started = clock.now
      for _ in 0..<rounds { use(try await verifier.payload(of: signed.jws, at: now)) }
      warm = min(warm, seconds(clock.now - started))
      let again = clock.now
      for _ in 0..<rounds { use(key.publicKey.isValidSignature(signature, for: message)) }
      bare = min(bare, seconds(clock.now - again))
    }
    report(
      "a signed transaction, warm : a bare P-256 check",
      "\(decimal(bare / warm)) (\(grouped(Double(rounds) / warm))/s : "
        + "\(grouped(Double(rounds) / bare))/s)",
      goal: "0.85")
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static let storekit = """
    {"identifier": "bench", "products": [], "nonRenewingSubscriptions": [], "settings": {},
     "subscriptionGroups": [{"id": "1", "name": "Pro", "localizations": [], "subscriptions": [{
       "type": "RecurringSubscription", "productID": "pro.monthly", "groupNumber": 1,
       "subscriptionGroupID": "1", "recurringSubscriptionPeriod": "P1M", "displayPrice": "9.99",
       "familyShareable": false, "introductoryOffer": null, "adHocOffers": [], "codeOffers": [],
       "localizations": [], "referenceName": "Pro", "internalID": "1"}]}],
     "version": {"major": 4, "minor": 0}}
    """
}
