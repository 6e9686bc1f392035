import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateLedger

/// What happened in a world so far, as the steps of a scenario.
///
/// What the customer did is read from the facts that the server recorded: what was refused or never arrived is not
/// repeated. People, devices and the store leave no such facts, and are read from the visitor's actions.
struct LifeRecord {
  /// What an action may change that the ledger does not tell.
  struct State {
    /// What the store holds of the phone's store account.
    struct Store: Equatable {
      struct Purchase: Hashable {
        let transaction: String
        let product: CatalogProduct.ID
        let offer: String?
        let isIntroductory: Bool
      }

      /// The purchases; read only for actions that may add to them, as the store signs each when it is read.
      let purchases: Set<Purchase>
      let pending: Int
      /// The position of the last notification that it sent.
      let notifications: Int
      let isBillingFailing: Bool
      let family: [AccountID]
      let storefront: Storefront
      /// The plan that the account has, and its price.
      let subscribed: CatalogProduct.ID?
      let price: Milliunits?
      /// Whether the store gives the introductory offer of the product that its sheet asks about.
      let givesIntroductoryOffer: Bool
    }

    let at: Instant
    let device: WorldChange.Device
    let person: AccountID
    let isRunning: Bool
    let customer: Customer.ID?
    let account: Account.ID?
    let email: String?
    /// The product that the store's sheet asks about.
    let asked: CatalogProduct.ID?
    let store: Store
  }

  /// What a step does.
  enum Act: Hashable {
    case use(Feature.ID)
    /// The action's key and value, as a scenario writes them.
    case other(String)
  }

  struct Step: Hashable {
    let at: Instant
    let device: WorldChange.Device
    let act: Act
    var times = 1
  }

  private(set) var steps: [Step] = []
  /// What the visitor did that no scenario can repeat, in order.
  private(set) var omissions: [String] = []
  /// The position of the last fact that was read.
  private(set) var seen = 0
  /// The position of the last notification that the store had sent.
  private(set) var sent = 0
  private let offers: Set<String>
  private var device = WorldChange.Device.first
  private var now: Instant
  /// The store account of each device that the app was opened on.
  private var people: [WorldChange.Device: AccountID] = [:]
  /// Who is signed in on each device.
  private var accounts: [WorldChange.Device: Account.ID] = [:]
  /// The address of each account.
  private var emails: [Account.ID: String] = [:]
  /// The features whose uses state neither a size nor a parent.
  private let unsized: Set<Feature.ID>
  /// Whether the store keeps a purchase that the app has not reported.
  private var hasUnreported = false
  private var isHoldingNotifications = false

  init(_ blueprint: Blueprint, at start: Instant) {
    offers = Set(blueprint.definition.products.flatMap { $0.offers.map(\.id.rawValue) })
    unsized = Set(
      blueprint.definition.features.filter { feature in
        feature.parentKind == nil
          && !feature.rules.contains { $0.allowance.countsSizes || $0.allowance.holdsSizes }
      }.map(\.id))
    now = start
  }

  /// The devices that the app was opened on.
  var devices: [WorldChange.Device] { people[.second] == nil ? [.first] : [.first, .second] }

  /// Adds what an action did, or, without one, what happened in the background.
  mutating func record(
    _ action: VisitorAction?, from before: State, to after: State, facts entries: [LedgerEntry]
  ) {
    let facts = entries.map(\.fact)
    now = before.at
    recordPerson(action, from: before, to: after)
    if let action {
      recordAccount(action, from: before, to: after, facts)
      recordStore(action, from: before, to: after, facts)
    }
    var given: Set<Act> = []
    let sized = Set(
      facts.compactMap { fact -> Idempotency.Key? in
        if case .size(let size) = fact, size.item == nil, !unsized.contains(size.feature) {
          size.key
        } else {
          nil
        }
      })
    let paid = Set(
      facts.compactMap { if case .spend(let spend) = $0 { spend.key } else { nil } })
    let told = sized.union(
      facts.compactMap { fact -> Idempotency.Key? in
        if case .item(let change) = fact, change.isHeld { change.key } else { nil }
      })
    for entry in entries {
      now = max(now, entry.at)
      guard let act = Self.act(entry.fact) else { continue }
      // Its size, the item that it added or what it spent says that it was used.
      if case .use(let use) = entry.fact, told.union(paid).contains(use.key) { continue }
      if case .spend(let spend) = entry.fact, told.contains(spend.key) { continue }
      // The parent only says which limit counted the use.
      if case .size(let size) = entry.fact, unsized.contains(size.feature) { continue }
      // A grant of several parts is several facts of one action.
      if entry.fact.kind == .grant, !given.insert(act).inserted { continue }
      add(act)
    }
    now = after.at
    seen = entries.last?.sequence ?? seen
    sent = after.store.notifications
  }

