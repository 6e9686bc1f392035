/// Values derived from a customer's facts as they arrive, so that a decision need not read all of them.
///
/// It is derived from the facts alone, so two customers with the same facts are equal whatever it contains. Arrays of
/// instants are sorted: what happened before or since an instant is counted by binary search.
struct History: Sendable {
  /// The purchases, sorted by identifier; few enough to search one by one.
  private(set) var lines: [PurchaseLine] = []
  /// When items that are still held were added, and when the others were released, in order.
  private(set) var items: [Feature.ID: Holdings] = [:]
  /// The spends from each wallet, in order.
  private(set) var spends: [Wallet.ID: CreditLog] = [:]
  /// How often another wallet paid the rest of a price.
  private(set) var laterPayments = 0
  /// The sizes of the uses of each feature, in order.
  private(set) var sizes: [Feature.ID: AmountLog] = [:]
  /// The uses in each parent, with their sizes, in order.
  private(set) var parentSizes: [ParentKey: AmountLog] = [:]
  /// What each parent holds.
  private(set) var parentItems: [ParentKey: Holdings] = [:]
  /// How many offline uses of each feature a wallet could not fully pay for.
  private(set) var unpaidUses: [Feature.ID: Int] = [:]
  /// The reservations that were neither used nor released, soonest to lapse first.
  private(set) var reservations: [Reserved] = []
  /// The instants at which each prompt was dismissed, in order.
  private(set) var dismissals: [Prompt.ID: [Instant]] = [:]
  /// The instants at which each paywall was shown, in order.
  private(set) var paywalls: [Paywall.ID: [Instant]] = [:]
  /// The instants at which each paywall was closed without buying, in order.
  private(set) var closings: [Paywall.ID: [Instant]] = [:]
  /// When the app was opened, and in which versions.
  private(set) var openings = OpeningLog()
  /// The customer's id, if it is known; not derived from facts, and no fact.
  var id: Customer.ID?
  /// The bytes of what the customer reported; see ``Customer/reportedBytes``.
  private(set) var reportedBytes = 0
  /// The bytes of names that are much longer than the client's.
  private(set) var longNameBytes = 0
  /// The latest instant that our own server stamped; the distant past before the first.
  private(set) var newestStamp: Instant = .distantPast
  /// When production's store last signed a transaction or renewal info; the distant past before the first.
  private(set) var newestSignature: Instant = .distantPast
  /// When the sandbox's store last signed one; the distant past before the first.
  private(set) var newestSandboxSignature: Instant = .distantPast

  /// How many items a feature holds, and their sizes.
  struct Holdings: Sendable {
    /// How many were added and not released earlier.
    var taken = 0
    /// The instants at which items were released, in order.
    var released: [Instant] = []
    /// The sum of the sizes of the items that were added and not released earlier.
    var takenSize = 0
    /// The sizes of the items that were released, at the instant of the release.
    var releasedSizes = AmountLog()

    /// How many are held at an instant; one that was added later counts too.
    func count(at now: Instant) -> Int { taken - released.count(notAfter: now) }

    /// The sum of the sizes of the items held at an instant, counted alike.
    func size(at now: Instant) -> Int {
      takenSize - releasedSizes.total(before: now.adding(milliseconds: 1))
    }
  }

  /// A parent in a feature.
  struct ParentKey: Hashable, Sendable {
    let feature: Feature.ID
    let parent: Parent.ID
  }

  /// A reservation that counts until it lapses.
  struct Reserved: Sendable {
    let key: Customer.SpendKey
    let terms: ReservationTerms
  }

  /// What the store signed for a purchase; nil if neither a transaction nor a transfer of it is known.
  func line(of purchase: PurchaseID) -> PurchaseLine? {
    lines.first { $0.id == purchase }
  }

  /// Raises the newest stamp to an instant, unless it is later already.
  mutating func stamp(_ at: Instant) { newestStamp = max(newestStamp, at) }

  /// Raises the newest signature of a store to an instant, unless it is later already.
  private mutating func sign(_ at: Instant, in environment: StoreEnvironment) {
    switch environment {
    case .production: newestSignature = max(newestSignature, at)
    case .sandbox: newestSandboxSignature = max(newestSandboxSignature, at)
    case .xcode: break
    }
  }

  /// Counts the bytes of a fact that the customer reported, or of a chunk of uses.
  mutating func reported(_ bytes: Int, isChunk: Bool = false) {
    reportedBytes += bytes
    if !isChunk { longNameBytes += max(0, bytes - 448) }
  }

  /// Records a transaction's version in place of the one known before, which may have named another purchase.
  mutating func record(_ transaction: StoreTransaction, replacing old: StoreTransaction?) {
    if let old, old.purchase != transaction.purchase {
      change(old.purchase) { $0.remove(old.id) }
    }
    change(transaction.purchase) { $0.record(transaction) }
    sign(transaction.signedAt, in: transaction.environment)
  }

  mutating func record(_ renewal: StoreRenewal) {
    sign(renewal.signedAt, in: renewal.environment)
  }

  mutating func record(_ transfer: PurchaseTransfer) {
    change(transfer.purchase) { $0.record(transfer) }
  }

  /// Records a spend in place of another report of it, which may have named other wallets.
  mutating func record(_ spend: Spend, replacing old: Spend?) {
    if let old {
      old.forEachPayment { payment in
        spends[payment.wallet]?.remove(paid: payment.size, owing: payment.debt, at: old.at)
      }
    }
    spend.forEachPayment { payment in
      spends[payment.wallet, default: CreditLog()]
        .insert(paid: payment.size, owing: payment.debt, at: spend.at)
    }
    laterPayments += spend.rest.count - (old?.rest.count ?? 0)
    let change = (spend.unpaid > 0 ? 1 : 0) - (old.map { $0.unpaid > 0 ? 1 : 0 } ?? 0)
    if change != 0 { unpaidUses[spend.feature, default: 0] += change }
  }

