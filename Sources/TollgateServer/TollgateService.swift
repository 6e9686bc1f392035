public import Tollgate
public import TollgateLedger
public import TollgateWire

/// A server's parts, composed over one ledger and independent of HTTP: they authenticate callers, decide with the
/// engine and store facts.
///
/// ## A request
/// - ``app(_:)`` finds the app, or refuses the request;
/// - ``authenticator`` verifies the customer token, or the secret key of the app's own backend: it makes a ``Caller``
///   or, to sign in, a ``Visitor``;
/// - ``sessions`` and ``accounts`` open and end sessions, ``exports`` and ``deletion`` export and delete customers;
/// - ``customers``, ``features``, ``reports``, ``profiles``, ``purchases`` and ``promotionalOffers``
///   act for a caller;
/// - ``notifications`` records what the App Store sends.
///
/// Every method throws a `Problem` with a stable code that says whether to retry.
public final class TollgateService: Sendable {
  /// Verifies customer tokens and secret keys.
  public let authenticator: Authenticator
  /// Creates, lists and revokes the secret keys of apps' own backends.
  public let secretKeys: SecretKeys
  /// Creates anonymous customers, and renews and ends sessions.
  public let sessions: Sessions
  /// Creates accounts and signs in to them.
  public let accounts: Accounts
  /// Deletes customers, with their accounts.
  public let deletion: CustomerDeletion
  /// Answers what is known about a customer.
  public let customers: CustomerReader
  /// Uses features.
  public let features: FeatureUses
  /// Records what a customer's device reports.
  public let reports: Reports
  /// Reads and completes the profiles of accounts.
  public let profiles: Profiles
  /// Records purchases that customers post and restore.
  public let purchases: PurchaseIntake
  /// Signs promotional offers.
  public let promotionalOffers: PromotionalOffers
  /// Records notifications of the App Store.
  public let notifications: NotificationIntake

  /// Exports what is stored about customers.
  public var exports: CustomerExports { CustomerExports(records: records) }

  /// The cached records of customers.
  var records: CustomerRecords { authenticator.records }
  let revocations: SignInRevocations
  let signer: ResponseSigner
  private let appsByID: [Blueprint.App.ID: ServedApp]

  /// Creates a service over a ledger of which it is the only writer.
  ///
  /// - Parameters:
  ///   - apps: The apps to serve, at least one.
  ///   - ledger: The store of facts, and of the keys that sign customer tokens and responses.
  ///   - clock: The server's clock, read again for each attempt of a decision.
  ///   - identifiers: The source of new identifiers and secrets.
  ///   - passwordCost: The cost of one password hash.
  ///   - keySets: Fetches the key sets of issuers when they are needed.
  ///   - appleSignIn: Sends requests to Sign in with Apple, for apps with a key for it.
  ///   - mail: The operator's hook that sends mail; nil if the server cannot send any.
  /// - Throws: ``ConfigurationError`` if an app's configuration or the ledger is unusable.
  public init(
    apps: [AppConfiguration], ledger: any Ledger, clock: @escaping @Sendable () -> Instant,
    identifiers: IdentifierSource = .random, passwordCost: PasswordCost = .standard,
    keySets: any KeySetTransport = HTTPKeySetTransport(),
    appleSignIn: any AppleSignInTransport = HTTPAppleSignInTransport(), mail: MailHook? = nil
  ) async throws(ConfigurationError) {
    guard !apps.isEmpty else { throw ConfigurationError(.noApps, "There is no app to serve.") }
    let bytes = identifiers.bytes
    let tokens: CustomerTokens
    // Existing ledgers keep the key under this name: renaming it would invalidate every token.
    do throws(LedgerError) {
      tokens = await CustomerTokens(key: try await ledger.secret("customer-tokens") { bytes(32) })
    } catch {
      throw ConfigurationError(.ledger, error.message)
    }
    signer = try await ResponseSigner(of: ledger, bytes: bytes)
    var served: [Blueprint.App.ID: ServedApp] = [:]
    for configuration in apps {
      let app = try ServedApp(configuration, signer)
      guard served.updateValue(app, forKey: app.id) == nil else {
        throw ConfigurationError(.duplicateApp, "Two blueprints name the app \(app.id).")
      }
    }
    appsByID = served
    let records = CustomerRecords(ledger: ledger, clock: clock)
    let writer = CustomerWriter(records)
    customers = CustomerReader(records: records)
    secretKeys = SecretKeys(ledger: ledger, clock: clock, identifiers: identifiers)
    authenticator = Authenticator(records: records, tokens: tokens, secretKeys: secretKeys)
    sessions = Sessions(
      authenticator: authenticator, writer: writer, reader: customers, tokens: tokens,
      identifiers: identifiers)
    revocations = SignInRevocations(records: records, transport: appleSignIn)
    accounts = Accounts(
      writer: writer, sessions: sessions, identifiers: identifiers,
      passwords: PasswordHasher(cost: passwordCost, bytes: bytes),
      attempts: Attempts(ledger: ledger),
      keySets: KeySets(transport: keySets), revocations: revocations,
      mail: mail.map { MailOutbox($0, clock: clock, bytes: bytes) })
    deletion = CustomerDeletion(authenticator: authenticator, writer: writer, tokens: tokens)
    features = FeatureUses(writer: writer)
    reports = Reports(writer: writer, reader: customers)
    profiles = Profiles(writer: writer)
    purchases = PurchaseIntake(writer: writer, reader: customers)
    promotionalOffers = PromotionalOffers(records: records, identifiers: identifiers)
    notifications = NotificationIntake(updates: StoreUpdateRecorder(writer: writer))
  }

  /// The apps that are served, sorted by name.
  public var apps: [ServedApp] { appsByID.values.sorted { $0.id < $1.id } }

  /// The key that responses are signed with, for clients to pin; it stays the same for the life of the ledger.
  public var answerKey: AnswerKey { signer.publicKey }

  /// Whether the service has an app of that name.
  func serves(_ app: Blueprint.App.ID) -> Bool { appsByID[app] != nil }

  /// Finds an app.
  ///
  /// - Parameter id: The app's name.
  /// - Returns: The app.
  /// - Throws: `Problem` with code `unknown_app`.
  public func app(_ id: Blueprint.App.ID) throws(Problem) -> ServedApp {
    guard let app = appsByID[id] else {
      throw Problem(.unknownApp, "This server has no blueprint of that app.")
    }
    return app
  }
}
