package import AppStoreSimulator
package import Foundation
package import Tollgate
package import TollgateAppStore
package import TollgateLedger
package import TollgateServer
import TollgateWire

/// One app's real server over a ledger and a simulated App Store, on one clock.
///
/// The playground, scenarios, `TollgateTest` and this package's own tests all run on it; what differs between them is
/// how requests reach the server: directly, through its router, or over a socket.
package struct SimulatedBackend: Sendable {
  /// What the server accepts, and the sources of what it does not decide itself.
  package struct Configuration: Sendable {
    /// The source of the server's identifiers and secrets.
    package var identifiers: IdentifierSource
    /// The server's keys; nil means the first ones that `identifiers` creates.
    package var keys: ServerKeys?
    /// Trusted token issuers; nil means Sign in with Apple in the app itself.
    package var issuers: [TokenIssuer]?
    /// Fetches the key sets of issuers.
    package var keySets: any KeySetTransport
    /// The key for Sign in with Apple; nil revokes no sign-ins.
    package var signInKey: AppleSignInKey?
    /// Sends requests to Sign in with Apple.
    package var appleSignIn: any AppleSignInTransport = HTTPAppleSignInTransport()
    /// The hook that sends mail; nil if the server cannot send any.
    package var mail: MailHook?
    /// The environments whose signed data the server accepts.
    package var environments: Set<TollgateAppStore.Environment>
    /// The trusted certificates of Xcode's local testing, in DER.
    package var localCertificates: [Data]
    /// The app's Apple ID, which production requires.
    package var appAppleID: Int64?
    /// Which customers' sandbox purchases are accepted.
    package var sandbox: SandboxPolicy
    /// The app's in-app purchase key, which signs promotional offers and full prices.
    package var offerKey: AppStoreKey?
    /// Whether builds with RevenueCat's SDK buy in the app.
    package var answersRevenueCat = false
    /// What the server's operator observes.
    package var observability = Observability()
    /// Compares revisions for the operators' pages; nil compares nothing.
    package var replay: RevisionComparison.Replay?
    /// Reads files that operators edit on their pages; nil lets nobody edit there.
    package var readsEdits: EditedBlueprint.Reader?
    /// Searches the histories that such files allow; nil searches none.
    package var searchesProposals: ProposalSearch.Run?
    /// The clients of the store's Server API; none by default.
    package var storeAPIs:
      @Sendable (SignedDataVerifier) throws -> [StoreEnvironment: AppStoreServerAPI] = { _ in [:] }

    package init(
      identifiers: IdentifierSource = .counting(), issuers: [TokenIssuer]? = nil,
      keySets: any KeySetTransport = HTTPKeySetTransport(),
      environments: Set<TollgateAppStore.Environment>, appAppleID: Int64? = nil,
      sandbox: SandboxPolicy = .allowed, localCertificates: [Data] = []
    ) {
      self.identifiers = identifiers
      self.issuers = issuers
      self.keySets = keySets
      self.environments = environments
      self.appAppleID = appAppleID
      self.sandbox = sandbox
      self.localCertificates = localCertificates
    }
  }

  package let blueprint: Blueprint
  package let store: AppStoreSimulator
  package let ledger: any Ledger
  package let keys: ServerKeys
  package let service: TollgateService
  private let clock: @Sendable () -> Instant

  /// Starts a server for an app.
  ///
  /// - Parameters:
  ///   - store: The store, whose certificate the server trusts.
  ///   - ledger: The ledger; a new one in memory by default.
  ///   - clock: The server's clock; by default the store's.
  /// - Throws: `ConfigurationError`, or the error of `storeAPIs`.
  package init(
    _ blueprint: Blueprint, revision: String, store: AppStoreSimulator,
    ledger: any Ledger = SQLiteLedger.inMemory(), configuration: Configuration,
    clock: (@Sendable () -> Instant)? = nil
  ) async throws {
    let verifier = SignedDataVerifier(
      roots: [store.chain.root], bundleID: blueprint.app.bundleID,
      appAppleID: configuration.appAppleID, environments: configuration.environments,
      localCertificates: configuration.localCertificates)
    let clock = clock ?? { store.now }
    self.blueprint = blueprint
    self.store = store
    self.ledger = ledger
    self.clock = clock
    keys =
      try configuration.keys
      ?? ServerKeys(at: clock(), identifiers: configuration.identifiers)
    service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: blueprint, revision: revision, verifier: verifier,
          storeAPIs: try configuration.storeAPIs(verifier), issuers: configuration.issuers,
          signInKey: configuration.signInKey, sandbox: configuration.sandbox,
          offerKey: configuration.offerKey, answersRevenueCat: configuration.answersRevenueCat)
      ], ledger: ledger, keys: keys, clock: clock, identifiers: configuration.identifiers,
      passwordCost: .negligible, keySets: configuration.keySets,
      appleSignIn: configuration.appleSignIn, observability: configuration.observability,
      mail: configuration.mail, replay: configuration.replay, patience: .seconds(3_600),
      readsEdits: configuration.readsEdits, searchesProposals: configuration.searchesProposals)
  }

  package var app: Blueprint.App.ID { blueprint.app.id }

  /// The server's current time.
  package var now: Instant { clock() }

  /// The key that the server signs its responses with, in Base64.
  package var serverKey: String { service.answerKey.base64 }
}
