import Tollgate

/// A customer of a history: what the server has recorded, and the explorer's own books.
struct Person: Sendable {
  /// The customer's id, the same in every history.
  let id: Customer.ID
  /// The store account that the device is signed in to while this customer uses it.
  let store: StoreAccountID
  /// When the customer first opened the app.
  let openedAt: Instant
  /// When the customer signed up; nil before that.
  var accountAt: Instant?
  /// What the server has recorded, which states share until a fact changes it.
  private(set) var recorded: RecordedCustomer
  /// The main trial that no purchase started, by the explorer's own books; nil if none did.
  var trial: OwnTrial?
  /// The days that the customer earned in it, by the position of what added them in the blueprint.
  var earnedDays: [Int: Int] = [:]
  /// The add-on trials that started, by the explorer's own books.
  var addOnTrials: [Trial.ID: OwnTrial] = [:]
  /// What support granted, by entitlement.
  var grants: [Entitlement.ID: BookedGrant] = [:]
  /// What was given as the blueprint lists it, oldest first.
  var gifts: [BookedGift] = []
  /// When what starts the main trial happened: it started, or would have on another device.
  var calledForTrialAt: Instant?
  /// Every purchase that the customer ever had, those transferred to others since included.
  var lines: Set<StoreTransaction.OriginalID> = []
  /// When each purchase was received that another customer had before, by the explorer's own books.
  var receivedAt: [StoreTransaction.OriginalID: Instant] = [:]
  /// When each purchase that another customer has now was transferred, by the explorer's own books.
  var handedOver: [StoreTransaction.OriginalID: Instant] = [:]
  /// The tests of attributes and of the device that hold, by the explorer's own books.
  var audience: Set<AudienceTest> = []
  /// The names of what the device has reported about itself.
  var reported: Set<Attribute.ID> = []
  /// The items held, by feature, the newest last.
  var items: [Feature.ID: [Item.ID]] = [:]
  /// The sizes of the items that were ever held; 1 for one that is missing.
  var itemSizes: [Item.ID: Int] = [:]
  /// The time zones that the device reported, oldest first.
  var zones: [BookedZone] = []

  /// Records facts, all of them in one copy of what is recorded.
  mutating func join(_ facts: [Fact]) {
    if facts.isEmpty { return }
    var customer = recorded.customer
    for fact in facts { customer.join(fact) }
    recorded = RecordedCustomer(customer)
  }

  /// Whether an add-on trial runs.
  func isIn(_ trial: AddOnTrial, at now: Instant) -> Bool {
    guard let own = addOnTrials[trial.id] else { return false }
    return own.endsAt.map { now < $0 } ?? true
  }

  /// The sum of the sizes of the items that a feature holds.
  func heldSize(of feature: Feature.ID) -> Int {
    (items[feature] ?? []).reduce(0) { $0 + itemSizes[$1, default: 1] }
  }

  /// Whether the customer has signed up.
  var hasAccount: Bool { accountAt != nil }
}

/// A customer as recorded, in an object, as a customer is large and most steps leave it as it is.
final class RecordedCustomer: Sendable {
  let customer: Customer

  init(_ customer: Customer) { self.customer = customer }
}

/// A use that was allowed, in the explorer's own books.
struct BookedUse: Sendable {
  let feature: Feature.ID
  /// The position of the customer.
  let person: Int
  /// When it was used.
  let at: Instant
  /// Its size, where a limit counts sizes.
  var size = 1
  /// Whether it counted against an allowance.
  let isCounted: Bool
  /// Whether it is counted, but against no allowance.
  var isUnlimited = false
  /// The trials that it counts in: those of purchases, and the customer's own.
  var trials: Set<TrialName>
  /// The names of the limits that allowed it, as far as only those count it.
  var names: Set<CountedUses.ID> = []
  /// Whether credits paid for it.
  var isPaid = false

  /// Whether conditions count it.
  var isRecorded: Bool { isCounted || isUnlimited }
}

/// The identity of a trial.
enum TrialName: Hashable, Sendable {
  /// The trial that no purchase started.
  case own(person: Int)
  case purchase(StoreTransaction.OriginalID)
}

/// A grant by support, in the explorer's own books.
struct BookedGrant: Sendable {
  /// When it was granted.
  let startsAt: Instant
  /// When it was revoked; nil while it is in force.
  var revokedAt: Instant?
}

/// A grant that the blueprint lists, in the explorer's own books.
struct BookedGift: Sendable {
  /// The name under which the blueprint lists it.
  let name: GrantTerms.ID
  /// What it gives; empty if it gives credits, which the books do not have.
  let entitlements: [Entitlement.ID]
  /// When it starts.
  let startsAt: Instant
  /// When it ends; nil for never.
  let endsAt: Instant?
  /// Whether it waits for purchases; nothing is bought before its end.
  let waitsForPurchases: Bool

  /// Books a gift: one that waits begins when those that are not over do not give all of it, unless they never end.
  init(_ terms: GrantTerms, after earlier: [BookedGift], at now: Instant) {
    name = terms.id
    entitlements = terms.entitlements
    waitsForPurchases = terms.waitsFor == .purchases
    let ends = terms.entitlements.map { entitlement in
      earlier.filter { $0.entitlements.contains(entitlement) && !$0.isOver(at: now) }
        .map { $0.endsAt ?? .distantFuture }.max() ?? now
    }
    let start = terms.waitsFor == .nothing ? now : ends.min() ?? now
    let begin = start == .distantFuture ? now : start
    startsAt = begin
    endsAt = terms.lasts.map { begin.adding($0) }
  }

  /// Whether it has ended.
  func isOver(at now: Instant) -> Bool { endsAt.map { $0 <= now } ?? false }

  /// Whether it gives its entitlements.
  func runs(at now: Instant) -> Bool { startsAt <= now && !isOver(at: now) }
}

extension Person {
  /// The entitlements of support's grants that are in force, which support may revoke.
  var revocable: Set<Entitlement.ID> {
    Set(grants.filter { $0.value.revokedAt == nil }.keys)
  }

  /// Whether a customer who bought nothing has the plan from support, which decides what else they need.
  ///
  /// Where there are teams, such a customer stands for a member.
  func hasOnlyGivenPlan(_ rules: Rules) -> Bool {
    lines.isEmpty && rules.definition.teams.isEmpty
      && !revocable.isDisjoint(with: rules.plan.granted)
  }

  /// The entitlements that grants and gifts give at an instant.
  func granted(at now: Instant) -> Set<Entitlement.ID> {
    revocable.union(gifts.filter { $0.runs(at: now) }.flatMap(\.entitlements))
  }
}
