import Tollgate

/// Sends events to listeners, each once.
@MainActor
final class EventLog {
  /// How many events are buffered for a slow listener, and how many keys are remembered: 1,000.
  static let limit = 1000

  let listeners = Broadcast<ClientEvent>(limit: limit)
  /// The paywall on screen, until its end was sent.
  private var shown: PaywallPresentation?
  /// What must not be sent twice, oldest first.
  private var sent: [String] = []

  func paywallShown(_ presentation: PaywallPresentation?, at now: Instant?) {
    guard let presentation, presentation.id != shown?.id else { return }
    shown = presentation
    send(ClientEvent(.paywallShown), at: now) { $0.add(presentation) }
  }

  func paywallClosed(_ ending: PlacementOutcome.Ending, at now: Instant?) {
    guard let presentation = shown else { return }
    shown = nil
    send(ClientEvent(.paywallClosed), at: now) { event in
      event.add(presentation)
      switch ending {
      case .purchased: event.outcome = "purchased"
      case .restored: event.outcome = "restored"
      case .dismissed: event.outcome = "dismissed"
      case .failed(let problem): (event.outcome, event.problem) = ("failed", problem.rawValue)
      }
    }
  }

  /// Sends an event, unless one with the same `once` was sent before.
  func send(
    _ event: ClientEvent, once: String? = nil, at now: Instant?,
    _ complete: (inout ClientEvent) -> Void
  ) {
    if let once {
      guard !sent.contains(once) else { return }
      sent = (sent + [once]).suffix(Self.limit)
    }
    var event = event
    event.at = now
    complete(&event)
    listeners.send(event)
  }
}

extension ClientEvent {
  mutating func add(_ presentation: PaywallPresentation?) {
    guard let presentation else { return }
    paywall = presentation.paywall
    self.presentation = presentation.id
    placement = presentation.placement
    feature = presentation.feature
    variants = presentation.content.variants
  }
}
