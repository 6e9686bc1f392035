/// Everything known of one customer: the fold of their facts.
///
/// The fold is a join: ``join(_:)-(Fact)`` and ``join(_:)-(Customer)`` are commutative, associative and idempotent,
/// so the order, number and delay of facts cannot matter, and merging an anonymous customer into a signed-in one is
/// the same operation as applying facts.
public struct Customer: Hashable, Sendable {
  /// The app user id: the name of the customer on the wire and in the ledger.
  public typealias ID = Identifier<Customer>

  struct UseKey: Hashable, Sendable {
    let origin: Customer.ID
    let key: Idempotency.Key
  }

  struct DeviceKey: Hashable, Sendable {
    let device: Device.ID
    let origin: Customer.ID?

    /// Sorts by name, and then by origin.
    var order: (Device.ID, String) { (device, origin?.rawValue ?? "") }
  }

  struct ItemKey: Hashable, Sendable {
    let item: Item.ID
    let origin: Customer.ID
  }

  struct Holding: Hashable, Sendable {
    var takenAt: Instant?
    var releasedAt: Instant?
  }

  struct PaywallKey: Hashable, Sendable {
    let paywall: Paywall.ID
    let action: PaywallEvent.Action
    let key: Idempotency.Key
    let feature: Feature.ID?
    let placement: Placement.ID?
  }

  struct NudgeKey: Hashable, Sendable {
    let nudge: Nudge.ID
    let occurrence: Instant
  }

  struct ForfeitKey: Hashable, Sendable {
    let trial: Trial.ID
    let device: Device.ID
  }

  var accounts: [Account.ID: Instant] = [:]
  var devices: [DeviceKey: Instant] = [:]
  var milestones: [Milestone.ID: Instant] = [:]
  var trials: [Trial.ID: TrialStart] = [:]
  var forfeits: [ForfeitKey: Instant] = [:]
  var transactions: [StoreTransaction.ID: StoreTransaction] = [:]
  var renewals: [PurchaseID: StoreRenewal] = [:]
  var transfers: [PurchaseID: PurchaseTransfer] = [:]
  var uses: [Feature.ID: [UseKey: Instant]] = [:]
  var items: [Feature.ID: [ItemKey: Holding]] = [:]
  var dismissals: [Prompt.ID: [Idempotency.Key: Instant]] = [:]
  var paywalls: [PaywallKey: Instant] = [:]
  var nudges: [NudgeKey: Instant] = [:]
  var grants: [Grant.ID: Grant] = [:]
  var profile: [ProfileKey: ProfileRow] = [:]

  /// A customer of whom nothing is known.
  public init() {}

  /// The fold of facts, in whatever order they come.
  public init(_ facts: some Sequence<Fact>) {
    for fact in facts { join(fact) }
  }

  /// The devices the customer has been seen on.
  public var knownDevices: Set<Device.ID> { Set(devices.keys.map(\.device)) }

  /// The device on which the customer of a name began, or nil where none was named.
  ///
  /// It never changes, not by a merge either: the devices of whoever became part of the customer came later.
  public func firstDevice(of id: Customer.ID) -> Device.ID? {
    devices.filter { $0.key.origin == nil || $0.key.origin == id }
      .min { ($0.value, $0.key.device) < ($1.value, $1.key.device) }?.key.device
  }

  /// The account the customer opened first, or nil while anonymous.
  public var account: Account.ID? {
    accounts.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  /// The instant a milestone was reached, or nil where it was not.
  public func reached(_ milestone: Milestone.ID) -> Instant? { milestones[milestone] }

  /// The trial's start, or nil where it has not started.
  public func start(of trial: Trial.ID) -> TrialStart? { trials[trial] }

  /// The store's transactions, the newest version of each, in order of purchase.
  public var storeTransactions: [StoreTransaction] {
    transactions.values.sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
  }

  /// What the store will do with a subscription next, as it last signed it; nil where it said nothing.
  public func renewal(of subscription: PurchaseID) -> StoreRenewal? {
    renewals[subscription]
  }

  /// The names of the items a feature holds at an instant, sorted.
  public func heldItems(of feature: Feature.ID, at instant: Instant) -> [Item.ID] {
    (items[feature] ?? [:]).filter { $0.value.isHeld(at: instant) }.keys.map(\.item).sorted()
  }

  /// Whose an item is that a feature holds at an instant: the asking customer's, or one's that became part of them.
  public func holder(
    of item: Item.ID, in feature: Feature.ID, for customer: Customer.ID, at instant: Instant
  ) -> Customer.ID? {
    let origins = (items[feature] ?? [:])
      .filter { $0.key.item == item && $0.value.isHeld(at: instant) }.keys.map(\.origin)
    return origins.contains(customer) ? customer : origins.min()
  }

  /// The newest instant that our own server stamped.
  public var newestStamp: Instant? {
    facts.compactMap { fact -> Instant? in
      switch fact {
      case .signedUp(let fact): fact.at
      case .device(let fact): fact.at
      case .milestone(let fact): fact.at
      case .trialForfeited(let fact): fact.at
      case .transfer(let fact): fact.at
      case .use(let fact): fact.at
      case .item(let fact): fact.at
      case .dismissal(let fact): fact.at
      case .paywall(let fact): fact.at
      case .nudge(let fact): fact.at
      case .profile(let fact): fact.at
      case .trialStarted, .transaction, .renewal, .grant: nil
      }
    }.max()
  }

  /// The clock, never earlier than the newest stamp; nil where it would be lifted by over a day.
  public func now(notBefore clock: Instant) -> Instant? {
    guard let newest = newestStamp, clock < newest else { return clock }
    return newest.since(clock) <= Instant.millisecondsPerDay ? newest : nil
  }

  /// Whether a use with this key was counted.
  public func hasUse(of feature: Feature.ID, key: Idempotency.Key, by origin: Customer.ID) -> Bool {
    uses[feature]?[UseKey(origin: origin, key: key)] != nil
  }
}

extension Customer.Holding {
  func isHeld(at instant: Instant) -> Bool {
    guard let takenAt, takenAt <= instant else { return false }
    return releasedAt.map { instant < $0 } ?? true
  }
}
