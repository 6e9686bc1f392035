import Tollgate

/// The phases of the phone's customer so far, as known now.
struct PhaseHistory {
  /// A phase and when it began.
  struct Span: Equatable {
    var phase: Phase
    var from: Instant
    /// How many of the visitor's actions had begun when it was first seen.
    var actions = 0
  }

  /// The maximum number of phases that are kept; the oldest are dropped.
  static let limit = 6
  /// The maximum number of changes looked at to find those of the phase.
  private static let changes = 64

  private(set) var spans: [Span] = []
  private var person = ""
  private var latest: Instant?

  /// Records the customer as known now: what changed by itself since the last time, and the phase that holds.
  ///
  /// Another person begins a history of their own.
  mutating func record(
    _ customer: Customer?, of person: String, in blueprint: Blueprint, at now: Instant,
    after actions: Int = 0
  ) {
    if person != self.person {
      self = PhaseHistory()
      self.person = person
    }
    guard let customer else { return }
    if let latest {
      for span in Self.following(customer, in: blueprint, after: latest) where span.from <= now {
        append(Span(phase: span.phase, from: span.from, actions: actions))
      }
    }
    append(
      Span(
        phase: Membership(of: customer, in: blueprint, at: now).phase, from: now, actions: actions))
    latest = now
  }

  private mutating func append(_ span: Span) {
    guard spans.last?.phase != span.phase else { return }
    spans.append(span)
    if spans.count > Self.limit { spans.removeFirst() }
  }

  /// The phases that follow an instant with no new fact.
  static func following(
    _ customer: Customer, in blueprint: Blueprint, after instant: Instant
  ) -> [Span] {
    var spans: [Span] = []
    var membership = Membership(of: customer, in: blueprint, at: instant)
    var phase = membership.phase
    for _ in 0..<changes {
      guard let next = membership.nextChange else { break }
      membership = Membership(of: customer, in: blueprint, at: next)
      guard membership.phase != phase else { continue }
      phase = membership.phase
      spans.append(Span(phase: phase, from: next))
    }
    return spans
  }

  /// The phases to come: those that follow by themselves, or the renewal of a subscription that will renew.
  static func expected(
    _ customer: Customer, in blueprint: Blueprint, at now: Instant
  ) -> [Span] {
    let spans = following(customer, in: blueprint, after: now)
    let subscription = Membership(of: customer, in: blueprint, at: now).subscription
    guard let subscription, subscription.isActive,
      subscription.willRenew || subscription.hasBillsLeft,
      spans.allSatisfy({ $0.from >= subscription.expiresAt })
    else { return spans }
    return [Span(phase: .subscribed, from: subscription.expiresAt)]
  }
}
