import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWords

extension LedgerRow {
  init(_ entry: LedgerEntry) {
    self.init(
      id: "\(entry.sequence)", customer: entry.customer.rawValue, time: Words.moment(entry.at),
      kind: entry.fact.kind.rawValue, summary: Self.sentence(of: entry.fact),
      tone: Self.tone(of: entry.fact))
  }

  /// What happened, as a visitor reads it; a row opens to the fact with its ids.
  private static func sentence(of fact: Fact) -> String {
    switch fact {
    case .signedUp: "An account was opened."
    case .device: "The app ran on a device for the first time."
    case .milestone(let fact) where fact.milestone != Milestone.firstSeen:
      "The milestone “\(Words.name(fact.milestone))” was reached."
    case .use(let fact): "“\(Words.name(fact.feature))” was used."
    case .item(let fact):
      "An item of “\(Words.name(fact.feature))” was \(fact.isHeld ? "added" : "released")."
    case .trialStarted(let fact):
      "The trial started\(fact.terms.lasts.map { ", for \(Words.length($0))" } ?? "")."
    case .trialForfeited:
      "The trial was refused: this device has already given it to another customer."
    case .transaction(let fact): sentence(of: fact)
    case .renewal(let fact): sentence(of: fact)
    case .transfer(let fact):
      fact.isShared
        ? "Another customer's purchase was shared."
        : "A purchase \(fact.isHeld ? "came from" : "went to") another customer."
    case .reservation(let fact): "A use of “\(Words.name(fact.feature))” was reserved."
    case .reservationRelease(let fact):
      "A reserved use of “\(Words.name(fact.feature))” was released."
    case .credit(let fact):
      "A purchase added \(Wallet.credits(fact.amount)) to “\(Words.name(fact.wallet))”."
    case .spend(let fact):
      "\(fact.spent { "“\(Words.name($0))”" }) spent on “\(Words.name(fact.feature))”"
        + (fact.debt == 0 ? "." : ", and \(fact.debt) more are owed.")
    case .dismissal(let fact): "The prompt “\(Words.name(fact.prompt))” was dismissed."
    case .paywall(let fact):
      "The paywall “\(Words.name(fact.paywall))” was \(fact.action.rawValue)."
    case .nudge(let fact):
      switch fact.delivery {
      case .notification: "The nudge “\(Words.name(fact.nudge))” was shown."
      case .webhook: "The nudge “\(Words.name(fact.nudge))” was sent to the app's backend."
      }
    default: fact.sentence
    }
  }

  private static func sentence(of transaction: StoreTransaction) -> String {
    if transaction.revokedAt != nil {
      return "The store refunded or revoked a purchase of \(transaction.product)."
    }
    if transaction.refund != nil {
      return "The store refunded part of a purchase of \(transaction.product)."
    }
    return "The store signed a purchase of \(transaction.product)"
      + (transaction.expiresAt.map { ", paid until \(Words.moment($0))." } ?? ".")
  }

  private static func sentence(of renewal: StoreRenewal) -> String {
    if let graceEndsAt = renewal.graceEndsAt {
      return "The payment failed; the grace period ends on \(Words.moment(graceEndsAt))."
    }
    guard let commitment = renewal.commitment else {
      return "The subscription will \(renewal.willRenew ? "" : "not ")renew."
    }
    return
      "The subscription will \(renewal.continues ? "" : "not ")renew after its commitment, which ends on \(Words.moment(commitment.endsAt))."
  }

  /// Whether a fact is good or bad news; most are neither.
  private static func tone(of fact: Fact) -> BadgeTone {
    switch fact {
    case .signedUp, .milestone, .trialStarted, .trialExtension, .credit, .grant: .good
    case .trialForfeited, .refundRequest: .warning
    case .trialPause(let pause): pause.endsAt == nil ? .neutral : .good
    case .transaction(let transaction): transaction.revokedAt == nil ? .good : .bad
    case .renewal(let renewal):
      renewal.graceEndsAt == nil && renewal.continues ? .neutral : .warning
    case .transfer(let transfer): transfer.isHeld ? .good : .warning
    default: .neutral
    }
  }
}
