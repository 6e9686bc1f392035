import AppStore
import ArgumentParser
import Foundation
import Tollgate

/// How a server recovers notifications that it missed.
struct StoreAPIOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A key (.p8) of App Store Connect, to ask the store about missed notifications.",
      valueName: "file"))
  var storeKey: String?

  @Option(help: ArgumentHelp("The key's identifier.", valueName: "id"))
  var storeKeyID: String?

  @Option(help: ArgumentHelp("The issuer's identifier.", valueName: "id"))
  var storeIssuerID: String?

  @Option(
    help: ArgumentHelp(
      "Where to ask instead of at Apple's address, such as a simulator's.", valueName: "url"))
  var storeAPI: String?

  @Option(
    help: ArgumentHelp(
      "Where a server for production asks about the sandbox; with --store-api, nowhere by default.",
      valueName: "url"))
  var sandboxStoreAPI: String?

  func validate() throws {
    let parts = [storeKey, storeKeyID, storeIssuerID]
    guard parts.allSatisfy({ $0 == nil }) || parts.allSatisfy({ $0 != nil }) else {
      throw ValidationError(
        "--store-key, --store-key-id and --store-issuer-id go together: App Store Connect shows all three."
      )
    }
    for (option, address) in [
      ("--store-api", storeAPI), ("--sandbox-store-api", sandboxStoreAPI),
    ] {
      guard let address else { continue }
      guard storeKey != nil else {
        throw ValidationError("\(option) needs a key to ask with: name it with --store-key.")
      }
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host != nil
      else {
        throw ValidationError(
          "\(address) is no address; expected one such as http://127.0.0.1:8090.")
      }
    }
  }

  /// The key; nil where none is given.
  func key() throws -> AppStoreKey? {
    guard let storeKey, let storeKeyID, let storeIssuerID else { return nil }
    try requireFile(storeKey)
    guard let data = FileManager.default.contents(atPath: storeKey) else {
      throw Failure("The key \(storeKey) cannot be read.")
    }
    do {
      return try AppStoreKey(
        pem: String(decoding: data, as: UTF8.self), keyID: storeKeyID, issuerID: storeIssuerID)
    } catch {
      throw Failure("\(storeKey) is no key of App Store Connect. \(error.sentence)")
    }
  }

  /// The clients that ask with a key, one for each environment of the store; failed requests are retried by the server's
  /// own rounds.
  func clients(
    _ key: AppStoreKey, _ verifier: SignedDataVerifier, _ options: EnvironmentOptions
  ) -> [StoreEnvironment: AppStoreServerAPI] {
    var addresses: [StoreEnvironment: String] = [:]
    switch options.environment {
    case .sandbox: addresses[.sandbox] = storeAPI ?? AppStoreServerAPI.sandboxURL
    case .production:
      addresses[.production] = storeAPI ?? AppStoreServerAPI.productionURL
      if options.sandbox != .refused {
        addresses[.sandbox] =
          sandboxStoreAPI ?? (storeAPI == nil ? AppStoreServerAPI.sandboxURL : nil)
      }
    }
    return addresses.mapValues { address in
      AppStoreServerAPI(
        baseURL: address, key: key, verifier: verifier,
        transport: AsyncHTTPClientTransport(), retries: ServerAPIRetries(limit: 0),
        now: { Milliseconds(Int64(Date().timeIntervalSince1970 * 1000)) },
        sleep: { try await Task.sleep(for: .milliseconds($0)) })
    }
  }
}
