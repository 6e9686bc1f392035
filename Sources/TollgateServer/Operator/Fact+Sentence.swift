package import Tollgate

extension Fact {
  /// What happened, in one English sentence, for operators and in the playground; without prices.
  package var sentence: String {
    switch self {
    case .signedUp(let fact): "The account \(fact.account) was opened."
    case .device(let fact): "The app ran on the device \(fact.device)."
    case .milestone(let fact) where fact.milestone == Milestone.firstSeen:
      "The customer was first seen."
    case .milestone(let fact): "The milestone \(fact.milestone) was reached."
    case .trialStarted(let fact): fact.sentence
    case .trialForfeited(let fact):
      "The trial \(fact.trial) was refused: the device \(fact.device) has already given it to another customer."
    case .trialExtension(let fact):
      fact.startsOver
        ? "The trial \(fact.trial) was reset: \(fact.reason)"
        : "The trial \(fact.trial) was extended by \(fact.days) days: \(fact.reason)"
    case .trialPause(let fact): fact.sentence
    case .transaction(let fact): fact.sentence
    case .renewal(let fact): fact.sentence
    case .transfer(let fact): fact.sentence
    case .refundRequest(let fact): fact.sentence
    case .reservation(let fact): "A use of \(fact.feature) was reserved."
    case .reservationRelease(let fact): "A reserved use of \(fact.feature) was released."
    case .use(let fact): "\(fact.feature) was used."
    case .credit(let fact):
      "The transaction \(fact.transaction) added \(fact.amount) credits to \(fact.wallet)."
    case .spend(let fact):
      "\(fact.amount) credits of \(fact.wallet) were spent on \(fact.feature)."
    case .item(let fact):
      "The item \(fact.item) of \(fact.feature) was \(fact.isHeld ? "added" : "released")."
    case .dismissal(let fact): "The prompt \(fact.prompt) was dismissed."
    case .paywall(let fact): "The paywall \(fact.paywall) was \(fact.action.rawValue)."
    case .variant(let fact):
      "The customer got the variant \(fact.variant) of the experiment \(fact.experiment)."
    case .nudge(let fact):
      switch fact.delivery {
      case .notification: "The nudge \(fact.nudge) was shown."
      case .webhook: "The nudge \(fact.nudge) was sent to the app's backend."
      }
    case .attribute(let fact):
      fact.value.map { "\(fact.attribute) was set to \($0)." } ?? "\(fact.attribute) was removed."
    case .grant(let fact): fact.sentence
    case .profile(let fact): fact.sentence
    }
  }

  /// The fact without what it says about revenue.
  var withoutRevenue: Fact {
    if case .transaction(let fact) = self { .transaction(fact.withoutPrice) } else { self }
  }
}

extension TrialStart {
  fileprivate var sentence: String {
    var sentence = "The trial \(trial) started at \(at.minute) UTC"
    if let lasts = terms.lasts {
      sentence += " for \(lasts.count) \(lasts.unit.rawValue)\(lasts.count == 1 ? "" : "s")"
    }
    if let purchase { sentence += " with the purchase \(purchase)" }
    return sentence + "."
  }
}

extension ProfileRow {
  fileprivate var sentence: String {
    let values = values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "The row \(row) of \(table) was created" + (values.isEmpty ? "" : ": ")
      + values.joined(separator: ", ") + "."
  }
}

extension TrialPause {
  fileprivate var sentence: String {
    let end = endsAt.map { " and resumed at \($0.minute) UTC" } ?? ""
    return "The trial \(trial) was paused at \(startsAt.minute) UTC\(end): \(reason)"
  }
}

extension StoreTransaction {
  fileprivate var sentence: String {
    if let refund, let share = refundedShare, share < 100 {
      return
        "The store refunded \(share) % of the transaction \(id) of \(product) at \(refund.at.minute) UTC."
    }
    if let revokedAt {
      return
        "The store refunded or revoked the transaction \(id) of \(product) at \(revokedAt.minute) UTC."
    }
    var sentence = "The store signed the transaction \(id) of \(product)"
    if environment != .production { sentence += " in its \(environment.rawValue)" }
    if offer != nil { sentence += " with an offer" }
    if let expiresAt { sentence += ", paid until \(expiresAt.minute) UTC" }
    return sentence + "."
  }

  /// The refunded percentage of the price, to the nearest whole one; nil without a price.
  private var refundedShare: Int64? {
    guard let price = price?.milliunits, let returned = refund?.amount.milliunits, price > 0 else {
      return nil
    }
    return returned.scaled(by: 100, over: price)
  }

  fileprivate var withoutPrice: StoreTransaction {
    StoreTransaction(
      id: id, originalID: originalID, product: product, group: group, purchasedAt: purchasedAt,
      expiresAt: expiresAt, revokedAt: revokedAt, isUpgraded: isUpgraded, offer: offer,
      ownership: ownership, quantity: quantity, price: nil, environment: environment,
      signedFor: signedFor, signedAt: signedAt)
  }
}

extension StoreRenewal {
  fileprivate var sentence: String {
    if let graceEndsAt {
      return
        "The payment of \(purchase) failed; its grace period ends at \(graceEndsAt.minute) UTC."
    }
    return "The subscription \(purchase) will \(willRenew ? "" : "not ")renew."
  }
}

extension PurchaseTransfer {
  fileprivate var sentence: String {
    if isShared { return "The purchase \(purchase) of another customer was shared." }
    return isHeld
      ? "The purchase \(purchase) came from another customer."
      : "The purchase \(purchase) went to another customer."
  }
}

extension Grant {
  fileprivate var sentence: String {
    if let revokedAt {
      return "The grant \(id) of \(entitlement) was revoked at \(revokedAt.minute) UTC."
    }
    let end = endsAt.map { "until \($0.minute) UTC" } ?? "without an end"
    return "\(entitlement) was granted from \(startsAt.minute) UTC \(end), as \(id)."
  }
}

extension RefundRequest {
  /// The question, or how it ended.
  fileprivate var sentence: String {
    guard let answer else {
      return
        "The store asked about a refund of the transaction \(transaction) (\(reason.rawValue))."
    }
    let question = "The store's question about a refund of the transaction \(transaction)"
    switch answer.outcome {
    case .sent(let report): return "\(question) was answered: \(report.sentence)."
    case .withheld(.noPolicy): return "\(question) was not answered: the blueprint has no refunds."
    case .withheld(.noConsent):
      return "\(question) was not answered: the customer has not consented."
    case .withheld(.notBought):
      return "\(question) was not answered: the customer did not buy it."
    case .withheld(.late): return "\(question) was not answered: its 12 hours have passed."
    case .refused(let code): return "The store refused the answer about \(transaction): \(code)."
    }
  }
}

extension RefundReport {
  /// What was counted and preferred, within a sentence.
  fileprivate var sentence: String {
    let preference =
      switch preference {
      case .decline: "no refund preferred"
      case .grantFull: "a full refund preferred"
      case .grantProrated: "a refund of the unused part preferred"
      case .nothing: "no preference"
      }
    guard let consumed else { return preference }
    // A whole number of percent, rounded up: what was used a little was used.
    return "\((consumed + 999) / 1000) percent used, \(preference)"
  }
}