  private mutating func add(_ act: Act) {
    let step = Step(at: now, device: device, act: act)
    if case .use = act, let last = steps.last, last.at == now, last.device == device,
      last.act == act
    {
      steps[steps.count - 1].times += 1
    } else {
      steps.append(step)
    }
  }

  private mutating func add(_ line: String) { add(.other(line)) }

  // MARK: People and devices

  private mutating func recordPerson(
    _ action: VisitorAction?, from before: State, to after: State
  ) {
    device = after.device
    let isNew = people[device] == nil
    if people[device] != after.person {
      if !isNew, before.person != after.person { add("signOut: true") }
      if after.person != Self.firstPerson || !isNew { add("storeAccount: \(after.person)") }
      if before.person != after.person { accounts[device] = nil }
      people[device] = after.person
    }
    if action == .reinstall {
      add("reinstall: true")
      accounts[device] = nil
    }
    let isOpened =
      action == .reinstall || !before.isRunning || isNew || before.person != after.person
    if after.isRunning, isOpened { add("open: true") }
  }

  /// The store account that every device has at first.
  static let firstPerson = AccountID(rawValue: "person-a")

  private mutating func recordAccount(
    _ action: VisitorAction, from before: State, to after: State, _ facts: [Fact]
  ) {
    guard after.isRunning else { return }
    let isLeft = action == .signOut || action == .deleteAccount
    if action == .deleteAccount, before.customer != after.customer {
      omissions.append("the account was deleted")
    }
    if let account = after.account {
      guard accounts[device] != account else { return }
      let address = after.email ?? action.email ?? emails[account] ?? ""
      emails[account] = address
      let email = LifeScenario.quoted(address)
      add(facts.contains { $0.kind == .signedUp } ? "signUp: \(email)" : "signIn: \(email)")
    } else if accounts[device] != nil || isLeft && before.customer != after.customer {
      add("signOut: true")
    }
    accounts[device] = after.account
  }

  // MARK: The store

  private mutating func recordStore(
    _ action: VisitorAction, from before: State, to after: State, _ facts: [Fact]
  ) {
    let isReported = facts.contains { [.transaction, .renewal, .transfer].contains($0.kind) }
    switch action {
    case .answerSheet(.buy):
      guard let product = before.asked, before.store != after.store else { break }
      return recordPurchase(of: product, from: before, to: after, isReported: isReported)
    case .answerSheet(.askParent):
      guard let product = before.asked, before.store != after.store else { break }
      return add("buy: { product: \(product), outcome: askToBuy }")
    case .world(.changePlan(let product)):
      guard before.store != after.store else { break }
      return recordPurchase(of: product, from: before, to: after, isReported: isReported)
    case .redeem:
      guard let new = after.store.purchases.subtracting(before.store.purchases).first else { break }
      return recordPurchase(of: new.product, from: before, to: after, isReported: isReported)
    case .restore:
      if isReported { add("restore: true") }
      return
    case .store(let action):
      guard before.store != after.store else { break }
      guard let line = Self.line(action, of: before.store.subscribed) else { break }
      add(line)
      // The app reports what a parent approved when the store says so, or at its next start.
      if case .approve = action { hasUnreported = true }
    case .world(let change): if record(change, from: before, to: after) { return }
    default: break
    }
    if hasUnreported, isReported {
      add("relaunch: true")
      hasUnreported = false
    }
  }

  private mutating func recordPurchase(
    of product: CatalogProduct.ID, from before: State, to after: State, isReported: Bool
  ) {
    let bought = after.store.purchases.subtracting(before.store.purchases)
    var parts = ["product: \(product)"]
    let new = bought.first { $0.product == product }
    if let offer = new?.offer, offers.contains(offer) {
      parts.append("offer: \(offer)")
    } else if let new, !new.isIntroductory, before.store.givesIntroductoryOffer {
      parts.append("introductoryOffer: false")
    }
    if !isReported {
      parts.append("posted: false")
      hasUnreported = true
    }
    add(parts.count == 1 ? "buy: \(product)" : "buy: { \(parts.joined(separator: ", ")) }")
  }

  private static func line(_ action: StoreAction, of product: CatalogProduct.ID?) -> String? {
    switch action {
    case .approve: "approve: true"
    case .decline: "decline: true"
    case .cancel: "cancel: true"
    case .resume: "resume: true"
    case .renew: "renew: true"
    case .acceptPrice: "acceptPrice: true"
    case .failBilling: "failBilling: true"
    case .fixBilling: "fixBilling: true"
    case .refund: product.map { "refund: \($0)" }
    // A withdrawn consent is a fact, which names what the guardian said.
    default: nil
    }
  }

