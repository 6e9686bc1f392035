import Tollgate
import TollgateWire

/// What the device has cached from the server, and the membership that follows from it.
///
/// It is a state machine without network, storage or clock. Every response returns the actions that the client performs, in order.
struct MembershipCache: Sendable {
  /// What is known.
  enum State: Sendable {
    /// Nothing.
    case empty
    /// The app's rules, but no customer.
    case rules(CachedBlueprint)
    /// A customer, but not the app's rules.
    case customer(ConfirmedCustomer)
    /// Both.
    case complete(CachedBlueprint, ConfirmedCustomer)
  }

  /// The app's rules, and which edition of them it is.
  struct CachedBlueprint: Sendable {
    let blueprint: Blueprint
    /// The entity tag of the response.
    let tag: String?
    let revision: String

    /// Whether it ships in the app: only the server's has a tag.
    var isBundled: Bool { tag == nil }
  }

  /// An action beyond changing the state.
  enum Action: Hashable, Sendable {
    /// Store ``clock``.
    case saveClock
    /// Store ``customer``.
    case saveCustomer
    /// The customer belongs to an account.
    case identify(Account.ID)
    /// The server has confirmed the state at an instant.
    case confirm(Instant)
    /// Evaluate the membership again.
    case evaluate
  }

  var state = State.empty
  var clock: TrustedClock?
  /// Whether the customer, or the blueprint, should be fetched again.
  var isStale = false
  /// The notifications scheduled on the device.
  var scheduledNudges: [PlannedNudge] = []
  /// When the app was last opened since it was launched.
  var openedAt: Instant?
  /// How long ago the server confirmed it.
  var freshness = Freshness()

  /// The app's rules.
  var blueprint: Blueprint? { cachedBlueprint?.blueprint }

  /// The app's rules, and which edition of them it is.
  var cachedBlueprint: CachedBlueprint? {
    switch state {
    case .empty, .customer: nil
    case .rules(let blueprint), .complete(let blueprint, _): blueprint
    }
  }

  /// The customer, as far as the server has confirmed it.
  var customer: ConfirmedCustomer? {
    switch state {
    case .empty, .rules: nil
    case .customer(let customer), .complete(_, let customer): customer
    }
  }
}

extension MembershipCache {
  /// The server sent a blueprint.
  mutating func adopt(_ blueprint: CachedBlueprint) {
    switch state {
    case .empty, .rules: state = .rules(blueprint)
    case .customer(let customer), .complete(_, let customer):
      state = .complete(blueprint, customer)
    }
  }

  /// The server sent a whole snapshot; it is merged unless the device now acts for another customer.
  mutating func received(
    _ snapshot: DeviceSnapshot, _ response: SignedResponse, for current: Customer.ID?,
    uptime: Duration
  ) -> [Action] {
    synchronizeClock(with: snapshot.serverTime, uptime: uptime)
    guard snapshot.id == current, response.customer == snapshot.id else { return [.saveClock] }
    freshness.confirmed(at: uptime)
    if customer == nil {
      set(ConfirmedCustomer(snapshot, response))
    } else {
      updateCustomer { $0.merge(snapshot, response) }
    }
    isStale = cachedBlueprint.map { $0.revision != snapshot.blueprintRevision } ?? false
    return [.saveClock] + (snapshot.account.map { [.identify($0)] } ?? [])
      + [.confirm(snapshot.serverTime), .saveCustomer, .evaluate]
  }

  /// The server sent the facts of one write; they are merged unless the device now acts for another customer.
  mutating func received(
    _ change: ChangeResponse, _ response: SignedResponse, for current: Customer.ID?,
    uptime: Duration
  ) -> [Action] {
    synchronizeClock(with: change.serverTime, uptime: uptime)
    guard response.customer == current else { return [.saveClock] }
    var isIncomplete = true
    updateCustomer { customer in
      isIncomplete = customer.merge(change, response) || customer.hasTooManyResponses
    }
    if isIncomplete { isStale = true }
    return [.saveClock, .saveCustomer, .evaluate]
  }

  /// The device acts for a customer; whatever is cached about another is removed.
  mutating func keepCustomer(_ id: Customer.ID) {
    if customer?.id != id { removeCustomer() }
  }

  /// The device no longer acts for the customer.
  mutating func removeCustomer() {
    freshness.forgotten()
    switch state {
    case .empty, .customer: state = .empty
    case .rules: break
    case .complete(let blueprint, _): state = .rules(blueprint)
    }
  }

  /// Sets the customer, from the device's storage or from the first snapshot.
  mutating func set(_ customer: ConfirmedCustomer) {
    switch state {
    case .empty, .customer: state = .customer(customer)
    case .rules(let blueprint), .complete(let blueprint, _):
      state = .complete(blueprint, customer)
    }
  }

  private mutating func updateCustomer(_ change: (inout ConfirmedCustomer) -> Void) {
    switch state {
    case .empty, .rules: break
    case .customer(var customer):
      // Emptied first, so that the facts are changed in place.
      state = .empty
      change(&customer)
      state = .customer(customer)
    case .complete(let blueprint, var customer):
      state = .empty
      change(&customer)
      state = .complete(blueprint, customer)
    }
  }
}

extension MembershipCache {
  /// The best estimate of the server's time; nil before its first response.
  func now(uptime: Duration) -> Instant? { clock?.now(uptime: uptime) }

  /// Time has passed on the device.
  mutating func timePassed(uptime: Duration) -> [Action] {
    guard clock != nil else { return [.evaluate] }
    clock?.settle(uptime: uptime)
    return [.saveClock, .evaluate]
  }

  /// The store signed a transaction, whose time starts the clock of a device that has never received a response from
  /// the server.
  mutating func storeSigned(at instant: Instant, uptime: Duration) -> [Action] {
    guard clock == nil else { return [] }
    clock = TrustedClock(server: instant, uptime: uptime)
    return [.saveClock]
  }

  mutating func synchronizeClock(with server: Instant, uptime: Duration) {
    if clock == nil {
      clock = TrustedClock(server: server, uptime: uptime)
    } else {
      clock?.synchronize(with: server, uptime: uptime)
    }
  }
}
