public import Tollgate
public import TollgateLedger
public import TollgateWire

/// Shows how far the events of an app have reached its destinations, and sends them again.
public struct WebhookDeliveries: Sendable {
  /// How often a change is tried again when a server stores its own in between.
  private static let attempts = 100

  /// How far the events have reached a destination.
  public struct Status: Hashable, Sendable {
    public let destination: WebhookDestination.Name
    /// The sequence number of the last fact that was read.
    public let cursor: Int
    /// How many facts wait for another try.
    public let waiting: Int
    /// When the next of them is tried; nil if none waits.
    public let nextAt: Instant?
    /// Whether the destination counts as unavailable.
    public let isUnavailable: Bool
    /// How many events were given up.
    public let deadLetters: Int
    /// The last ones that were given up, the oldest first.
    public let lastDeadLetters: [DeadLetter]
    /// How many replays are not finished.
    public let replays: Int
  }

  /// An event that was given up.
  public struct DeadLetter: Hashable, Sendable {
    /// The sequence number of its fact, with which the event's id begins after `evt_`.
    public let sequence: Int
    public let customer: Customer.ID
    public let at: Instant
  }

  let ledger: any Ledger
  let app: Blueprint.App.ID

  public init(_ ledger: any Ledger, of app: Blueprint.App.ID) {
    self.ledger = ledger
    self.app = app
  }

  /// Returns how far the events have reached each destination that was ever used.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read.
  public func status() async throws(LedgerError) -> [Status] {
    var all: [Status] = []
    for name in WebhookDestination.Name.allCases {
      guard let text = try await ledger.property(.webhook(name, of: app)) else { continue }
      all.append(Status(name, try WebhookState(text, at: .distantPast)))
    }
    return all
  }

  /// Has a running server send events again that were recorded in a time, in their order, before later ones of the same
  /// customer are read.
  ///
  /// - Parameters:
  ///   - from: When the first of them was recorded; nil means the beginning.
  ///   - until: When later ones were recorded; nil means now.
  ///   - customer: The customer, with everyone merged into it; nil means all.
  ///   - author: Who wants it, for the audit list.
  ///   - now: The clock of the server or command that requests it.
  /// - Throws: `Problem` with code `unknown_customer`; `invalid_value` if nothing can have been recorded in the time, the
  ///   destination was never used, or too many replays wait; or if the ledger cannot be read or written.
  public func replay(
    to name: WebhookDestination.Name, from: Instant?, until: Instant?, of customer: Customer.ID?,
    by author: String, at now: Instant
  ) async throws(Problem) {
    do {
      var customers: Set<Customer.ID>?
      if let customer {
        guard let record = try await ledger.record(of: customer, in: app), !record.isErased else {
          throw OperatorService.unknownCustomer
        }
        customers = record.absorbed.union([customer])
      }
      try await replay(to: name, from: from, until: until, of: customers, customer, author, now)
    } catch {
      throw Problem(error, otherwise: "The replay could not be recorded.")
    }
  }

  private func replay(
    to name: WebhookDestination.Name, from: Instant?, until: Instant?,
    of customers: Set<Customer.ID>?, _ customer: Customer.ID?, _ author: String, _ now: Instant
  ) async throws {
    for _ in 0..<Self.attempts {
      guard let text = try await ledger.property(.webhook(name, of: app)) else {
        throw Problem(
          .invalidValue,
          "No server has delivered events of the app \(app) to `\(name.rawValue)` yet."
        )
      }
      // Facts are stamped at most a day after the clock.
      let latest = min(until ?? .distantFuture, now.adding(Period(1, .day)))
      guard from.map({ $0 < latest }) ?? true else {
        throw Problem(
          .invalidValue,
          "Nothing was recorded in this time: `from` must be earlier than `until`, and not in the future."
        )
      }
      var state = try WebhookState(text, at: .distantPast)
      let replay = WebhookState.Replay(
        through: state.cursor, from: from, until: until, customers: customers)
      // The second click of a double click: the same replay waits already.
      guard !state.replays.contains(replay) else { return }
      guard state.replays.count < WebhookState.replayLimit else {
        throw Problem(
          .invalidValue,
          "\(WebhookState.replayLimit) replays wait for this destination: try again once it has received some."
        )
      }
      state.replays.append(replay)
      guard try await ledger.replace(.webhook(name, of: app), text, with: try state.text()) else {
        continue
      }
      let times = [from.map { "from \($0)" }, until.map { "until \($0)" }].compactMap(\.self)
      try await ledger.administration.record(
        LedgerAuditEntry(
          .webhooksReplayed, by: author, at: now, customer: customer, subject: name.rawValue,
          reason: times.isEmpty ? nil : times.joined(separator: " ")), in: app)
      return
    }
    throw LedgerError(.unavailable, "The state of the webhooks changes too often.")
  }

  /// Sends an event of type `webhook.test` once, and returns whether it was accepted.
  public func test(_ destination: WebhookDestination, at now: Instant) async -> Bool {
    await destination.send(
      WebhookEvent(id: "evt_test", .test, at: now, in: app, WebhookEvent.Details()), at: now)
  }
}

extension WebhookDeliveries.Status {
  init(_ name: WebhookDestination.Name, _ state: WebhookState) {
    destination = name
    cursor = state.cursor
    waiting = state.waiting.count
    nextAt = state.waiting.map(\.nextAt).min()
    isUnavailable = state.isUnavailable
    deadLetters = state.deadLetterCount
    lastDeadLetters = state.deadLetters.map {
      WebhookDeliveries.DeadLetter(
        sequence: $0.sequence, customer: $0.customer, at: $0.at)
    }
    replays = state.replays.count
  }
}
