/// Everything known about one customer: the fold of their facts.
///
/// The fold is a join: ``join(_:)-(Fact)`` and ``join(_:)-(Customer)`` are commutative, associative and idempotent,
/// so the order, number and delay of facts cannot matter, and merging an anonymous customer into a signed-in one is
/// the same operation as applying facts.
public struct Customer: Hashable, Sendable {
  /// The app user id: the customer's name on the wire and in the ledger.
  public typealias ID = Identifier<Customer>

  struct SpendKey: Hashable, Sendable {
    let feature: Feature.ID
    let origin: Customer.ID
    let key: Idempotency.Key
  }

  struct DeviceKey: Hashable, Sendable {
    let device: Device.ID
    let origin: Customer.ID

    /// Sorts by name, and then by origin.
    var order: (Device.ID, Customer.ID) { (device, origin) }
  }

  struct ItemKey: Hashable, Sendable {
    let origin: Customer.ID
    let item: Item.ID
    /// The use that added it.
    let key: Idempotency.Key
  }

  struct SizeKey: Hashable, Sendable {
    let feature: Feature.ID
    let origin: Customer.ID
    let key: Idempotency.Key
    /// The held item; nil for a use that counts in a window.
    let item: Item.ID?
  }

  /// When an item was held: from its addition to its release, half-open.
  ///
  /// The earliest report of either counts, and a release is final, so the reports may arrive in any order.
  struct Holding: Hashable, Sendable {
    /// When it was added; nil if only its release is known so far.
    var takenAt: Instant?
    /// When it was released; nil while it is held.
    var releasedAt: Instant?
  }

  /// The state of a reservation: its latest terms, and its latest release.
  ///
  /// Of a reservation and a release under one key, the later one applies, and a use under the key makes both obsolete:
  /// the facts may arrive in any order.
  struct Booking: Hashable, Sendable {
    /// What it sets aside; nil if it was released since.
    var terms: ReservationTerms?
    /// When it was released; nil if it was not.
    var releasedAt: Instant?
  }

  struct ProfileKey: Hashable, Sendable {
    let table: String
    let row: String

    init(_ row: ProfileRow) {
      table = row.table
      self.row = row.row
    }
  }

  /// When each account was opened; the earliest instant wins.
  var accounts: [Account.ID: Instant] = [:]
  /// When each device was first seen.
  var devices: [DeviceKey: Instant] = [:]
  /// When each milestone was reached; the earliest instant wins.
  var milestones: [Milestone.ID: Instant] = [:]
  var trials = TrialFacts()
  var purchases = PurchaseFacts()
  /// When each feature was used within its limits.
  package internal(set) var uses: [Feature.ID: UseLog<Customer.ID>] = [:]
  /// When each feature was used without counting toward a limit, where something depends on the number of its uses.
  package internal(set) var unlimitedUses: [Feature.ID: UseLog<Customer.ID>] = [:]
  /// The credits that each transaction gave, as decided when it was recorded.
  var credits: [PurchaseFacts.TransactionKey: [Wallet.ID: Credit]] = [:]
  var spends: [SpendKey: Spend] = [:]
  /// The reservations of uses that were not counted, whether they are open, released or have lapsed.
  var reservations: [SpendKey: Booking] = [:]
  /// The sizes of uses and of items; the latest counts.
  var sizes: [SizeKey: UseSize] = [:]
  /// The items that each feature holds or once held, each by the use that added it.
  var items: [Feature.ID: [ItemKey: Holding]] = [:]
  var screens = ScreenFacts()
  var attributes = AttributeFacts()
  /// The first download of the app in each environment and on each platform; the earliest counts.
  var downloads: [AppDownload.Key: AppDownload] = [:]
  /// When each day on which the app was opened was first reported, by version.
  var openings: [AppOpening.Key: Instant] = [:]
  var grants: [Grant.ID: Grant] = [:]
  /// The seats of teams that the customer shares or has; the latest version of each counts.
  var seats: [TeamSeat.Key: TeamSeat] = [:]
  /// How many items the members of the customer's teams hold of features that a team counts together; the latest counts.
  var teamItems: [TeamItems.Key: TeamItems] = [:]
  /// The latest version of each row of the profile.
  var profile: [ProfileKey: ProfileRow] = [:]
  /// Values derived from the facts above.
  var history = History()

