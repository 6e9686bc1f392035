import Tollgate
import TollgateLedger

/// Reads the events of a fact from the ledger, at any time and with the same result.
///
/// An event is what a fact adds to those recorded before it, for its customer and everyone merged into it. A claim
/// records the facts of a purchase again, for the customer, and so does a transfer; they are compared with what the store
/// had reported, and with what the previous owner had, so that a payment is an event once.
struct WebhookEventReader: Sendable {
  /// How many entries a commit that transfers a purchase may take.
  static let commitLimit = 500

  let ledger: any Ledger
  let app: Blueprint.App.ID
  /// The app's blueprint, for the texts of nudges; nil leaves them out.
  var blueprint: Blueprint?

  /// Returns the events of an entry.
  ///
  /// - Returns: The events, in order; none if the entry is gone, because its customer was erased or pruned.
  func events(of sequence: Int) async throws(LedgerError) -> [WebhookEvent] {
    guard let entry = try await entry(sequence) else { return [] }
    return try await events(
      of: entry, after: try await customer(entry.customer, before: sequence))
  }

  /// What a customer's history says up to an entry, so that the events of several entries take one read.
  struct Reading {
    /// How long it is used before it is read again, since the customer may be erased meanwhile.
    static let freshness = Duration.seconds(1)

    fileprivate let entries: [LedgerEntry]
    fileprivate let id: Customer.ID
    /// The last sequence number for which it was read.
    let last: Int
    private let readAt: Instant
    /// How many entries are folded into ``before``.
    fileprivate var folded = 0
    fileprivate var before: Customer

    /// The reading of a customer whose history has never been read.
    static func unread(of id: Customer.ID) -> Reading {
      Reading([], of: id, through: 0, at: .distantPast)
    }

    fileprivate init(
      _ entries: [LedgerEntry], of id: Customer.ID, through last: Int, at instant: Instant
    ) {
      self.entries = entries
      self.id = id
      self.last = last
      readAt = instant
      before = Self.unfolded(id)
    }

    /// Whether it is too old to be used, or the clock was set back since.
    func isOutdated(at now: Instant) -> Bool {
      now < readAt || readAt.advanced(by: Self.freshness) <= now
    }

    private static func unfolded(_ id: Customer.ID) -> Customer {
      var customer = Customer()
      customer.id = id
      return customer
    }

    /// An entry, after its predecessors are folded; nil if the customer does not have it.
    fileprivate mutating func entry(_ sequence: Int) -> LedgerEntry? {
      if folded > 0, entries[folded - 1].sequence >= sequence {
        folded = 0
        before = Self.unfolded(id)
      }
      while folded < entries.count, entries[folded].sequence < sequence {
        before.join(entries[folded].fact)
        folded += 1
      }
      guard folded < entries.count, entries[folded].sequence == sequence,
        entries[folded].customer == id
      else { return nil }
      return entries[folded]
    }
  }

  /// Reads the history of a customer up to an entry.
  func reading(
    of id: Customer.ID, through sequence: Int, at now: Instant
  ) async throws(LedgerError) -> Reading {
    Reading(
      try await ledger.lifecycle(of: id, in: app, through: sequence), of: id, through: sequence,
      at: now)
  }

  /// Returns the events of an entry of a customer whose history was read.
  func events(
    of sequence: Int, in reading: inout Reading
  ) async throws(LedgerError) -> [WebhookEvent] {
    if let entry = reading.entry(sequence) {
      return try await events(of: entry, after: reading.before)
    }
    // A change of an attribute is not part of the history that was read.
    guard let entry = try await entry(sequence) else { return [] }
    let before =
      entry.customer == reading.id
      ? reading.before : try await customer(entry.customer, before: sequence)
    return try await events(of: entry, after: before)
  }

  private func events(
    of entry: LedgerEntry, after known: Customer
  ) async throws(LedgerError) -> [WebhookEvent] {
    let sequence = entry.sequence
    var before = known
    var events = WebhookEvent.events(of: entry, after: before, in: app)
    for index in events.indices {
      guard let nudge = events[index].nudge?.nudge else { continue }
      events[index].nudge?.text = blueprint?.lines(of: nudge, for: before)
    }
    guard !events.isEmpty, let purchase = entry.fact.transferredPurchase else { return events }
    // What somebody shares with the customer was paid by another customer, who has the events.
    if before.transfer(of: purchase)?.isShared == true { return [] }
    // Once the customer is merged into another one, so is the placeholder, and no longer into the customer.
    before.join(try await customer(.placeholder(for: purchase), before: sequence))
    events = WebhookEvent.events(of: entry, after: before, in: app)
    guard !events.isEmpty else { return [] }
    guard let (transfer, other) = try await transfer(of: purchase, with: entry) else {
      return events
    }
    // A transfer copies the facts of a purchase: only what the other side did not know is an event.
    guard !transfer.isShared, let other else { return [] }
    before.join(try await customer(other, before: sequence))
    events = WebhookEvent.events(of: entry, after: before, in: app)
    return events
  }

  /// The entry with a sequence number; nil if it is gone.
  func entry(_ sequence: Int) async throws(LedgerError) -> LedgerEntry? {
    let next = try await ledger.entries(after: sequence - 1, in: app, limit: 1).first
    return next?.sequence == sequence ? next : nil
  }

  /// The fold of what was known about a customer before an entry, as far as events depend on it.
  private func customer(
    _ id: Customer.ID, before sequence: Int
  ) async throws(LedgerError) -> Customer {
    var customer = Customer(
      try await ledger.lifecycle(of: id, in: app, through: sequence - 1).map(\.fact))
    customer.id = id
    return customer
  }

  /// The transfer that brought a purchase in the same commit as an entry, and who had it before, if they are known; nil
  /// if there was none.
  private func transfer(
    of purchase: PurchaseID, with entry: LedgerEntry
  ) async throws(LedgerError) -> (PurchaseTransfer, from: Customer.ID?)? {
    let commit = try await ledger.entries(
      after: entry.sequence, in: app, limit: Self.commitLimit
    ).filter { $0.at == entry.at }
    func transfer(_ other: LedgerEntry) -> PurchaseTransfer? {
      guard case .transfer(let transfer) = other.fact, transfer.purchase == purchase else {
        return nil
      }
      return transfer
    }
    for own in commit where own.customer == entry.customer {
      guard let gained = transfer(own), gained.isHeld else { continue }
      let other = commit.first {
        $0.customer != entry.customer && transfer($0)?.number == gained.number
      }
      return (gained, other?.customer)
    }
    return nil
  }
}

extension Blueprint {
  /// What a nudge says to a customer in each language; nil if the blueprint has no such nudge.
  fileprivate func lines(of nudge: Nudge.ID, for customer: Customer) -> [String: String]? {
    guard let text = text(of: nudge, for: customer) else { return nil }
    return Dictionary(
      uniqueKeysWithValues: text.wordings.keys.map { language in
        let line = text.line(
          in: language, fallback: app.language, number: { _ in nil },
          string: { $0 == .appName ? app.name : nil })
        return (language, line)
      })
  }
}
