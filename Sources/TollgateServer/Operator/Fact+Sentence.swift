package import Tollgate
import TollgateWords

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
      "The transaction \(fact.transaction) added \(Wallet.credits(fact.amount)) to \(fact.wallet)."
    case .spend(let fact):
      "\(fact.spent(\.rawValue)) spent on \(fact.feature)"
        + (fact.debt == 0 ? "." : ", and \(fact.debt) more are owed.")
    case .size(let fact):
      (fact.item.map { "The item \($0) of \(fact.feature) has the size \(fact.amount)" }
        ?? "A use of \(fact.feature) had the size \(fact.amount)")
        + (fact.parent.map { " in \($0)." } ?? ".")
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
    case .attribute(let fact): fact.sentence
    case .download(let fact): fact.sentence
    case .opening(let fact):
      "The app was opened on \(fact.day)"
        + (fact.version.map { " in version \($0)." } ?? ".")
    case .grant(let fact): fact.sentence
    case .seat(let fact): fact.sentence
    case .teamItems(let fact): fact.sentence
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
      expiresAt: expiresAt, revokedAt: revokedAt, isUpgraded: isUpgraded,
      isRenewal: isRenewal, offer: offer, ownership: ownership, quantity: quantity,
      revokedSeats: revokedSeats, appHostsInvitations: appHostsInvitations, price: nil,
      commitment: commitment, environment: environment, signedFor: signedFor, signedAt: signedAt)
  }
}

extension StoreRenewal {
  fileprivate var sentence: String {
    if let graceEndsAt {
      return
        "The payment of \(purchase) failed; its grace period ends at \(graceEndsAt.minute) UTC."
    }
    guard let commitment else {
      return "The subscription \(purchase) will \(willRenew ? "" : "not ")renew."
    }
    return
      "The subscription \(purchase) will \(continues ? "" : "not ")renew after its commitment, which ends at \(commitment.endsAt.minute) UTC."
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

extension AttributeChange {
  fileprivate var sentence: String {
    switch (Statement(self), value) {
    case (.consent(.withdrawn)?, _):
      "A parent or guardian withdrew consent to the use of the app."
    case (.consent(.given)?, _): "A parent or guardian consented to the use of the app again."
    case (.ageRange(nil)?, _): "The person declined to share an age with the app."
    case (.ageRange(let range?)?, _):
      "The device reported an age \(range.words)"
        + (range.declaration.map { ", stated as \($0.rawValue)." } ?? ".")
    case (.regulatoryFeatures(let features)?, _):
      features.isEmpty
        ? "The device reported that no law about ages applies to this person."
        : "The device reported what the law requires of the app for this person: \(RegulatoryFeature.text(of: features))."
    case (nil, let value?): "\(attribute) was set to \(value)."
    case (nil, nil): "\(attribute) was removed."
    }
  }
}

extension AgeRange {
  /// The ages, after the word.
  fileprivate var words: String {
    switch (lowerBound, upperBound) {
    case (let lower?, let upper?): "from \(lower) to \(upper)"
    case (let lower?, nil): "of at least \(lower)"
    case (nil, let upper?): "of at most \(upper)"
    case (nil, nil): "without a bound"
    }
  }
}

extension AppDownload {
  fileprivate var sentence: String {
    var sentence = "The store signed"
    if environment != .production { sentence += " in its \(environment.rawValue)" }
    sentence += " that the app was first downloaded at \(at.minute) UTC"
    if let version { sentence += ", in version \(version)" }
    if let platform { sentence += " on \(platform.rawValue)" }
    return sentence + "."
  }
}

extension Grant {
  /// The seats that the backend stated, such as `, with 12 seats`; empty if it stated none.
  var seatsStated: String {
    seats.map { ", with \($0) \($0 == 1 ? "seat" : "seats")" } ?? ""
  }

  fileprivate var sentence: String {
    if let revokedAt {
      return "The grant \(id) of \(gift) was revoked at \(revokedAt.minute) UTC."
    }
    let end = endsAt.map { "until \($0.minute) UTC" } ?? "without an end"
    let listed = name.map { ", which the blueprint lists as \($0)" } ?? ""
    if let willRenew {
      let renewal = willRenew ? "renews" : "does not renew"
      return
        "\(gift) was bought elsewhere, from \(startsAt.minute) UTC \(end)\(seatsStated), and \(renewal), as \(id)\(listed)."
    }
    if let lasts {
      return
        "\(gift) was granted at \(startsAt.minute) UTC for \(lasts), while nothing else gives it, as \(id)\(listed)."
    }
    return "\(gift) was granted from \(startsAt.minute) UTC \(end), as \(id)\(listed)."
  }
}

extension Grant {
  /// What it gives, such as `premium`, `plus and pro`, `10 credits of coins` or `premium and 900 credits of coins a month`.
  var gift: String {
    var names = entitlements.map(\.rawValue)
    if let credits {
      let each = willRenew == nil ? "" : " a month"
      names.append("\(Wallet.credits(credits.amount)) of \(credits.wallet)\(each)")
    }
    guard let last = names.last else { return "nothing" }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension TeamSeat {
  fileprivate var sentence: String {
    let given = rights.map { right in
      let end = right.endsAt.map { "until \($0.minute) UTC" } ?? "without an end"
      return "\(right.entitlement) from \(right.startsAt.minute) UTC \(end)"
    }
    let what = given.isEmpty ? "nothing" : given.joined(separator: ", ")
    switch (side, ending) {
    case (.owner, .withdrawn): return "The invitation \(id) to the team \(team) was withdrawn."
    case (.owner, .removed):
      return "The member of the seat \(id) of the team \(team) was removed."
    case (.owner, .left): return "The member of the seat \(id) of the team \(team) left."
    case (.owner, .erased):
      return "The seat \(id) of the team \(team) ended with its member's account."
    case (.member, .erased):
      return "The customer's seat \(id) in the team \(team) ended with the owner's account."
    case (.member, .left): return "The customer left the team \(team), the seat \(id)."
    case (.member, .removed), (.member, .withdrawn):
      return "The customer was removed from the team \(team), the seat \(id)."
    case (.owner, nil) where joinedAt == nil:
      return
        "Somebody was invited to the team \(team) until \(expiresAt.minute) UTC, with the seat \(id)."
    case (.owner, nil):
      return "The seat \(id) of the team \(team) is taken, and its member has \(what)."
    case (.member, nil):
      return "The customer is a member of the team \(team), with the seat \(id), and has \(what)."
    }
  }
}

extension TeamItems {
  fileprivate var sentence: String {
    let items = count == 1 ? "1 item" : "\(count) items"
    return "The member of the seat \(seat) holds \(items) of \(feature)"
      + (size > 0 ? ", \(size) in size." : ".")
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
  var sentence: String {
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
