public import Observation
public import Tollgate
import TollgateWire

/// The one object an app asks: who may do what, what to show, and how to buy.
///
/// It answers at once from what the device remembers, decides with the same engine as the server, and folds every
/// answer of the server in. The server decides again on every write, so nothing the device believes can give more than
/// it has. "Could not tell" is never "no": while ``phase`` is `unknown` nothing is taken away and no paywall shows.
///
/// The class is named after its module and the module of the engine is `Tollgate`, so that `Tollgate.Product` and
/// `StoreKit.Product` can stand side by side in one file.
@MainActor
@Observable
public final class TollgateClient {
  /// How far what is shown can be relied on.
  public enum Connection: Hashable, Sendable {
    /// Nothing but what the device remembers.
    case remembered
    /// Confirmed by the server at an instant.
    case confirmed(Instant)
    /// The server could not confirm it.
    case failed(ClientError)
  }

  /// What the client is made of.
  public let configuration: Configuration
  /// The app's rules; nil until the server has sent them once.
  public internal(set) var blueprint: Blueprint?
  /// What holds for the customer; nil while there is no blueprint, and `unknown` while there is no customer.
  public internal(set) var membership: Membership? {
    didSet {
      if let membership, !(oldValue?.answers(like: membership) ?? false) {
        memberships.send(membership)
      }
    }
  }
  /// Whether it rests on a purchase that the store has signed and the server could not be asked about yet.
  ///
  /// Such a purchase gives access on this device alone, until it ends by itself or the server answers.
  public internal(set) var isProvisional = false
  /// How far it can be relied on.
  public internal(set) var connection = Connection.remembered
  /// The paywall on screen; the app's views show what this says and nothing else.
  public internal(set) var presentation: PaywallPresentation? {
    didSet { if presentation != oldValue { presentations.send(presentation) } }
  }
  /// Whether the store is asked to sell something.
  public internal(set) var isPurchasing = false
  /// Whether a purchase was completed and nobody has been told yet; see ``acknowledgeSubscription()``.
  public internal(set) var hasJustSubscribed = false
  /// Whether this installation has shown its onboarding; read once, when the client is made.
  ///
  /// ``onboardingSeen()`` says that it has.
  public internal(set) var hasSeenOnboarding = false
  /// What went wrong and needed nobody, at most 20, newest last.
  ///
  /// A cache that started clean, a report the server refused.
  public internal(set) var notices: [ClientError] = []
  /// The device's identifier, which survives a reinstall.
  public let device: Device.ID

  var session: Session?
  @ObservationIgnored var known: KnownCustomer?
  /// What the device believes of the customer: what is known, what waits for the network, what the store signed.
  var facts = Customer()
  @ObservationIgnored var blueprintTag: String?
  @ObservationIgnored var blueprintRevision: String?
  @ObservationIgnored var clock: TrustedClock?
  var outbox: [PendingWrite] = []
  /// The purchase whose outcome is waited for, and why the server refused it.
  @ObservationIgnored var awaited: (key: Idempotency.Key, refusal: ClientError?)?
  @ObservationIgnored var scheduledNudges: [PlannedNudge] = []
  @ObservationIgnored var products: [Product.ID: StoreProduct] = [:]
  @ObservationIgnored var intentions: [PurchaseIntention] = []
  @ObservationIgnored var hasShownPaywall = false
  @ObservationIgnored var lastShown: [Placement.ID: Instant] = [:]
  /// The request whose paywall is being loaded, by its number, and how much it matters.
  var loading: (number: Int, priority: Int)?
  @ObservationIgnored var paywallRequests = 0
  /// The sessions that were left and that the server has not been told of yet.
  @ObservationIgnored var endedSessions: [EndedSession] = []
  /// What was made for the Sign in with Apple that is under way.
  @ObservationIgnored var appleNonce: SignInNonce?
  @ObservationIgnored var awaitingEnd: [CheckedContinuation<PlacementOutcome.Ending, Never>] = []
  @ObservationIgnored var leftAt: Instant?
  /// Counts the people who signed out, so that what comes late is not the next one's.
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

  /// Makes a client that already knows what the device remembers; ``launch()`` has the server confirm it.
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

  /// Where the customer stands; `unknown` until something is known.
  public var phase: Phase { membership?.phase ?? .unknown }

  /// A feature's answer now; `unknown` until something is known.
  public func access(to feature: Feature.ID) -> Access {
    membership?.access(to: feature) ?? .unknown
  }

  /// The credits in a wallet now; 0 while unknown, which is not the same as an empty wallet.
  public func credits(in wallet: Wallet.ID) -> Int { membership?.credits(in: wallet) ?? 0 }

  /// Whether an entitlement holds now.
  public func isEntitled(to entitlement: Entitlement.ID) -> Bool {
    membership?.isEntitled(to: entitlement) ?? false
  }

  /// The entitlements that hold now, sorted; none while unknown, which is not the same as having none.
  public var entitlements: [Entitlement.ID] { membership?.entitlements ?? [] }

  /// The prompts that may show now at a placement; none while unknown.
  public func prompts(at placement: Placement.ID) -> [Prompt] {
    guard let membership, membership.phase != .unknown else { return [] }
    return membership.prompts.compactMap { membership.blueprint.prompt($0) }
      .filter { $0.placement == placement }
  }

  /// The customer the device acts for; nil before the first and after signing out.
  public var customer: Customer.ID? { session?.customer }

  /// The store's transactions of the customer, consumables included, in order of purchase.
  public var transactions: [StoreTransaction] { facts.storeTransactions }

  /// The account that is signed in; nil while anonymous or signed out.
  public var account: Account.ID? { session?.account }

  /// The email address of the account that is signed in, where the server told it.
  public var email: String? { session?.email }

  /// The server's time as far as it can be told, never later than the server's own and never running back; nil before
  /// the server's first answer.
  public var now: Instant? { clock?.now(uptime: configuration.uptime()) }

  /// How many reports wait for the network.
  public var pendingCount: Int { outbox.count }

  func note(_ error: ClientError) { notices = (notices + [error]).suffix(20) }
}
