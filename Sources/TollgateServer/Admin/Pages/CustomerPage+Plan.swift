import Tollgate
import TollgateWire

extension CustomerPage {
  /// What a customer has and pays, in the words of a person who helps them.
  ///
  /// - Parameter visit: Who reads it; a role that sees no revenue reads no amounts.
  static func plan(_ known: CustomerKnowledge, for visit: AdminVisit) -> [Item] {
    let membership = known.membership
    let blueprint = known.app.blueprint
    var items = [Item(name: "Plan", value: plan(membership))]
    for grant in membership.boughtElsewhere {
      items.append(
        Item(name: "Bought elsewhere", value: sentence(grant, until: grant.endsAt)))
    }
    for running in known.customer.runningGrants(in: blueprint, at: known.at)
    where running.grant.willRenew == nil {
      items.append(Item(name: "Given", value: sentence(running.grant, until: running.endsAt)))
    }
    for grant in membership.waitingGrants {
      let names = grant.entitlements.map(\.rawValue).joined(separator: ", ")
      let days = grant.daysLeft == 1 ? "1 day" : "\(grant.daysLeft) days"
      items.append(
        Item(
          name: "Grant that waits",
          value: "\(names): \(days), once nothing else gives it"))
    }
    for wallet in blueprint.definition.credits {
      items.append(
        Item(
          name: "Credits of \(wallet.id)",
          value: credits(
            membership.credits(in: wallet.id), owed: membership.owedCredits(in: wallet.id))))
    }
    if visit.role.seesRevenue { items.append(Item(name: "Paid in all", value: paid(known))) }
    items.append(
      Item(
        name: "Next payment",
        value: nextPayment(known, membership, showsPrice: visit.role.seesRevenue)))
    let unknown = Set(known.customer.storeTransactions.map(\.product))
      .filter { blueprint.product($0) == nil }.map(\.rawValue).sorted()
    if !unknown.isEmpty {
      items.append(
        Item(
          name: "Bought, and not in the blueprint",
          value: "\(unknown.joined(separator: ", ")): gives nothing until the blueprint declares it"
        ))
    }
    return items
  }

  /// The credits of a wallet, and what it owes if it was overdrawn.
  static func credits(_ left: Int, owed: Int?) -> String {
    guard let owed, owed > 0 else { return "\(left)" }
    return "\(left), and \(owed) owed, which the next credits pay for"
  }

  /// The subscription, or else the trial, or that there is neither.
  private static func plan(_ membership: Membership) -> String {
    if let subscription = membership.subscription {
      let isFree = !subscription.isActive && membership.phase == .trial
      if !isFree { return sentence(subscription, in: membership.blueprint) }
    }
    if let trial = membership.trial {
      if trial.isActive { return "Trial\(trial.endsAt.map { " until \($0.minute) UTC" } ?? "")" }
      guard trial.activatedAt != nil else { return "None: the trial was refused" }
      return "None\(trial.endsAt.map { ": the trial ended \($0.day)" } ?? "")"
    }
    return "None"
  }

  private static func sentence(_ subscription: Subscription, in blueprint: Blueprint) -> String {
    let name = blueprint.spokenName(of: subscription.product)
    let end = subscription.expiresAt.day
    var sentence =
      switch subscription.condition {
      case .active:
        subscription.willRenew
          ? "\(name), paid until \(end)"
          : "\(name) until \(subscription.renewsAt.day): renewal is turned off"
      case .grace:
        "\(name): the last payment failed, access until \((subscription.graceEndsAt ?? subscription.expiresAt).minute) UTC"
      case .billingRetry: "None: the payment for \(name) failed on \(end), and is tried again"
      case .paused: "None: \(name) is paused since \(end)"
      case .expired: "None: \(name) ended \(end)"
      case .revoked: "None: \(name) was refunded, or no longer shared"
      }
    if subscription.isIntroductory { sentence += ", in an introductory offer" }
    if subscription.isFamilyShared { sentence += ", paid by the family" }
    if subscription.purchase.environment != .production {
      sentence += " (\(subscription.purchase.environment.rawValue))"
    }
    return sentence
  }

  private static func sentence(_ grant: Grant, until end: Instant?) -> String {
    let renewal = grant.willRenew.map { $0 ? ", renews" : ", does not renew" } ?? ""
    return grant.gift + (end.map { " until \($0.minute) UTC" } ?? ", without an end")
      + grant.seatsStated + renewal
  }

  /// What the customer paid and the store kept, by currency; of purchases in a sandbox only if there are no others.
  private static func paid(_ known: CustomerKnowledge) -> String {
    let own = known.customer.storeTransactions.filter { bought in
      bought.ownership == .purchased && bought.purchasedAt <= known.at
        && known.customer.transfer(of: bought.purchase)?.isHeld != false
    }
    let real = own.filter { $0.environment == .production }
    var kept: [String: Int64] = [:]
    var returned: [String: Int64] = [:]
    for bought in real.isEmpty ? own : real {
      guard let price = bought.price, price.milliunits > 0 else { continue }
      let back = bought.returned?.milliunits ?? 0
      kept[price.currency, default: 0] += price.milliunits - back
      returned[price.currency, default: 0] += back
    }
    if kept.isEmpty { return "nothing" }
    let amounts = kept.sorted { $0.key < $1.key }.map { currency, sum -> String in
      let amount = Money(milliunits: sum, currency: currency).text
      guard let back = returned[currency], back > 0 else { return amount }
      let refund = Money(milliunits: back, currency: currency).text
      return "\(amount), after a refund of \(refund)"
    }
    return amounts.joined(separator: "; ")
      + (real.isEmpty ? " (\(own[0].environment.rawValue))" : "")
  }

  /// When the store charges next, and how much: what it charged last for the product without an offer, or else the
  /// blueprint's price.
  private static func nextPayment(
    _ known: CustomerKnowledge, _ membership: Membership, showsPrice: Bool
  ) -> String {
    guard let subscription = membership.subscription,
      subscription.willRenew || subscription.hasBillsLeft, !subscription.isFamilyShared
    else { return "none" }
    switch subscription.condition {
    case .active, .grace, .billingRetry: break
    case .paused, .expired, .revoked: return "none"
    }
    let isDue = subscription.condition != .active || subscription.isRenewalLate
    let at =
      isDue
      ? "due since \(subscription.expiresAt.day)"
      : (known.customer.renewal(of: subscription.purchase)?.renewsAt ?? subscription.expiresAt).day
    let product =
      subscription.hasBillsLeft
      ? subscription.product : subscription.renewsTo ?? subscription.product
    let last = known.customer.storeTransactions.last {
      $0.purchase == subscription.purchase && $0.product == product && $0.offer == nil
    }
    guard showsPrice, let price = last?.price ?? known.app.blueprint.product(product)?.price else {
      return at
    }
    return "\(at), \(price.text)"
  }
}
