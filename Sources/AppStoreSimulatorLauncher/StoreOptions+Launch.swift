import AppStoreSimulator
import AppStoreSimulatorHTTP
import Foundation
package import Hummingbird
package import Logging
import TollgateAppStore

extension StoreOptions {
  /// Composes the server of a simulated store, and writes the files that its callers need.
  ///
  /// - Parameters:
  ///   - config: The file that the products are from.
  ///   - announce: Called once the server listens, with the greeting to print, and with a warning if others can reach it.
  /// - Throws: ``LaunchError``, or an error of the cryptographic library.
  package func server(
    selling products: StoreProducts, from config: String, logger: Logger,
    announce: @escaping @Sendable (_ greeting: String, _ warning: String?) -> Void
  ) async throws -> some ApplicationProtocol {
    let start = self.start.flatMap { Instant(dateAndTime: $0) } ?? .ofThisMachine
    let simulator = AppStoreSimulator(
      configuration: products.configuration, bundleID: bundleId ?? products.bundleID,
      appAppleID: appAppleId ?? products.appAppleID,
      environment: environment == .sandbox ? .sandbox : .production,
      chain: try SigningChain(seed: seed), seed: seed, now: start,
      renewalRate: RenewalRate(rawValue: rate.rawValue) ?? .realTime)
    let key = try storeKey()
    // A server signs offers with the key that it calls the store with.
    simulator.setOfferKey(try key.client())
    let files = try StoreFiles(folder: keyDirectory, key: key, root: simulator.chain.root)
    let service = StoreService(
      simulator, key: key, notifying: notify, callersClock: { .ofThisMachine })
    if let chaos { await service.beginChaos(seed: chaos) }
    return buildStoreServer(
      service, host: hostOptions.host, port: port, clock: clock == .real ? .real : .manual,
      logger: logger
    ) { [self] port in
      announce(
        greeting(simulator, from: config, key, files, start, hostOptions.address(port)),
        hostOptions.warning(
          "buy, refund and move the clock, and fetch the key that the store accepts"))
    }
  }

  private func storeKey() throws -> StoreKey {
    guard let key, let keyId, let issuerId else { return try StoreKey(seed: seed) }
    do {
      return try StoreKey(
        pem: String(decoding: try contents(of: key), as: UTF8.self), keyID: keyId,
        issuerID: issuerId)
    } catch let error as AppStoreKeyError {
      throw LaunchError(in: key, "this is not an App Store Connect key: \(error.message)")
    }
  }

  private func greeting(
    _ simulator: AppStoreSimulator, from config: String, _ key: StoreKey, _ files: StoreFiles,
    _ start: Instant, _ base: String
  ) -> String {
    let configuration = simulator.configuration
    let count =
      configuration.subscriptions.count + configuration.products.count
      + configuration.nonRenewingSubscriptions.count
    let warnings = configuration.warnings.map { warning in
      // A warning is a key's path alone, or a path, a colon and a sentence.
      let text = warning.contains(":") ? warning : "the key `\(warning)` is not understood"
      return "\(config): warning: \(text)\n"
    }.joined()
    let chaosLine = chaos.map { "\nchaos             seed \($0)" } ?? ""
    return warnings + """
      The store is open: \(count) product\(count == 1 ? "" : "s"), \(environment.rawValue), \(simulator.bundleID). Press Control-C to close it.
      \(base)
      root certificate  \(files.root)  (also \(base)/root.cer)
      issuer id         \(key.issuerID)
      key id            \(key.keyID)
      key file          \(self.key ?? files.key)
      notifications     \(notify ?? "nowhere; name your backend with --notify")
      clock             \(clock.rawValue), \(ISO8601DateFormatter().string(from: start.date))\(chaosLine)

      Point Apple's libraries at it (more in Documentation/AppStoreServer.md):
      Python  client._base_url = "\(base)"
      Node    client["urlBase"] = "\(base)"
      Java    @Override protected String getUrlForEnvironment(Environment e) { return "\(base)"; }
      Swift   AppStoreServerAPI(baseURL: "\(base)", …), this package's; Apple's client has a fixed address
      """
  }
}

extension Instant {
  fileprivate static var ofThisMachine: Self {
    Self(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  init?(dateAndTime text: String) {
    guard let date = ISO8601DateFormatter().date(from: text) else { return nil }
    self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
  }
}
