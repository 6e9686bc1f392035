import Tollgate
import TollgateClient

extension MembershipPanel {
  /// The membership as the running app sees it; without models, the app is not running.
  @MainActor
  init(_ models: AppModels?, at now: Instant) {
    let customer = models?.client.customer?.rawValue ?? "nobody yet"
    guard let models, let membership = models.client.membership else {
      self.init(
        customer: customer, phase: models == nil ? "not running" : Phase.unknown.rawValue)
      return
    }
    self.init(
      customer: customer, phase: membership.phase.rawValue,
      tone: BadgeTone(membership.phase), condition: membership.subscription?.condition.rawValue,
      nextChange: membership.nextChange.map {
        "\(Words.moment($0)), \(Words.until($0, from: now)): \(Self.event(at: $0, membership))"
      },
      status: models.banner.content?.text ?? models.settings.planLine,
      entitlements: membership.entitlements.map {
        EntitlementRow(
          name: $0.rawValue,
          until: (Self.addOnEnd(of: $0, membership) ?? Self.end(of: membership))
            + Self.waitingDays(of: $0, membership))
      })
  }

  /// What happens at the next change, which is that of any answer and any text.
  private static func event(at next: Instant, _ membership: Membership) -> String {
    if let subscription = membership.subscription, subscription.expiresAt == next {
      return subscription.willRenew ? "the renewal is due" : "the period ends"
    }
    return membership.trial?.endsAt == next ? "the trial ends" : "an answer or a text changes"
  }

  /// The end of the add-on trial that gives an entitlement; nil if none runs, and for subscribers, whose plan may give it.
  private static func addOnEnd(of entitlement: Entitlement.ID, _ membership: Membership) -> String?
  {
    guard membership.phase != .subscribed else { return nil }
    let giving = membership.blueprint.definition.addOnTrials.filter {
      $0.entitlements.contains(entitlement)
    }
    return giving.lazy.compactMap { membership.trial($0.id) }.first(where: \.isActive)
      .map { trial in trial.endsAt.map { "until \(Words.moment($0))" } ?? "no end" }
  }

  /// The days of grants that wait until nothing else gives an entitlement; empty without any.
  private static func waitingDays(of entitlement: Entitlement.ID, _ membership: Membership)
    -> String
  {
    let waiting = membership.waitingGrants.filter { $0.entitlements.contains(entitlement) }
    let days = waiting.reduce(0) { $0 + $1.daysLeft }
    return days == 0 ? "" : ", \(days) granted day\(days == 1 ? " waits" : "s wait")"
  }

  private static func end(of membership: Membership) -> String {
    if let subscription = membership.subscription, subscription.isActive {
      if let end = subscription.graceEndsAt { return "grace until \(Words.date(end))" }
      let day = Words.date(subscription.renewsAt)
      return "\(subscription.willRenew ? "renews" : "until") \(day)"
    }
    if let end = membership.trial?.endsAt, membership.phase == .trial {
      return "until \(Words.moment(end))"
    }
    return "no end"
  }
}

extension BadgeTone {
  /// How a phase is shown.
  init(_ phase: Phase) {
    self =
      switch phase {
      case .subscribed, .trial, .onboarding: .good
      case .free, .unknown: .neutral
      case .blocked, .trialExpired, .lapsed: .warning
      }
  }
}
