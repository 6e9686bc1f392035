public import Tollgate
import TollgateAppStore
public import TollgateLedger
import TollgateMutex
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
/// - ``notifications`` records what the App Store sends, and ``retentionMessages`` answers its questions in real time.
///
/// Every method throws a `Problem` with a stable code that says whether to retry.
public final class TollgateService: Sendable {
  /// About how much memory the cached customers take by default, in bytes: 256 MiB.
  public static let defaultCacheBytes = RecordCache.defaultBytes

  /// Verifies customer tokens and secret keys.
  public let authenticator: Authenticator
  /// Creates, lists and revokes the secret keys of apps' own backends.
  public let secretKeys: SecretKeys
  /// Creates anonymous customers, and renews and ends sessions.
  public let sessions: Sessions
  /// Creates accounts and signs in to them.
  public let accounts: Accounts
  public let deletion: CustomerDeletion
  /// Answers what is known about a customer.
  public let customers: CustomerReader
  public let features: FeatureUses
  public let reports: DeviceReports
  /// Reads and completes the profiles of accounts.
  public let profiles: Profiles
  /// Records purchases that customers post and restore.
  public let purchases: PurchaseIntake
  public let promotionalOffers: PromotionalOffers
  public let notifications: NotificationIntake

  public var exports: CustomerExports { CustomerExports(records: records) }

  /// Answers what the App Store shows customers who are about to cancel.
  public var retentionMessages: RetentionMessages {
    RetentionMessages(records: records, identifiers: promotionalOffers.identifiers)
  }

  /// Invites to teams, and lets customers join and leave them.
  public var teams: Teams {
    Teams(accounts: accounts, writer: reports.writer, identifiers: promotionalOffers.identifiers)
  }

  /// Finds customers, explains their answers and grants entitlements, for operators.
  public var operators: OperatorService {
    OperatorService(
      records: records, secretKeys: secretKeys, writer: reports.writer, deletion: deletion,
      identifiers: promotionalOffers.identifiers)
  }

  /// Adds, lists and removes the people who sign in to the operators' pages, and opens their sessions.
  public var people: People {
    People(
      ledger: records.ledger, clock: records.clock, identifiers: promotionalOffers.identifiers)
  }

  var records: CustomerRecords { authenticator.records }
  var revocations: SignInRevocations { accounts.revocations }
  let readiness: Readiness
  /// What the server's operator observes.
  public var observability: Observability { records.observability }
  let signer: ResponseSigner
  /// Compares revisions for the operators' pages; nil if nothing can.
  let replay: RevisionComparison.Replay?
  /// How long a person waits for a comparison.
  let patience: Duration
  /// Reads files that operators edit on their pages; nil if nothing can.
  let readsEdits: EditedBlueprint.Reader?
  /// Searches what operators propose on their pages; nil if nothing can.
  let searches: ProposalSearches?
  private let appsByID: Mutex<[Blueprint.App.ID: ServedApp]>

