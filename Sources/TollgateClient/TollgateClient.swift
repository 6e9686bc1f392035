public import Observation
public import Tollgate

/// The client of an app: who may do what, what to show and how to buy.
///
/// It answers at once from the device's cache, decides with the same engine as the server, and folds in every response
/// of the server. The server decides again on every write, so nothing the device believes can give more than the
/// customer has. "Unknown" is never "no": while ``phase`` is `unknown` nothing is removed and no paywall shows by
/// itself.
///
/// The engine's names come with `import TollgateClient`. Where another module has one of them too, such as
/// FoundationModels' `Prompt`, write `Tollgate.Prompt`.
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
        streams.memberships.send(membership)
      }
    }
  }
  /// How current the state is.
  public internal(set) var connection = Connection.remembered {
    didSet {
      if case .failed(let error) = connection, connection != oldValue {
        configuration.log.write(ClientLog.Entry(error))
      }
    }
  }
  /// Errors that needed no reaction, at most 20, newest last.
  ///
  /// For example, a cache that was reset or a report that the server refused.
  public internal(set) var notices: [ClientError] = []

  // Each state below is a value in a file of its own. The client applies an event with `update(_:_:)` and performs the
  // actions that the event returns.
  var deviceState = DeviceState.locked(waiting: [])
  var session = SessionLifecycle()
  var localCustomer = LocalCustomer()
  var outbox = Outbox()
  var paywalls = PaywallFlow() {
    didSet {
      if presentation != oldValue.presentation { streams.presentations.send(presentation) }
    }
  }
  @ObservationIgnored var cached = MembershipCache()
  /// What the app passed in about the person's age, as it is reported.
  @ObservationIgnored var declared: [DeviceProperty: String] = [:]
  /// The products as the store sells them, as far as they were loaded.
  @ObservationIgnored var products: [CatalogProduct.ID: StoreProduct] = [:]
  @ObservationIgnored let server: ServerCalls
  @ObservationIgnored let streams = ClientStreams()
  @ObservationIgnored let tasks: ClientTasks
  /// The delegate of the system's notification center, if the client set one; the center does not keep it.
  @ObservationIgnored var notificationDelegate: AnyObject?

  /// Creates a client with the device's cached state; ``launch()`` confirms it with the server.
  ///
  /// Before the first unlock after a restart of the device the state cannot be read: ``phase`` is then `unknown`,
  /// ``connection`` and ``notices`` contain `storageUnavailable`, nothing is sent or removed, and the state is read by
  /// ``protectedDataBecameAvailable()``, ``launch()`` or ``reevaluate()``.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
    let storage = DeviceWriter(configuration.storage)
    server = ServerCalls(
      app: configuration.app,
      signatures: Signatures(app: configuration.app, keys: configuration.serverKeys),
      transport: configuration.transport, storage: storage)
    tasks = ClientTasks(storage: storage)
    if !readDevice() {
      note(ClientError(.storageUnavailable))
      connection = .failed(ClientError(.storageUnavailable))
    }
  }

  /// The customer's phase; `unknown` until something is known.
  public var phase: Phase { membership?.phase ?? .unknown }

  /// The access to a feature now; `unknown` until something is known.
  ///
  /// A denial's `message` says why, in the customer's language.
  public func access(to feature: Feature.ID) -> Access {
    let access = membership?.access(to: feature) ?? .unknown
    guard case .denied(let denial) = access else { return access }
    if blueprint?.handle(of: feature) == nil { expect(feature) }
    return .denied(worded(denial, of: feature))
  }

  /// Whether a feature can be used with a size, such as the bytes of a file, or in a parent, such as a project, where its
  /// limit counts sizes or counts for each parent.
  ///
  /// Without a parent, it is about a use that names none. The size of an item that is held is how much it grows.
  public func access(
    to feature: Feature.ID, in parent: String?, asking size: Int = 1
  ) -> Access {
    guard let membership, let now, let handle = membership.blueprint.handle(of: feature),
      membership.blueprint.feature(feature)?.parentKind != nil, membership.phase != .unknown
    else { return access(to: feature, asking: size) }
    let access = membership.blueprint.access(
      to: handle, of: localCustomer.facts, in: parent.map { Parent.ID($0) }, asking: size, at: now)
    guard case .denied(let denial) = access else { return access }
    return membership.isAwaitingPurchase ? .unknown : .denied(worded(denial, of: feature))
  }

  /// Whether a feature can be used with a size, such as the bytes of a file, where its limit counts sizes.
  ///
  /// The size of an item that is held is how much it grows.
  public func access(to feature: Feature.ID, asking size: Int) -> Access {
    let access = membership?.access(to: feature, asking: size) ?? .unknown
    guard case .denied(let denial) = access else { return access }
    if blueprint?.handle(of: feature) == nil { expect(feature) }
    return .denied(worded(denial, of: feature))
  }

  /// Whether an item of a feature can be used: one that is held, unless it is beyond the limit and the blueprint blocks
  /// those, and any other if there is room for it.
  public func access(to feature: Feature.ID, item: String) -> Access {
    guard let membership, let now, let handle = membership.blueprint.handle(of: feature),
      membership.phase != .unknown
    else { return access(to: feature) }
    let access = membership.blueprint.access(
      to: handle, item: Item.ID(item), of: localCustomer.facts, at: now)
    guard case .denied(let denial) = access else { return access }
    return membership.isAwaitingPurchase ? .unknown : .denied(worded(denial, of: feature))
  }

  /// The items of a feature that are held beyond its limit and cannot be used until others are released, sorted; empty
  /// unless the blueprint says `surplus: blocked`.
  public func blockedItems(of feature: Feature.ID) -> [String] {
    guard let membership, let now, let handle = membership.blueprint.handle(of: feature),
      !membership.isAwaitingPurchase
    else { return [] }
    return membership.blueprint.blockedItems(of: handle, for: localCustomer.facts, at: now)
      .map(\.rawValue).sorted()
  }

  /// The items that a feature holds, in the order in which they were added; empty while they are unknown.
  ///
  /// An app can list them, release the first to make room for a new one, and stop when its own was released on another
  /// device. They are what the server last sent, with the changes that wait on this device. A use that `perform` has
  /// reserved holds nothing yet. What others hold of a feature that a team counts together is not among them.
  public func heldItems(of feature: Feature.ID) -> [String] {
    expect(feature)
    guard let now else { return [] }
    return localCustomer.facts.itemsInOrder(of: feature, at: now).map(\.rawValue)
  }

  /// The credits in a wallet now; 0 while unknown, which differs from an empty wallet.
  public func credits(in wallet: Wallet.ID) -> Int {
    let credits = membership?.credits(in: wallet) ?? 0
    if credits == 0 { expect(wallet, "wallet") { $0.credits.map(\.id) } }
    return credits
  }

  /// Whether the customer has an entitlement now; `unknown` until something is known.
  public func entitlement(_ entitlement: Entitlement.ID) -> Entitlement.Status {
    let status = membership?.entitlement(entitlement) ?? .unknown
    if !status.isActive { expect(entitlement) }
    return status
  }

  /// The customer's current entitlements, sorted; empty while unknown, which differs from having none.
  public var entitlements: [Entitlement.ID] { membership?.entitlements ?? [] }

  /// The prompts that may show now at a placement; empty while unknown.
  public func prompts(at placement: Placement.ID) -> [Prompt] {
    guard let membership, membership.phase != .unknown else { return [] }
    expect(placement)
    return membership.prompts.compactMap { membership.blueprint.prompt($0) }
      .filter { $0.placement == placement }
  }

  /// The visibility of a part of a screen, by an entitlement.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - entitlement: The entitlement; nil means any.
  public func visibility(
    _ rule: VisibilityRule, entitlement: Entitlement.ID? = nil
  ) -> VisibilityRule.Visibility {
    guard phase != .unknown else { return rule.visibility(for: .unknown) }
    let isEntitled = entitlement.map { self.entitlement($0).isActive } ?? !entitlements.isEmpty
    if isEntitled { return rule.visibility(for: .allowed(nil)) }
    let mayBe = entitlement.map { self.entitlement($0) == .unknown } ?? isAwaitingPurchase
    return rule.visibility(
      for: mayBe ? .unknown : .denied(Denial(reason: .notIncluded, paywall: nil)))
  }

  /// The visibility of a part of a screen, by a feature.
  public func visibility(
    _ rule: VisibilityRule, feature: Feature.ID
  ) -> VisibilityRule.Visibility {
    rule.visibility(for: access(to: feature))
  }

  /// Whether the membership relies on a signed purchase that the server has not confirmed yet.
  ///
  /// Such a purchase gives access on this device alone, until it expires or the server responds.
  public var isProvisional: Bool { localCustomer.isProvisional }

  /// Whether a purchase that the store has signed waits for the server, and what it gives is not known yet.
  ///
  /// Say that it is being confirmed, as ``SubscriptionSettingsModel`` does, and neither that nothing was bought nor that
  /// it is for sale. It ends within 21.5 seconds: see ``purchase(_:offer:billing:seats:)``.
  public var isAwaitingPurchase: Bool { membership?.isAwaitingPurchase ?? false }

  /// The customer's store transactions, consumables included, in order of purchase.
  public var transactions: [StoreTransaction] { localCustomer.facts.storeTransactions }

  /// The paywall on screen; the app's views show exactly this.
  public var presentation: PaywallPresentation? { paywalls.presentation }

  /// Whether a purchase is in progress with the store.
  public var isPurchasing: Bool { paywalls.isPurchasing }

  /// Whether a purchase was completed and not yet acknowledged; see ``acknowledgeSubscription()``.
  public var hasJustSubscribed: Bool { paywalls.hasJustSubscribed }

  /// Whether this installation has shown its onboarding; false until the device's storage can be read.
  ///
  /// ``onboardingSeen()`` sets it.
  public var hasSeenOnboarding: Bool { deviceState.hasSeenOnboarding }

  /// The device's identifier, which survives a reinstall; nil until the device's storage can be read.
  public var device: Device.ID? { deviceState.installation?.device }

  /// The customer the device acts for; nil before the first one and after signing out.
  public var customer: Customer.ID? { session.current?.customer }

  /// The signed-in account; nil while anonymous or signed out.
  public var account: Account.ID? { session.current?.account }

  /// The signed-in account's email address, if the server provided it.
  public var email: String? { session.current?.email }

  /// The best estimate of the server's time, never later than the server's own clock and never running back; nil before
  /// the server's first response.
  public var now: Instant? { cached.now(uptime: configuration.uptime()) }

  /// How many reports are waiting for the network.
  public var pendingCount: Int { outbox.writes.count }
}