  /// Creates a customer with no facts.
  public init() {}

  /// The devices the customer has been seen on.
  public var knownDevices: Set<Device.ID> { Set(devices.keys.map(\.device)) }

  /// The device on which a customer began, or nil if none was named.
  ///
  /// It never changes, not even in a merge: the devices of the customers merged in came later.
  public func firstDevice(of id: Customer.ID) -> Device.ID? {
    devices.filter { $0.key.origin == id }
      .min { ($0.value, $0.key.device) < ($1.value, $1.key.device) }?.key.device
  }

  /// The account the customer opened first, or nil if the customer is anonymous.
  public var account: Account.ID? {
    accounts.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  /// The last value set for an attribute; nil if there isn't one or it was removed.
  ///
  /// - Parameter setter: Who set it; a value of any other setter is ignored.
  public func value(of attribute: Attribute.ID, setBy setter: Attribute.Setter) -> Attribute.Value?
  {
    attributes[AttributeFacts.Key(attribute: attribute, setBy: setter)]?.value
  }

  /// The value that one of the customer's devices last reported; nil if none did.
  public func value(of property: DeviceProperty) -> String? {
    value(of: property.attribute, setBy: .device)?.string
  }

  /// What a parent or guardian said last about the customer's use of the app; nil if nothing was reported.
  public var consent: Consent? {
    value(of: Consent.attribute, setBy: .guardian)?.string.flatMap(Consent.init(rawValue:))
  }

  /// The first downloads of the app that the store signed for the customer, in a fixed order.
  public var appDownloads: [AppDownload] {
    downloads.sorted { $0.key.order < $1.key.order }.map(\.value)
  }

  /// Whether a download says anything that is not known yet.
  package func lacks(_ download: AppDownload) -> Bool {
    downloads[download.key].map(download.outranks) ?? true
  }

  /// The current values, the removals and every time zone that was reported, in a fixed order.
  public var attributeChanges: [AttributeChange] { attributes.changes }

  /// Whether nothing is known but the device, and what began with its first launch.
  package var hasOnlyBegun: Bool {
    facts.allSatisfy { [.device, .trialStarted, .variant].contains($0.kind) }
  }

  /// The instant at which a milestone was reached, or nil if it was not.
  public func reached(_ milestone: Milestone.ID) -> Instant? { milestones[milestone] }

  /// The trial's start: the one that no purchase gave, or the earliest that a purchase gave; nil if it has not started.
  public func start(of trial: Trial.ID) -> TrialStart? {
    trials.starts[TrialFacts.Key(trial: trial, purchase: nil)]
      ?? trials.starts.values.filter { $0.trial == trial }.min { $0.outranks($1) }
  }

  /// The trial's start that a purchase gave, or nil if it gave none.
  public func start(of trial: Trial.ID, by purchase: PurchaseID) -> TrialStart? {
    trials.starts[TrialFacts.Key(trial: trial, purchase: purchase)]
  }

  /// Each trial's starts, in no order.
  package var trialStarts: [TrialStart] { Array(trials.starts.values) }

  /// The latest version of each store transaction, in order of purchase.
  public var storeTransactions: [StoreTransaction] {
    purchases.transactions.values.sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
  }

  /// What the store will do with a subscription next, as last signed; nil if the store has signed nothing about it.
  public func renewal(of purchase: PurchaseID) -> StoreRenewal? { purchases.renewals[purchase] }

  /// The refunds that were requested and that the store asked about, in the order of the questions.
  public var refundRequests: [RefundRequest] {
    purchases.refundRequests.values.sorted { ($0.askedAt, $0.id) < ($1.askedAt, $1.id) }
  }

  /// The names of the items that a feature holds at an instant, sorted; a name appears twice if two customers each had an
  /// item of that name, and neither was released when they were merged.
  public func heldItems(of feature: Feature.ID, at instant: Instant) -> [Item.ID] {
    (items[feature] ?? [:]).filter { $0.value.isHeld(at: instant) }.map(\.key.item).sorted()
  }

  /// The customer whose item of a name a feature holds at an instant: this customer, or else the first of those merged
  /// into it; nil if none is held.
  public func holder(
    of item: Item.ID, in feature: Feature.ID, preferring id: Customer.ID, at instant: Instant
  ) -> Customer.ID? {
    let held = (items[feature] ?? [:]).filter {
      $0.key.item == item && $0.value.isHeld(at: instant)
    }
    let origins = held.keys.map(\.origin)
    return origins.contains(id) ? id : origins.min()
  }

  /// The sum of the sizes of the items that a feature holds at an instant; 0 if its items have none.
  public func heldSize(of feature: Feature.ID, at instant: Instant) -> Int {
    history.items[feature]?.size(at: instant) ?? 0
  }

  /// The sum of the sizes, and the number, of the items that a feature holds in a parent at an instant.
  func held(
    in parent: Parent.ID, of feature: Feature.ID, at instant: Instant
  ) -> (count: Int, size: Int) {
    let held = history.parentItems[History.ParentKey(feature: feature, parent: parent)]
    return (held?.count(at: instant) ?? 0, held?.size(at: instant) ?? 0)
  }

  /// By how much a reported size is larger than what is known of the same use or item.
  package func growth(to size: UseSize) -> Int {
    let key = SizeKey(feature: size.feature, origin: size.origin, key: size.key, item: size.item)
    return size.size - (sizes[key]?.size ?? 0)
  }

  /// The size that a held item of a customer has; nil if it has none, or none is held.
  func size(
    of item: Item.ID, in feature: Feature.ID, heldBy holder: Customer.ID, at now: Instant
  ) -> (key: Idempotency.Key, size: UseSize?)? {
    let held = (items[feature] ?? [:]).filter {
      $0.key.item == item && $0.key.origin == holder && $0.value.isHeld(at: now)
    }
    guard let key = held.keys.map(\.key).min() else { return nil }
    return (
      key, sizes[SizeKey(feature: feature, origin: holder, key: key, item: item)]
    )
  }

  /// How often a paywall was shown or closed, in total or for a feature or placement that showed it.
  public func count(
    of action: PaywallEvent.Action, on paywall: Paywall.ID, feature: Feature.ID? = nil,
    placement: Placement.ID? = nil
  ) -> Int {
    screens.paywalls.values.count {
      $0.paywall == paywall && $0.action == action && (feature == nil || feature == $0.feature)
        && (placement == nil || placement == $0.placement)
    }
  }

  /// Whether a use with this key was counted.
  public func hasUse(of feature: Feature.ID, key: Idempotency.Key, by origin: Customer.ID) -> Bool {
    uses[feature]?[key, by: origin] != nil || unlimitedUses[feature]?[key, by: origin] != nil
  }
}

extension Customer {
  /// The latest instant that our own server stamped for the customer, or nil if there isn't one.
  ///
  /// Instants of the store, of grants and of periods do not count; a reset of a trial does, and so does the instant at which
  /// a grant that the blueprint lists was given.
  public var newestStamp: Instant? {
    history.newestStamp == .distantPast ? nil : history.newestStamp
  }

  /// How far a decision's instant may be raised above a clock that went back: one day.
  static let greatestLift = Period(1, .day)

  /// The instant to decide at: the clock's, raised to the latest instant that has certainly passed.
  ///
  /// These are the instants our server stamped, so that a clock that went back gives nothing twice, and those at which
  /// the store signed what it sold, so that a purchase has begun although our clock is behind the store's. What Xcode
  /// signed proves nothing about time.
  ///
  /// - Returns: The instant, or nil if the clock is more than a day behind and cannot be trusted.
  public func now(notBefore clock: Instant) -> Instant? {
    let latest = clock.adding(Self.greatestLift)
    let certain = max(history.newestStamp, history.newestSignature)
    guard certain <= latest else { return nil }
    // Simulated stores sign as the sandbox does, and may be months ahead.
    return max(clock, certain, min(history.newestSandboxSignature, latest))
  }
}

extension Customer.Holding {
  func isHeld(at instant: Instant) -> Bool {
    guard let takenAt, takenAt <= instant else { return false }
    return releasedAt.map { instant < $0 } ?? true
  }
}
