import Tollgate
import TollgateLedger

extension WebhookDeliveries {
  /// An event, and how far it has come on its way to a destination.
  struct Delivery: Sendable {
    /// How far an event has come.
    enum State: Sendable {
      /// The destination has accepted it.
      case delivered
      /// It is tried at an instant, after a number of tries.
      case waiting(until: Instant, tries: Int)
      /// It was given up at an instant.
      case givenUp(Instant)
    }

    let event: WebhookEvent
    /// The customer whose fact gave it.
    let customer: Customer.ID
    /// When the fact was recorded.
    let recordedAt: Instant
    /// How far it has come.
    let state: State
  }

  /// A destination's status with its latest events.
  struct Overview: Sendable {
    /// How far the events have reached the destination.
    let status: Status
    /// The latest events, those that wait longest and those that were given up last; newest first.
    let deliveries: [Delivery]
  }

  /// How many of the last facts are looked at for delivered events.
  static let recentFacts = 500

  /// The status of each destination that was ever used, with its latest events.
  ///
  /// - Parameter limit: How many facts of each state are listed.
  func overviews(limit: Int = 25) async throws(LedgerError) -> [Overview] {
    var all: [Overview] = []
    for name in WebhookDestination.Name.allCases {
      guard let text = try await ledger.property(.webhook(name, of: app)) else { continue }
      let state = try WebhookState(text, at: .distantPast)
      all.append(
        Overview(
          status: Status(name, state), deliveries: try await deliveries(state, limit: limit)))
    }
    return all
  }

  private func deliveries(
    _ state: WebhookState, limit: Int
  ) async throws(LedgerError) -> [Delivery] {
    var states: [Int: Delivery.State] = [:]
    let recent = try await ledger.entries(
      after: max(0, state.cursor - Self.recentFacts), in: app, limit: Self.recentFacts)
    let read = recent.filter {
      $0.sequence <= state.cursor && $0.at >= state.since && $0.mayGiveEvents
    }
    for entry in read.suffix(limit) { states[entry.sequence] = .delivered }
    let waiting = Dictionary(uniqueKeysWithValues: state.waiting.map { ($0.sequence, $0) })
    let shown = Set(state.waiting.prefix(limit).map(\.sequence)).union(states.keys)
    for letter in state.deadLetters where states[letter.sequence] != nil {
      states[letter.sequence] = .givenUp(letter.at)
    }
    for letter in state.deadLetters.suffix(limit) {
      states[letter.sequence] = .givenUp(letter.at)
    }
    for sequence in shown {
      guard let item = waiting[sequence] else { continue }
      states[sequence] = .waiting(until: item.nextAt, tries: item.tries)
    }
    let reader = WebhookEventReader(ledger: ledger, app: app)
    var deliveries: [Delivery] = []
    for (sequence, state) in states.sorted(by: { $0.key > $1.key }) {
      guard let entry = try await reader.entry(sequence) else { continue }
      for event in try await reader.events(of: sequence).reversed() {
        deliveries.append(
          Delivery(
            event: event, customer: entry.customer, recordedAt: entry.at, state: state))
      }
    }
    return deliveries
  }
}