extension TollgateClient {
  /// Applies an event to one of the client's states; an event that changes nothing notifies no observer.
  func update<State: Equatable, Output>(
    _ state: ReferenceWritableKeyPath<TollgateClient, State>, _ event: (inout State) -> Output
  ) -> Output {
    var next = self[keyPath: state]
    let output = event(&next)
    if next != self[keyPath: state] { self[keyPath: state] = next }
    return output
  }

  /// Keeps an error that needs no reaction, and writes it to the log.
  func note(_ error: ClientError) {
    keep(error)
    configuration.log.write(ClientLog.Entry(error))
  }

  func keep(_ error: ClientError) { notices = (notices + [error]).suffix(20) }

  /// Reads the device's cached state; returns false, with nothing changed, while protected data is not available.
  func readDevice() -> Bool {
    let device: CachedDevice
    do {
      device = try CachedDevice(configuration, server.signatures)
    } catch {
      return false
    }
    let nonce = session.appleNonce
    let hasLaunched = cached.freshness.hasLaunched
    deviceState = .unlocked(device.installation)
    session = device.session
    session.appleNonce = nonce
    cached = device.membership
    cached.freshness.hasLaunched = hasLaunched
    outbox = device.outbox
    paywalls.lastShown = device.lastShown
    for notice in device.notices { note(notice) }
    connection = .remembered
    if let records = device.outboxRecords {
      tasks.storage.opened(journal: DeviceCache.Part.outbox.name, records: records)
    }
    for change in device.changes { store(change) }
    evaluate()
    return true
  }

  /// Waits until everything that was saved is on the device, or waits for protected data.
  func settle() async {
    if !tasks.storage.settleImmediately() { await tasks.storage.settle() }
    noteFailures()
  }

  /// Stores a part of the cache soon; while protected data is not available, it waits.
  func save<Value>(_ value: Value, as part: DeviceCache.Part<Value>) {
    // What cannot be read yet must not be replaced.
    if !deviceState.isLocked { store(part.change(to: value)) }
  }

  /// Removes a part of the cache soon.
  func remove<Value>(_ part: DeviceCache.Part<Value>) {
    if !deviceState.isLocked { store(part.removal) }
  }

  /// Requests a change to the device's storage.
  func store(_ change: DeviceChange) {
    tasks.storage.make(change)
    noteFailures()
  }

  /// Adds a notice for each change that failed since the last call.
  private func noteFailures() {
    for _ in 0..<tasks.storage.takeFailures() { note(ClientError(.storageFailed)) }
  }
}
