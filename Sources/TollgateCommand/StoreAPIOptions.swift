import ArgumentParser
import Foundation
import Tollgate
import TollgateAppStore

/// How a server recovers notifications that it missed.
struct StoreAPIOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "An App Store Connect key (.p8), to recover missed notifications.",
      valueName: "file"))
  var storeKey: String?

  @Option(help: ArgumentHelp("The identifier of the App Store Connect key.", valueName: "id"))
  var storeKeyID: String?

  @Option(
    help: ArgumentHelp("The issuer ID that App Store Connect shows for its keys.", valueName: "id"))
  var storeIssuerID: String?

  @Option(
    help: ArgumentHelp(
      "The address of the store's API, such as a simulator's, instead of Apple's.", valueName: "url"
    ))
  var storeAPI: String?

  @Option(
    help: ArgumentHelp(
      "The address of the sandbox's API, instead of Apple's; with --store-api, there is none by default.",
      valueName: "url"))
  var sandboxStoreAPI: String?

  @Flag(
    help:
      "Use HTTP to reach --store-api and --sandbox-store-api on other machines too, without encryption."
  )
  var storeAPIAllowHTTP = false

  func validate() throws {
    let parts = [storeKey, storeKeyID, storeIssuerID]
    guard parts.allSatisfy({ $0 == nil }) || parts.allSatisfy({ $0 != nil }) else {
      throw ValidationError(
        "--store-key, --store-key-id and --store-issuer-id go together: App Store Connect shows all three."
      )
    }
    guard !storeAPIAllowHTTP || storeAPI != nil || sandboxStoreAPI != nil else {
      throw ValidationError("--store-api-allow-http needs --store-api or --sandbox-store-api.")
    }
    for (option, address) in [
      ("--store-api", storeAPI), ("--sandbox-store-api", sandboxStoreAPI),
    ] {
      guard let address else { continue }
      guard storeKey != nil else {
        throw ValidationError("\(option) needs a key: name it with --store-key.")
      }
      guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host != nil
      else {
        throw ValidationError(
          "\(address) is not a URL; use one such as http://127.0.0.1:8090.")
      }
      guard OutgoingHTTP.allows(address, byHTTP: storeAPIAllowHTTP) else {
        throw ValidationError(
          "\(option) must be an `https` address, or `http` on this machine; --store-api-allow-http allows `http`."
        )
      }
    }
  }

  func key() throws -> AppStoreKey? {
    guard let storeKey, let storeKeyID, let storeIssuerID else { return nil }
    try requireFile(storeKey)
    guard let data = FileManager.default.contents(atPath: storeKey) else {
      throw Failure(in: storeKey, "the key cannot be read")
    }
    do {
      return try AppStoreKey(
        pem: String(decoding: data, as: UTF8.self), keyID: storeKeyID, issuerID: storeIssuerID)
    } catch {
      throw Failure(in: storeKey, "this is not an App Store Connect key: \(error.message)")
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
        transport: HTTPServerAPITransport(allowsHTTP: storeAPIAllowHTTP),
        retries: ServerAPIRetries(limit: 0),
        now: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
        sleep: { try await Task.sleep(for: $0) })
    }
  }
}
