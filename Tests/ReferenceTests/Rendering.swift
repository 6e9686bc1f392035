import Tollgate

/// Facts and blueprints as lines that people can read.
enum Rendering {
  static func line(of fact: Fact) -> String {
    switch fact {
    case .transaction(let transaction): return line(of: transaction)
    case .renewal(let renewal):
      return [
        "\(renewal.signedAt) renewal of \(renewal.purchase)",
        renewal.willRenew ? "renews to \(renewal.renewsTo)" : "does not renew",
        renewal.renewsAt.map { "at \($0)" }, renewal.graceEndsAt.map { "grace to \($0)" },
        renewal.isInBillingRetry ? "billing retry" : nil,
        renewal.resumesAt.map { "resumes at \($0)" },
      ].compactMap { $0 }.joined(separator: ", ")
    case .use(let use): return "\(use.at) use of \(use.feature)"
    case .reservation(let fact):
      return "\(fact.terms.at) reservation of \(fact.feature), lapses \(fact.terms.lapsesAt)"
    case .reservationRelease(let fact): return "\(fact.at) release of \(fact.feature)"
    case .size(let size):
      return
        "\(size.at) size \(size.amount) of \(size.item.map { "item \($0)" } ?? "a use") of \(size.feature)"
    case .item(let item):
      return
        "\(item.at) item \(item.item) of \(item.feature) \(item.isHeld ? "taken" : "given back")"
    case .milestone(let milestone): return "\(milestone.at) milestone \(milestone.milestone)"
    case .signedUp(let signUp): return "\(signUp.at) sign-up"
    case .device(let device): return "\(device.at) device"
    case .trialStarted(let start):
      return "\(start.at) trial started\(start.isAddOn ? " beside the plan: \(start.trial)" : "")"
        + (start.purchase.map { " by \($0)" } ?? "") + ", \(describe(start.terms))"
    case .trialForfeited(let forfeit): return "\(forfeit.at) trial forfeited"
    case .trialExtension(let fact):
      let change = fact.startsOver ? "reset" : "extended by \(fact.days) days"
      return "\(fact.at) \(fact.trial) \(change)"
    case .trialPause(let pause):
      return
        "\(pause.startsAt) \(pause.trial) paused to \(pause.endsAt.map(String.init) ?? "never")"
    case .transfer(let transfer):
      return
        "\(transfer.at) \(transfer.purchase) \(transfer.isHeld ? "came" : "went"), number \(transfer.number)"
    case .grant(let grant):
      return
        "\(grant.startsAt) grant \(grant.id) of \(grant.credits == nil ? grant.entitlements.map(\.rawValue).joined(separator: ", ") : "credits") to \(grant.endsAt.map(String.init) ?? "never")"
        + (grant.lasts.map { ", for \($0) while nothing else gives it" } ?? "")
        + (grant.revokedAt.map { ", taken back \($0)" } ?? "")
    case .seat(let seat):
      return "seat \(seat.id), version \(seat.number): "
        + seat.rights.map {
          "\($0.entitlement) from \($0.startsAt) to \($0.endsAt.map(String.init) ?? "never")"
        }.joined(separator: ", ")
    case .teamItems(let items):
      return "\(items.at) others hold \(items.count) of \(items.feature), seat \(items.seat)"
    case .attribute(let change):
      return
        "\(change.at) \(change.attribute) set by the \(change.setBy) to \(change.value.map(\.description) ?? "nothing")"
    case .download(let download):
      return
        "\(download.at) download in \(download.environment), \(download.platform?.rawValue ?? "unknown platform"), version \(download.version ?? "unknown")"
    case .refundRequest, .credit, .spend, .dismissal, .paywall, .variant, .nudge, .opening,
      .profile:
      return "\(fact)"
    }
  }

  private static func line(of transaction: StoreTransaction) -> String {
    [
      "\(transaction.purchasedAt) \(transaction.id) of \(transaction.purchase) \(transaction.product)",
      transaction.expiresAt.map { "to \($0)" }, transaction.revokedAt.map { "revoked \($0)" },
      transaction.isUpgraded ? "upgraded" : nil,
      transaction.offer.map { "\($0.kind) \($0.payment?.rawValue ?? "")" },
      transaction.ownership == .familyShared ? "family" : nil, "signed \(transaction.signedAt)",
    ].compactMap { $0 }.joined(separator: ", ")
  }

  static func summary(of definition: Blueprint.Definition) -> String {
    let products = definition.products.map {
      "\($0.id) gives \($0.entitlements.map(\.rawValue)) \($0.group.map { "in \($0)" } ?? "")"
    }
    let rules = definition.features.map { feature in
      "\(feature.id): "
        + feature.rules.map { "\(describe($0.when)) → \($0.allowance)" }.joined(separator: "; ")
    }
    let trial =
      definition.trial.map { "\($0.start), \(describe($0.terms)) \($0.products)" } ?? "none"
    return """
      \(definition.app.id) (\(definition.app.usesCustomerTimeZone ? "customer or " : "")\(definition.app.timeZone), onboarding \(definition.onboarding?.rawValue ?? "none"), \
      late \(definition.purchases.lateRenewal), plan \(definition.plan), free \(definition.hasFreeTier))
        products: \(products.joined(separator: ", "))
        trial: \(trial)
        trials: \(definition.addOnTrials)
        \(rules.joined(separator: "\n    "))
      """
  }

  private static func describe(_ terms: Trial.Terms) -> String {
    [
      terms.lasts.map { "\($0)" }, terms.uses.map { "\($0.limit) of \($0.feature)" },
      "\(terms.entitlements.map(\.rawValue))",
      terms.earned.isEmpty ? nil : "earning \(terms.earned)",
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private static func describe(_ condition: Condition) -> String {
    var parts = [
      condition.phases.map(\.rawValue).sorted().joined(separator: "|"),
      condition.entitled.sorted().map(\.rawValue).joined(separator: "|"),
      condition.subscription.map(\.rawValue).sorted().joined(separator: "|"),
      condition.products.sorted().map(\.rawValue).joined(separator: "|"),
      condition.any.map(describe).joined(separator: " or "),
    ]
    parts += condition.notEntitled.sorted().map { "not \($0)" }
    parts += condition.reached.sorted().map { "reached \($0)" }
    parts += condition.notReached.sorted().map { "not reached \($0)" }
    parts += condition.not.map { "not (\(describe($0)))" }
    if let held = condition.held { parts.append("holds \(held.atLeast) of \(held.feature)") }
    parts += condition.left.map { "left \($0)" }
    if let willRenew = condition.willRenew { parts.append(willRenew ? "renews" : "ends") }
    let text = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return text.isEmpty ? "always" : text
  }
}