  /// Adds a change of the store's terms, or of how its notifications arrive.
  ///
  /// - Returns: Whether it was one.
  private mutating func record(
    _ change: WorldChange, from before: State, to after: State
  ) -> Bool {
    switch change {
    case .notifications(let delivery):
      if delivery == .lost { omissions.append("notifications were lost") }
      let isHolding = delivery == .held || delivery == .lost
      if isHolding != isHoldingNotifications {
        add("notifications: \(isHolding ? "held" : "delivered")")
      }
      isHoldingNotifications = isHolding
      return false
    case .raisePrice:
      if let product = before.store.subscribed, let price = after.store.price {
        add("price: { product: \(product), price: \(price) }")
      }
      return true
    case .country:
      let place = after.store.storefront
      add(
        "storefront: { country: \(place.country), id: \(LifeScenario.quoted(place.id)), currency: \(place.currency) }"
      )
      return true
    case .family:
      for member in after.store.family where !before.store.family.contains(member) {
        add("share: \(member)")
      }
      for member in before.store.family where !after.store.family.contains(member) {
        add("stopSharing: \(member)")
      }
      return true
    case .app:
      omissions.append("the store account got another copy of the app")
      return true
    case .device, .firstPerson, .endSessions, .server, .changePlan, .language, .property,
      .attribute, .consent, .variant, .support:
      return false
    }
  }

  // MARK: Facts

  /// What the customer or support did to cause a fact; nil for what the server and the store record by themselves.
  private static func act(_ fact: Fact) -> Act? {
    switch fact {
    case .use(let use): .use(use.feature)
    case .spend(let spend): .use(spend.feature)
    case .size(let size):
      .other(
        "use: { feature: \(size.feature), "
          + (size.item.map { "item: \(LifeScenario.quoted($0.rawValue)), " } ?? "")
          + (size.parent.flatMap {
            $0 == "" ? nil : "parent: \(LifeScenario.quoted($0.rawValue)), "
          }
            ?? "") + "cost: \(size.amount) }")
    case .item(let change):
      .other(
        "\(change.isHeld ? "use" : "release"): { feature: \(change.feature), item: \(LifeScenario.quoted(change.item.rawValue)) }"
      )
    case .milestone(let reached): .other("reach: \(reached.milestone)")
    case .dismissal(let dismissal): .other("dismiss: \(dismissal.prompt)")
    case .paywall(let event):
      .other("\(event.action == .shown ? "show" : "close"): \(event.paywall)")
    case .trialExtension(let change):
      .other(
        change.startsOver
          ? "resetTrial: { trial: \(change.trial) }"
          : "extendTrial: { trial: \(change.trial), days: \(change.days) }")
    case .trialPause(let pause):
      .other("\(pause.endsAt == nil ? "pauseTrial" : "resumeTrial"): { trial: \(pause.trial) }")
    case .grant(let grant): line(grant).map { .other($0) }
    case .attribute(let change): line(change).map { .other($0) }
    case .opening(let opening):
      opening.version.map { .other("report: { appVersion: \(LifeScenario.quoted($0)) }") }
    case .signedUp, .device, .trialStarted, .trialForfeited, .transaction, .renewal, .transfer,
      .refundRequest, .reservation, .reservationRelease, .credit, .variant, .nudge, .seat,
      .teamItems, .profile, .download:
      nil
    }
  }

  private static func line(_ grant: Grant) -> String? {
    if grant.revokedAt != nil { return grant.entitlements.first.map { "revokeGrant: \($0)" } }
    if let name = grant.name { return "give: \(name)" }
    guard let entitlement = grant.entitlements.first else { return nil }
    guard let end = grant.endsAt else { return "grant: \(entitlement)" }
    return "grant: { entitlement: \(entitlement), until: \(end) }"
  }

  private static func line(_ change: AttributeChange) -> String? {
    if change.setBy == .device {
      guard case .string(let text) = change.value,
        let property = DeviceProperty.allCases.first(where: { $0.attribute == change.attribute })
      else { return nil }
      return property == .timeZone
        ? "timeZone: \(text)"
        : "report: { \(property.rawValue): \(LifeScenario.quoted(text)) }"
    }
    if change.setBy == .guardian { return change.value.map { "consent: \($0)" } }
    let value =
      switch change.value {
      case .string(let text): LifeScenario.quoted(text)
      case .integer(let number): "\(number)"
      case .boolean(let flag): "\(flag)"
      case nil: "none"
      }
    return "set: { \(change.attribute): \(value) }"
  }
}

extension VisitorAction {
  /// The address that a form signs up or in with.
  fileprivate var email: String? {
    switch self {
    case .signIn(let email, _), .signUp(let email, _): email
    default: nil
    }
  }
}
