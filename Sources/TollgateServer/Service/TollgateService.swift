public import Tollgate
public import TollgateLedger
public import TollgateWire

/// The server's service layer, independent of HTTP: it authenticates callers, decides with the engine and stores facts
/// in a ledger.
///
/// ## A request
/// - ``createCustomer(in:device:)``, ``signUp(_:in:presenting:)``, ``signIn(_:in:presenting:)`` and
///   ``renewSession(_:in:)`` create customer tokens;
/// - ``authenticate(_:in:acceptingMerged:)`` turns one into a ``Caller``, which is valid for one request;
/// - every other method takes a caller.
///
/// Every method throws a `Problem` with a stable code that says whether to retry.
public final class TollgateService: Sendable {
  /// How often a write is decided again because the customer was written to in between.
  static let attempts = 8
  /// How many seconds a caller waits before retrying a server whose clock is behind.
  static let clockRetrySeconds = 60

  let apps: [Blueprint.App.ID: ServedApp]
  let ledger: any Ledger
  let clock: @Sendable () -> Instant
  let identifiers: IdentifierSource
  let tokens: CustomerTokens
  let signer: AnswerSigner
  let keySets: KeySets
  let passwords: PasswordWork
  let attempts = SignInAttempts()
  let cache = RecordCache()
  let queue = CustomerQueue()

  /// Creates a service over a ledger of which it is the only writer.
  ///
  /// - Parameters:
  ///   - apps: The apps to serve, at least one.
  ///   - ledger: The store of facts, and of the keys that sign customer tokens and responses.
  ///   - clock: The server's clock, read again for each attempt of a decision.
  ///   - identifiers: The source of new identifiers and secrets.
  ///   - passwordCost: The cost of one password hash.
  ///   - keySets: Fetches the key sets of issuers when they are needed.
  /// - Throws: ``ConfigurationError`` if an app's configuration or the ledger is unusable.
  public init(
    apps: [AppConfiguration], ledger: any Ledger, clock: @escaping @Sendable () -> Instant,
    identifiers: IdentifierSource = .random, passwordCost: PasswordCost = .standard,
    keySets: any KeySetTransport = HTTPKeySetTransport()
  ) async throws(ConfigurationError) {
    guard !apps.isEmpty else { throw ConfigurationError(.noApps, "There is no app to serve.") }
    let bytes = identifiers.bytes
    let seed: [UInt8]
    do throws(LedgerError) {
      tokens = await CustomerTokens(key: try await ledger.secret("customer-tokens") { bytes(32) })
      seed = try await ledger.secret("answers") { bytes(AnswerSigner.seedByteCount) }
    } catch {
      throw ConfigurationError(.ledger, error.message)
    }
    guard let signer = AnswerSigner(seed: seed) else {
      throw ConfigurationError(.ledger, "The ledger's key for answers is damaged.")
    }
    self.signer = signer
    var served: [Blueprint.App.ID: ServedApp] = [:]
    for configuration in apps {
      let app = try ServedApp(configuration, signer)
      guard served.updateValue(app, forKey: app.id) == nil else {
        throw ConfigurationError(.duplicateApp, "Two blueprints name the app \(app.id).")
      }
    }
    self.apps = served
    self.ledger = ledger
    self.clock = clock
    self.identifiers = identifiers
    self.keySets = KeySets(transport: keySets)
    passwords = PasswordWork(cost: passwordCost, bytes: bytes)
  }

  /// The apps that are served, sorted by name.
  public var appIDs: [Blueprint.App.ID] { apps.keys.sorted() }

  /// The key that responses are signed with, for clients to pin; it stays the same for the life of the ledger.
  public var answerKey: AnswerKey { signer.publicKey }

  /// The apps whose missed notifications are requested from the store, sorted by name.
  public var appsThatAsk: [Blueprint.App.ID] {
    apps.values.filter { !$0.storeAPIs.isEmpty }.map(\.id).sorted()
  }

  /// An app's blueprint and its revision.
  ///
  /// - Parameter app: The app.
  /// - Returns: The blueprint and its revision.
  /// - Throws: `Problem` with code `unknown_app`.
  public func blueprint(
    of app: Blueprint.App.ID
  ) throws(Problem) -> (blueprint: Blueprint, revision: String) {
    let app = try served(app)
    return (app.blueprint, app.revision)
  }

  func served(_ app: Blueprint.App.ID) throws(Problem) -> ServedApp {
    guard let app = apps[app] else {
      throw Problem(.unknownApp, "This server has no blueprint of that app.")
    }
    return app
  }
}
