import AppStoreSimulator
import Foundation
import Testing
import TollgateAppStore

/// How a world's store signs, and how fast it renews.
struct StoreRun: Sendable, CustomTestStringConvertible {
  /// The environment in what it signs.
  var environment = TollgateAppStore.Environment.sandbox
  /// The speed of renewals.
  var rate = RenewalRate.realTime
  /// What it signs with; nil means the certificates that every world's server trusts as Apple's.
  var chain: SigningChain?
  /// The certificates of Xcode's local testing that the server's configuration names.
  var trusted: [Data] = []
  /// The developer's key, with which the server signs promotional offers and the store checks them; nil for no key.
  var offerKey: AppStoreKey?
  /// The key that the store checks them with, if it is another one.
  var storeOfferKey: AppStoreKey?

  var testDescription: String { "\(environment.rawValue), \(rate)" }

  /// The sandbox of App Review, where a month lasts minutes.
  static func sandbox(_ rate: RenewalRate) -> StoreRun { StoreRun(rate: rate) }

  /// A run in Xcode with a `.storekit` file, against a server that names some developers' certificates.
  static func xcode(trusting seeds: [UInt64]) throws -> StoreRun {
    // Each certificate gets a new random signature, so the trusted one must be the same object.
    let chain = try SigningChain.xcode(seed: 1)
    return StoreRun(
      environment: .xcode, chain: chain,
      trusted: try seeds.map { try $0 == 1 ? chain.root : SigningChain.xcode(seed: $0).root })
  }
}
