import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateLedger
import TollgateSimulation

extension World {
  /// The controls and their state.
  var controls: Controls {
    let condition = simulator.conditions(of: account).first
    let status = condition?.status
    return Controls(
      now: Words.moment(clock.now),
      nextChange: nextInstant.map { Words.until($0, from: clock.now) },
      subscribed: status != nil && status != .expired && status != .revoked,
      renews: condition.map { $0.renewalInfo.payload.autoRenewStatus == .on } ?? true,
      billingFails: simulator.isBillingFailing(account),
      parentPending: simulator.pendingPurchases.contains { $0.account == account },
      running: phone.isRunning, clockOffset: phone.isClockBack ? "1 day behind" : nil,
      offline: transport.isOffline, look: phone.look, textSize: phone.textSize, person: personName)
  }

  /// The state of the engine, the ledger and the store.
  var panels: Panels {
    Panels(
      membership: membershipPanel, ledger: facts.map(row),
      notifications: receipts.reversed().prefix(Self.rows).map(row),
      nudges: nudges.waiting.map {
        NudgeRow(
          id: $0.id.rawValue, time: Words.moment($0.at), text: $0.line, state: "planned",
          tone: .good)
      }
        + nudges.sent.reversed().enumerated().map {
          NudgeRow(
            id: "\($1.id)-sent-\($0)", time: Words.moment($1.at), text: $1.line, state: "sent",
            tone: .neutral)
        })
  }

  /// How many rows a panel shows at most.
  static let rows = 60

  private var membershipPanel: MembershipPanel {
    guard let membership, let client else {
      return MembershipPanel(
        customer: client?.customer?.rawValue ?? "nobody yet",
        phase: phone.isRunning ? Phase.unknown.rawValue : "not running")
    }
    return MembershipPanel(
      customer: client.customer?.rawValue ?? "nobody yet", phase: membership.phase.rawValue,
      tone: tone(membership.phase), condition: membership.subscription?.condition.rawValue,
      nextChange: membership.nextChange.map {
        "\(Words.moment($0)), \(Words.until($0, from: clock.now))"
      },
      status: models?.banner.content?.text ?? models?.settings.planLine ?? "",
      entitlements: membership.entitlements.map {
        EntitlementRow(name: $0.rawValue, until: until(membership))
      },
      features: membership.blueprint.definition.features.map {
        row($0.id, membership.access(to: $0.id))
      })
  }

  private func until(_ membership: Membership) -> String {
    if let subscription = membership.subscription, subscription.isActive {
      if let end = subscription.graceEndsAt { return "grace until \(Words.day(end))" }
      return "\(subscription.willRenew ? "renews" : "until") \(Words.day(subscription.expiresAt))"
    }
    if let end = membership.trial?.endsAt, membership.phase == .trial {
      return "until \(Words.moment(end))"
    }
    return "no end"
  }

  private func tone(_ phase: Phase) -> BadgeTone {
    switch phase {
    case .subscribed, .trial, .onboarding: .good
    case .free, .unknown: .neutral
    case .blocked, .trialExpired, .lapsed: .warning
    }
  }

  private func row(_ feature: Feature.ID, _ access: Access) -> FeatureRow {
    switch access {
    case .unknown: FeatureRow(name: feature.rawValue, answer: "unknown", tone: .neutral)
    case .allowed(let limit):
      FeatureRow(
        name: feature.rawValue, answer: "allowed", tone: .good,
        detail: limit.map { "\($0.remaining) of \($0.limit) left, \($0.scope.rawValue)" })
    case .denied(let denial):
      FeatureRow(
        name: feature.rawValue, answer: "denied", tone: .warning,
        detail: denial.paywall.map { "shows \($0)" })
    }
  }

  private func row(_ receipt: Receipt) -> NotificationRow {
    NotificationRow(
      id: receipt.notification.payload.notificationUUID,
      time: Words.moment(receipt.notification.at),
      type: receipt.notification.payload.notificationType.rawValue,
      subtype: receipt.notification.payload.subtype?.rawValue,
      status: receipt.status.map { $0 == 200 ? "delivered" : "refused, \($0)" } ?? "unreachable",
      tone: receipt.status == 200 ? .good : .bad)
  }

  private func row(_ entry: LedgerEntry) -> LedgerRow {
    let (text, tone) = summary(of: entry.fact)
    return LedgerRow(
      id: "\(entry.sequence)", time: Words.moment(entry.at), kind: entry.fact.kind.rawValue,
      summary: text, tone: tone)
  }

  private func summary(of fact: Fact) -> (String, BadgeTone) {
    switch fact {
    case .signedUp: ("An account was opened", .good)
    case .device(let use): ("On device \(use.device.rawValue.prefix(8))", .neutral)
    case .milestone(let reached): ("Reached \(reached.milestone)", .good)
    case .trialStarted(let start):
      ("From \(Words.moment(start.at)), \(start.terms.lasts.map(Words.length) ?? "by uses")", .good)
    case .trialForfeited: ("This device has had the trial", .warning)
    case .transaction(let transaction): summary(of: transaction)
    case .renewal(let renewal):
      renewal.graceEndsAt.map { ("Grace until \(Words.day($0))", .warning) }
        ?? (renewal.willRenew ? ("Will renew", .neutral) : ("Will not renew", .warning))
    case .transfer(let transfer):
      transfer.isHeld ? ("Purchase taken over", .good) : ("Purchase went to another", .warning)
    case .use(let use): ("Used \(use.feature)", .neutral)
    case .credit(let credit): ("\(credit.amount) credits in \(credit.wallet)", .good)
    case .spend(let spend):
      ("Spent \(spend.amount) of \(spend.wallet) on \(spend.feature)", .neutral)
    case .item(let change): ("\(change.isHeld ? "Took" : "Gave back") \(change.item)", .neutral)
    case .dismissal(let dismissal): ("Dismissed \(dismissal.prompt)", .neutral)
    case .paywall(let event): ("\(event.paywall) was \(event.action.rawValue)", .neutral)
    case .nudge(let delivery): ("Delivered \(delivery.nudge)", .neutral)
    case .profile(let row): (summary(of: row), .neutral)
    case .grant(let grant): ("Granted \(grant.entitlement)", .good)
    }
  }

  private func summary(of row: ProfileRow) -> String {
    let values = row.values.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }
    return "Created \(row.table) \(row.row)\(values.joined())"
  }

  private func summary(of transaction: StoreTransaction) -> (String, BadgeTone) {
    if let revokedAt = transaction.revokedAt {
      return ("\(transaction.product) refunded \(Words.day(revokedAt))", .bad)
    }
    let end = transaction.expiresAt.map { " until \(Words.moment($0))" } ?? ""
    let offer = transaction.offer == nil ? "" : ", introductory offer"
    return ("\(transaction.product)\(end)\(offer)", .good)
  }
}
