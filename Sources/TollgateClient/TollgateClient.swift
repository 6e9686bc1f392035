public import Observation
public import Tollgate
import TollgateWire

/// The client of an app: who may do what, what to show and how to buy.
///
/// It answers at once from the device's cache, decides with the same engine as the server, and folds in every response
/// of the server. The server decides again on every write, so nothing the device believes can give more than the
/// customer has. "Unknown" is never "no": while ``phase`` is `unknown` nothing is removed and no paywall shows.
///
/// The class is named after its module, and the engine's module is `Tollgate`, so that `Tollgate.Product` and
/// `StoreKit.Product` can be used side by side in one file.
@MainActor
@Observable
public final class TollgateClient {
  /// How current the client's state is.
  public enum Connection: Hashable, Sendable {
    /// Only what the device has cached.
    case remembered
    /// Confirmed by the server at an instant.
    case confirmed(Instant)
    /// The server could not confirm it.
    case failed(ClientError)
  }

  /// The configuration that the client was created with.
  public let configuration: Configuration
  /// The app's rules; nil until the server has sent them once.
  public internal(set) var blueprint: Blueprint?
  /// The customer's membership; nil while there is no blueprint, and `unknown` while there is no customer.
  public internal(set) var membership: Membership? {
    didSet {
      if let membership, !(oldValue?.answers(like: membership) ?? false) {
        memberships.send(membership)
      }
    }
  }
  /// Whether the membership relies on a signed purchase that the server has not confirmed yet.
  ///
  /// Such a purchase gives access on this device alone, until it expires or the server responds.
  public internal(set) var isProvisional = false
  /// How current the state is.
  public internal(set) var connection = Connection.remembered
  /// The paywall on screen; the app's views show exactly this.
  public internal(set) var presentation: PaywallPresentation? {
    didSet { if presentation != oldValue { presentations.send(presentation) } }
  }
  /// Whether a purchase is in progress with the store.
  public internal(set) var isPurchasing = false
  /// Whether a purchase was completed and not yet acknowledged; see ``acknowledgeSubscription()``.
  public internal(set) var hasJustSubscribed = false
  /// Whether this installation has shown its onboarding; read once, when the client is created.
  ///
  /// ``onboardingSeen()`` sets it.
  public internal(set) var hasSeenOnboarding = false
  /// Errors that needed no reaction, at most 20, newest last.
  ///
  /// For example, a cache that was reset or a report that the server refused.
  public internal(set) var notices: [ClientError] = []
  /// The device's identifier, which survives a reinstall.
  public let device: Device.ID

  var session: Session?
  @ObservationIgnored var known: KnownCustomer?
  /// What the device believes about the customer: confirmed facts, waiting reports and purchases the store signed.
  var facts = Customer()
  @ObservationIgnored var blueprintTag: String?
  @ObservationIgnored var blueprintRevision: String?
  @ObservationIgnored var clock: TrustedClock?
  var outbox: [PendingWrite] = []
  /// The purchase whose outcome is awaited, and why the server refused it.
  @ObservationIgnored var awaited: (key: Idempotency.Key, refusal: ClientError?)?
  @ObservationIgnored var scheduledNudges: [PlannedNudge] = []
  @ObservationIgnored var products: [Product.ID: StoreProduct] = [:]
  @ObservationIgnored var intentions: [PurchaseIntention] = []
  @ObservationIgnored var hasShownPaywall = false
  @ObservationIgnored var lastShown: [Placement.ID: Instant] = [:]
  /// The request whose paywall is being loaded, by its number, and its priority.
  var loading: (number: Int, priority: Int)?
  @ObservationIgnored var paywallRequests = 0
  /// Sessions that were left and whose end the server has not yet been notified of.
  @ObservationIgnored var endedSessions: [EndedSession] = []
  /// The nonce of the Sign in with Apple in progress.
  @ObservationIgnored var appleNonce: SignInNonce?
  @ObservationIgnored var awaitingEnd: [CheckedContinuation<PlacementOutcome.Ending, Never>] = []
  @ObservationIgnored var leftAt: Instant?
  /// Counts sign-outs, so that a late response is not attributed to the next person.
  @ObservationIgnored var signOuts = 0
  @ObservationIgnored var isStale = false
  /// How many requests of the outbox failed in a row.
  @ObservationIgnored var failures = 0
  @ObservationIgnored var retrying: Task<Void, Never>?
  @ObservationIgnored var flushing: Task<ClientError?, Never>?
  @ObservationIgnored var scheduling: Task<Void, Never>?
  @ObservationIgnored var founding: Task<Result<Session, ServerCalls.Failure>, Never>?
  @ObservationIgnored var profiling: Task<Result<Profile, ClientError>, Never>?
  @ObservationIgnored var alarm: Task<Void, Never>?
  @ObservationIgnored let memberships = Broadcast<Membership>(limit: 1)
  @ObservationIgnored let presentations = Broadcast<PaywallPresentation?>(limit: 1)
  @ObservationIgnored let purchases = Broadcast<PurchaseChange>(limit: changeLimit)
  @ObservationIgnored let uses = Broadcast<UseChange>(limit: changeLimit)
  @ObservationIgnored let cache: DeviceCache
  @ObservationIgnored let server: ServerCalls

  /// Creates a client with the device's cached state; ``launch()`` confirms it with the server.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
    cache = DeviceCache(storage: configuration.storage)
    server = ServerCalls(
      app: configuration.app,
      signatures: Signatures(app: configuration.app, key: configuration.serverKey),
      transport: configuration.transport)
    var notices: [ClientError] = []
    device = Self.device(in: cache, makeID: configuration.makeID, &notices)
    self.notices = notices
    remember()
  }

  /// The customer's phase; `unknown` until something is known.
  public var phase: Phase { membership?.phase ?? .unknown }

  /// The access to a feature now; `unknown` until something is known.
  public func access(to feature: Feature.ID) -> Access {
    membership?.access(to: feature) ?? .unknown
  }

  /// The credits in a wallet now; 0 while unknown, which differs from an empty wallet.
  public func credits(in wallet: Wallet.ID) -> Int { membership?.credits(in: wallet) ?? 0 }

  /// Whether the customer has an entitlement now; `unknown` until something is known.
  public func entitlement(_ entitlement: Entitlement.ID) -> Entitlement.Status {
    membership?.entitlement(entitlement) ?? .unknown
  }

  /// The customer's current entitlements, sorted; empty while unknown, which differs from having none.
  public var entitlements: [Entitlement.ID] { membership?.entitlements ?? [] }

  /// The prompts that may show now at a placement; empty while unknown.
  public func prompts(at placement: Placement.ID) -> [Prompt] {
    guard let membership, membership.phase != .unknown else { return [] }
    return membership.prompts.compactMap { membership.blueprint.prompt($0) }
      .filter { $0.placement == placement }
  }

  /// The customer the device acts for; nil before the first one and after signing out.
  public var customer: Customer.ID? { session?.customer }

  /// The customer's store transactions, consumables included, in order of purchase.
  public var transactions: [StoreTransaction] { facts.storeTransactions }

  /// The signed-in account; nil while anonymous or signed out.
  public var account: Account.ID? { session?.account }

  /// The signed-in account's email address, if the server provided it.
  public var email: String? { session?.email }

  /// The best estimate of the server's time, never later than the server's own clock and never running back; nil before
  /// the server's first response.
  public var now: Instant? { clock?.now(uptime: configuration.uptime()) }

  /// How many reports are waiting for the network.
  public var pendingCount: Int { outbox.count }

  func note(_ error: ClientError) { notices = (notices + [error]).suffix(20) }
}
