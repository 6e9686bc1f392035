import Tollgate

/// Everything that holds at one instant of a history.
///
/// It has three parts that are kept apart: what the store has done, what was reported to the server, and the explorer's
/// own books of what was paid for and given. Engine answers follow from the second, and are judged by the third.
///
/// | part | kept in | changed by |
/// |---|---|---|
/// | what the store has done | `stores` | purchases, refunds, and time |
/// | what the server knows | `people[…].recorded`, `holders` | posts of devices and notifications that are not late |
/// | the books | `reported`, `reportedPurchases`, `uses`, `people[…].trial`, `people[…].addOnTrials` | the same steps, by code of their own |
struct HistoryState: Sendable {
  var now: Instant
  /// The customers: one, or two after somebody else signed up on the device.
  var people: [Person]
  /// The position of the customer who uses the device.
  var active = 0
  /// The store accounts, by ``StoreAccountID``.
  var stores: [UnsignedStore]
  /// The positions of the customers who have a purchase, by its original transaction id; the owner first.
  var holders: [StoreTransaction.OriginalID: [Int]] = [:]
  /// Each subscription as it was last reported to the server.
  var reported: [StoreTransaction.OriginalID: UnsignedSubscription] = [:]
  /// Each purchase that does not renew as it was last reported to the server.
  var reportedPurchases: [StoreTransaction.OriginalID: UnsignedPurchase] = [:]
  /// Whether the store's notifications are held back now.
  var holdsNotifications = false
  /// The notifications held back, in the order signed.
  var heldNotifications: [HeldNotification] = []
  /// Whether the store has signed something that no device has posted.
  var hasUnposted = false
  /// Every use that was allowed, oldest first.
  var uses: [BookedUse] = []
  /// The number of idempotency keys created.
  var keys = 0
  /// The number of steps that led here.
  var depth = 0
  /// The number of steps in the minute before a change; nil outside of such a minute.
  var lastMinute: Int?

  /// The limits of steps with a second account: before it appears, and in all with the same or another store account.
  ///
  /// Two customers multiply the states, so that these histories are kept short.
  static let secondAccountDepth = (before: 5, all: 9, withOwnStore: 6)

  /// A notification that waits, with the store's state when it was signed.
  struct HeldNotification: Sendable {
    /// What the store signed.
    let notification: UnsignedStore.Notification
    /// The subscription then; nil if it is about a purchase.
    let subscription: UnsignedSubscription?
    /// The purchase then; nil if it is about a subscription.
    let purchase: UnsignedPurchase?
  }

  static let device: Device.ID = "phone"

  /// Creates a state with one customer, who has no account and has bought nothing.
  init(_ rules: Rules, startsAt now: Instant) {
    self.now = now
    stores = [UnsignedStore(account: .first, products: rules.onSale)]
    people = []
    people.append(Self.person(0, store: .first, at: now))
  }

  /// Returns a customer who has just opened the app.
  static func person(_ index: Int, store: StoreAccountID, at now: Instant) -> Person {
    let id = Customer.ID("customer-\(index + 1)")
    let opened = Fact.device(DeviceUse(device: device, origin: id, at: now))
    var customer = Customer([opened])
    customer.id = id
    return Person(id: id, store: store, openedAt: now, recorded: RecordedCustomer(customer))
  }

  /// The store account that the device is signed in to now.
  var store: UnsignedStore { stores[people[active].store.rawValue] }

  /// Creates the next idempotency key, which no earlier one equals.
  mutating func nextKey() -> Idempotency.Key {
    keys += 1
    return Idempotency.Key("key-\(keys)")
  }

  /// Returns what a customer sees, without what a shared purchase adds.
  func membership(of person: Int, _ rules: Rules) -> Membership {
    // The search finds the next change by itself, so the membership need not.
    Membership(unchangingFor: people[person].recorded.customer, in: rules.blueprint, at: now)
  }

  /// Returns what a customer sees, without what a shared purchase adds, of what each customer sees with it.
  func membership(of person: Int, in memberships: [Membership], _ rules: Rules) -> Membership {
    let isShared = people.count > 1 && rules.definition.purchases.transfer == .share
    return isShared ? membership(of: person, rules) : memberships[person]
  }
}

extension HistoryState {
  /// Returns the first state of every history.
  static func first(_ rules: Rules) -> HistoryState {
    // Without a trial that starts on sign-up, the account makes no difference, and is there from the start.
    first(rules, beginsWithAccount: !rules.hasSignUp)
  }

  /// Returns a first state, in which somebody has just opened the app.
  static func first(_ rules: Rules, beginsWithAccount: Bool) -> HistoryState {
    var state = HistoryState(rules, startsAt: Explorer.start)
    state.open(rules)
    if beginsWithAccount { state.signUp(rules) }
    return state
  }

  /// Returns what each customer sees.
  func memberships(_ rules: Rules) -> [Membership] {
    people.indices.map {
      Membership(unchangingFor: reading(of: $0, rules).customer, in: rules.blueprint, at: now)
    }
  }
}