  /// Records what a reservation sets aside, or nil if nothing, in place of its earlier terms.
  mutating func reserve(_ key: Customer.SpendKey, _ terms: ReservationTerms?) {
    reservations.removeAll { $0.key == key }
    guard let terms else { return }
    let place = reservations.firstIndex { terms.lapsesAt < $0.terms.lapsesAt }
    reservations.insert(Reserved(key: key, terms: terms), at: place ?? reservations.endIndex)
  }

  mutating func recordDismissal(of prompt: Prompt.ID, at: Instant, replacing old: Instant?) {
    dismissals[prompt, default: []].replace(old, with: at)
  }

  mutating func record(
    _ action: PaywallEvent.Action, of paywall: Paywall.ID, at: Instant, replacing old: Instant?
  ) {
    switch action {
    case .shown: paywalls[paywall, default: []].replace(old, with: at)
    case .closed: closings[paywall, default: []].replace(old, with: at)
    }
  }

  mutating func record(_ opening: AppOpening) { openings.record(opening) }

  /// Records when an item is held, with its size and parent, in place of what was known of it before.
  mutating func recordItem(
    of feature: Feature.ID, _ holding: Customer.Holding, _ size: UseSize?,
    replacing old: Customer.Holding, _ oldSize: UseSize?
  ) {
    items[feature, default: Holdings()].remove(old, size: oldSize?.size ?? 0)
    items[feature, default: Holdings()].insert(holding, size: size?.size ?? 0)
    if let oldSize, let key = ParentKey(oldSize) {
      parentItems[key]?.remove(old, size: oldSize.size)
    }
    if let size, let key = ParentKey(size) {
      parentItems[key, default: Holdings()].insert(holding, size: size.size)
    }
  }

  /// Records the size of a use in place of another record of it.
  mutating func record(_ size: UseSize, replacing old: UseSize?) {
    if let old {
      sizes[old.feature]?.remove(old.size, at: old.at)
      if let key = ParentKey(old) { parentSizes[key]?.remove(old.size, at: old.at) }
    }
    sizes[size.feature, default: AmountLog()].insert(size.size, at: size.at)
    if let key = ParentKey(size) {
      parentSizes[key, default: AmountLog()].insert(size.size, at: size.at)
    }
  }

  /// Records the sizes of many uses that were not known.
  mutating func record(_ new: some Collection<UseSize>) {
    for (feature, uses) in Dictionary(grouping: new, by: \.feature) {
      sizes[feature, default: AmountLog()].insert(uses.map { ($0.size, $0.at) })
    }
    for (key, uses) in Dictionary(grouping: new, by: ParentKey.init) {
      if let key { parentSizes[key, default: AmountLog()].insert(uses.map { ($0.size, $0.at) }) }
    }
    if let latest = new.lazy.map(\.at).max() { stamp(latest) }
  }

  /// Removes a purchase, to evaluate what a customer has without it.
  mutating func remove(_ purchase: PurchaseID) { lines.removeAll { $0.id == purchase } }

  /// Changes the line of a purchase, which is inserted at its place if it is new.
  private mutating func change(_ purchase: PurchaseID, _ body: (inout PurchaseLine) -> Void) {
    var index = 0
    while index < lines.count, lines[index].id < purchase { index += 1 }
    if index == lines.count || lines[index].id != purchase {
      lines.insert(PurchaseLine(purchase), at: index)
    }
    body(&lines[index])
  }
}

extension History: Hashable {
  static func == (left: History, right: History) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension History.Holdings {
  fileprivate mutating func remove(_ holding: Customer.Holding, size: Int) {
    guard holding.wasEverHeld else { return }
    taken -= 1
    takenSize -= size
    guard let at = holding.releasedAt else { return }
    released.replace(at, with: nil)
    if size > 0 { releasedSizes.remove(size, at: at) }
  }

  fileprivate mutating func insert(_ holding: Customer.Holding, size: Int) {
    guard holding.wasEverHeld else { return }
    taken += 1
    takenSize += size
    guard let at = holding.releasedAt else { return }
    released.replace(nil, with: at)
    if size > 0 { releasedSizes.insert(size, at: at) }
  }
}

extension Customer.Holding {
  /// Whether there was an instant at which it was held.
  var wasEverHeld: Bool {
    guard let takenAt else { return false }
    return releasedAt.map { takenAt < $0 } ?? true
  }
}

extension History.ParentKey {
  /// The parent that a use or an item belongs to; nil if it has none.
  fileprivate init?(_ size: UseSize) {
    guard let parent = size.parent else { return nil }
    self.init(feature: size.feature, parent: parent)
  }
}

extension CreditPayment {
  /// The amount, clamped to the valid range in case the decoded fact is out of it.
  fileprivate var size: Int { min(max(0, amount), Wallet.limit) }

  /// What it owes, clamped likewise.
  fileprivate var debt: Int { min(max(0, owed), Wallet.limit) }
}

extension [Instant] {
  /// Inserts an instant into these sorted ones and removes another.
  mutating func replace(_ old: Instant?, with new: Instant?) {
    if let old {
      let index = count(before: old)
      if index < count, self[index] == old { remove(at: index) }
    }
    guard let new else { return }
    if let last, new < last { insert(new, at: count(before: new)) } else { append(new) }
  }
}