  /// Creates a service over a ledger, as its only writer.
  ///
  /// - Parameters:
  ///   - apps: The apps to serve, at least one.
  ///   - keys: The keys that sign customer tokens and responses, which are those of the ledger from now on.
  ///   - clock: The server's clock, read again for each attempt of a decision.
  ///   - identifiers: The source of new identifiers and secrets.
  ///   - cacheBytes: About how much memory the cached customers may take, in bytes.
  ///   - passwordCost: The cost of one password hash.
  ///   - keySets: Fetches the key sets of issuers when they are needed.
  ///   - appleSignIn: Sends requests to Sign in with Apple, for apps with a key for it.
  ///   - observability: What the server's operator observes; by default nothing.
  ///   - mail: The operator's hook that sends mail; nil if the server cannot send any.
  ///   - replay: Compares revisions over the ledger's history before one is served again; nil compares nothing.
  ///   - patience: How long a person waits for such a comparison.
  ///   - readsEdits: Reads files that operators edit on their pages; nil lets nobody edit there.
  ///   - searchesProposals: Searches the histories that such files allow; nil searches none.
  /// - Throws: ``ConfigurationError`` if an app's configuration or the ledger is unusable, or the ledger belongs to
  ///   other keys or another environment.
  public init(
    apps: [AppConfiguration], ledger: any Ledger, keys: ServerKeys,
    clock: @escaping @Sendable () -> Instant,
    identifiers: IdentifierSource = .random,
    cacheBytes: Int = TollgateService.defaultCacheBytes, passwordCost: PasswordCost = .standard,
    keySets: any KeySetTransport = HTTPKeySetTransport(),
    appleSignIn: any AppleSignInTransport = HTTPAppleSignInTransport(),
    observability: Observability = Observability(), mail: MailHook? = nil,
    replay: RevisionComparison.Replay? = nil, patience: Duration = .seconds(20),
    readsEdits: EditedBlueprint.Reader? = nil, searchesProposals: ProposalSearch.Run? = nil
  ) async throws(ConfigurationError) {
    guard !apps.isEmpty else { throw ConfigurationError(.noApps, "There is no app to serve.") }
    let bytes = identifiers.bytes
    let tokens = await CustomerTokens(keys)
    signer = try ResponseSigner(keys, bytes: identifiers.bytes)
    self.replay = replay
    self.patience = patience
    self.readsEdits = readsEdits
    searches = searchesProposals.map { ProposalSearches($0) }
    var served: [Blueprint.App.ID: ServedApp] = [:]
    for configuration in apps {
      let app = try ServedApp(configuration, signer)
      guard served.updateValue(app, forKey: app.id) == nil else {
        throw ConfigurationError(.duplicateApp, "Two blueprints name the app \(app.id).")
      }
    }
    appsByID = Mutex(served)
    let owner = LedgerOwner(ledger)
    try await owner.check(
      isProduction: apps.contains { $0.verifier.environments.contains(.production) })
    try await owner.check(keys)
    let records = CustomerRecords(
      ledger: ledger, clock: clock, cacheBytes: cacheBytes, observability: observability)
    let writer = CustomerWriter(records)
    customers = CustomerReader(records: records)
    secretKeys = SecretKeys(ledger: ledger, clock: clock, identifiers: identifiers)
    authenticator = Authenticator(records: records, tokens: tokens, secretKeys: secretKeys)
    sessions = Sessions(
      authenticator: authenticator, writer: writer, reader: customers, tokens: tokens,
      identifiers: identifiers)
    let passwords = PasswordHasher(cost: passwordCost, bytes: bytes)
    accounts = Accounts(
      writer: writer, sessions: sessions, identifiers: identifiers, passwords: passwords,
      attempts: Attempts(ledger: ledger), keySets: KeySets(transport: keySets),
      revocations: SignInRevocations(records: records, transport: appleSignIn),
      mail: mail.map { MailOutbox($0, clock: clock, bytes: bytes) })
    deletion = CustomerDeletion(authenticator: authenticator, writer: writer, tokens: tokens)
    features = FeatureUses(writer: writer)
    reports = DeviceReports(writer: writer, reader: customers)
    profiles = Profiles(writer: writer)
    purchases = PurchaseIntake(writer: writer, reader: customers)
    promotionalOffers = PromotionalOffers(records: records, identifiers: identifiers)
    notifications = NotificationIntake(updates: StoreUpdateRecorder(writer: writer))
    for app in served.keys {
      await observability.unknownProducts.load(app, from: ledger, observability.logger)
    }
    readiness = Readiness(
      ledger: ledger, app: apps[0].blueprint.app.id, clock: clock, observability: observability,
      passwords: passwords, keys: keys)
  }

  /// Whether the server can do its work, and what was bought that no blueprint knows.
  func readinessReport() async -> ReadinessResponse {
    let report = await readiness.report()
    let unknown = apps.flatMap { observability.unknownProducts.names(in: $0.blueprint) }
    guard !unknown.isEmpty else { return report }
    let check = ReadinessResponse.Check("products", .warn, code: "unknown", names: unknown)
    return ReadinessResponse(report.checks + [check], keys: report.keys)
  }

  /// The apps that are served, sorted by name.
  public var apps: [ServedApp] { appsByID.withLock { $0.values.sorted { $0.id < $1.id } } }

  /// The key that responses are signed with, for clients to pin.
  public var answerKey: AnswerKey { signer.publicKey }

  /// The key that will sign responses next, for clients to pin next to the current one; nil if there isn't one.
  public var nextAnswerKey: AnswerKey? { signer.nextPublicKey }

  func serves(_ app: Blueprint.App.ID) -> Bool { served(app) != nil }

  /// The app of that name; nil if there isn't one.
  func served(_ app: Blueprint.App.ID) -> ServedApp? { appsByID.withLock { $0[app] } }

  /// Finds an app.
  ///
  /// - Throws: `Problem` with code `unknown_app`.
  public func app(_ id: Blueprint.App.ID) throws(Problem) -> ServedApp {
    guard let app = served(id) else {
      throw Problem(.unknownApp, "This server has no blueprint of that app.")
    }
    return app
  }

  /// Serves an app by another blueprint, from the next request on.
  ///
  /// - Parameter mistakes: What is wrong with it by this version.
  /// - Throws: `Problem` with code `unknown_app`, or `invalid_value` if it is for another app than the one served.
  func serve(_ stored: StoredBlueprint, mistakes: [String]) throws(Problem) {
    let current = try app(stored.blueprint.app.id)
    do throws(ConfigurationError) {
      let app = try current.serving(stored, mistakes: mistakes, signer)
      appsByID.withLock { $0[app.id] = app }
    } catch {
      throw Problem(.invalidValue, error.message)
    }
  }
}
