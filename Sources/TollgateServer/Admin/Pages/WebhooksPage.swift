import Tollgate
import TollgateLedger

/// The destinations of webhooks, with their latest events.
struct WebhooksPage: Sendable {
  /// A destination, and how far the events have reached it.
  struct Destination: Sendable {
    /// Its name, `url` or `file`.
    let name: String
    /// Whether it accepts events, in a word.
    let state: String
    /// The style of the state's badge.
    let mark: String
    /// How many facts wait for another try.
    let waiting: Int
    /// When the next of them is tried.
    let next: String?
    /// How many events were given up in all.
    let deadLetters: Int
    /// How many replays are not finished.
    let replays: Int
    /// The latest events, newest first.
    let events: [Event]
    let hasEvents: Bool
    /// The path and the token of the forms that send events again.
    let action: String
    let token: String
  }

  /// An event, and how far it has come.
  struct Event: Sendable {
    let id: String
    let type: String
    /// When its fact was recorded.
    let at: String
    let customer: String
    /// The path of the customer's page.
    let customerPath: String
    /// How far it has come.
    let state: String
    /// The style of the state's badge.
    let mark: String
    /// The destination's name, and the instants between which only the event's commit was recorded.
    let destination: String
    let from: String
    let until: String
    let action: String
    let token: String
  }

  let destinations: [Destination]
  /// Whether nothing was ever delivered.
  let isEmpty: Bool

  init(_ overviews: [WebhookDeliveries.Overview], for visit: AdminVisit) {
    let action = "\(AdminPath.root(of: visit.app.id))/webhooks"
    destinations = overviews.map { overview in
      let status = overview.status
      let name = status.destination.rawValue
      let (state, mark) =
        status.isUnavailable
        ? ("unavailable", "bad") : status.waiting > 0 ? ("retrying", "calm") : ("available", "good")
      return Destination(
        name: name, state: state, mark: mark, waiting: status.waiting,
        next: status.nextAt?.minute, deadLetters: status.deadLetters, replays: status.replays,
        events: overview.deliveries.map { delivery in
          Event(
            id: delivery.event.id, type: delivery.event.type.rawValue,
            at: delivery.recordedAt.minute, customer: "\(delivery.customer)",
            customerPath: AdminPath.customer(delivery.customer, of: visit.app.id),
            state: delivery.state.sentence, mark: delivery.state.mark, destination: name,
            from: "\(delivery.recordedAt.milliseconds)",
            until: "\(delivery.recordedAt.adding(milliseconds: 1).milliseconds)", action: action,
            token: visit.formToken)
        }, hasEvents: !overview.deliveries.isEmpty, action: action, token: visit.formToken)
    }
    isEmpty = overviews.isEmpty
  }
}

extension WebhookDeliveries.Delivery.State {
  /// What a person reads.
  fileprivate var sentence: String {
    switch self {
    case .delivered: "delivered"
    case .waiting(_, 0): "waiting"
    case .waiting(let next, let tries):
      "\(tries) \(tries == 1 ? "try" : "tries"), next \(next.minute)"
    case .givenUp(let at): "given up \(at.minute)"
    }
  }

  /// The style of its badge.
  fileprivate var mark: String {
    switch self {
    case .delivered: "good"
    case .waiting(_, 0): ""
    case .waiting, .givenUp: "bad"
    }
  }
}
