import Tollgate

/// Everything that holds at one instant of a history: the people, the store, what the server knows, and the explorer's own
/// books of what was paid for and given.
struct HistoryState: Sendable {
  var now: Instant
  var people: [Person]
  /// Who uses the device.
  var active = 0
  var stores: [ModelStore]
  /// Who has a purchase, the owner first.
  var holders: [StoreTransaction.OriginalID: [Int]] = [:]
  /// Each subscription as the server learned of it.
  var reported: [StoreTransaction.OriginalID: ModelSubscription] = [:]
  /// Each single purchase as the server learned of it.
  var reportedPurchases: [StoreTransaction.OriginalID: ModelPurchase] = [:]
  /// Whether notifications are held back, and those that were.
  var holdsNotifications = false
  var heldNotifications: [HeldNotification] = []
  /// Whether the store has signed what no device has posted.
  var hasUnposted = false
  var uses: [BookedUse] = []
  /// How many keys were made.
  var keys = 0
  /// How many steps led here.
  var depth = 0
  /// How many things were done in the minute before a change; nil outside of such a minute.
  var lastMinute: Int?

  /// How many steps come before a second account at most, and in all where there is one.
  static let secondAccountDepth = (before: 5, all: 9, withOwnStore: 6)

  /// A notification that waits, with what the store knew when it signed it.
  struct HeldNotification: Sendable {
    let notification: ModelStore.Notification
    let subscription: ModelSubscription?
    let purchase: ModelPurchase?
  }

  /// The device that all histories are about.
  static let device: Device.ID = "phone"

  init(_ rules: Rules, startsAt now: Instant) {
    self.now = now
    stores = [ModelStore(account: .first, products: rules.definition.products)]
    people = []
    people.append(Self.person(0, store: .first, at: now))
  }

  static func person(_ index: Int, store: StoreAccountID, at now: Instant) -> Person {
    let id = Customer.ID("customer-\(index + 1)")
    let opened = Fact.device(DeviceUse(device: device, origin: id, at: now))
    return Person(id: id, store: store, customer: Customer([opened]))
  }

  /// The store account that the device is signed in to.
  var store: ModelStore { stores[people[active].store.rawValue] }

  /// A key for a request.
  mutating func key() -> Idempotency.Key {
    keys += 1
    return Idempotency.Key("key-\(keys)")
  }

  func membership(of person: Int, _ rules: Rules) -> Membership {
    Membership(unchangingFor: people[person].customer, in: rules.blueprint, at: now)
  }
}

extension HistoryState {
  /// The first state of every history.
  static func first(_ rules: Rules) -> HistoryState {
    var state = HistoryState(rules, startsAt: Explorer.start)
    // Without a trial that signing up starts, the account makes no difference, and is there from the start.
    if !rules.hasSignUp { state.signUp(rules) }
    return state
  }

  /// What each customer sees.
  func memberships(_ rules: Rules) -> [Membership] {
    people.indices.map {
      Membership(unchangingFor: reading(of: $0, rules), in: rules.blueprint, at: now)
    }
  }
}
