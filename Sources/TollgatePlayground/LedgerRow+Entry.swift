import Tollgate
import TollgateLedger

extension LedgerRow {
  /// The row of an entry in the ledger.
  init(_ entry: LedgerEntry) {
    let (text, tone) = Self.summary(of: entry.fact)
    self.init(
      id: "\(entry.sequence)", customer: entry.customer.rawValue, time: Words.moment(entry.at),
      kind: entry.fact.kind.rawValue, summary: text, tone: tone)
  }

  private static func summary(of fact: Fact) -> (String, BadgeTone) {
    switch fact {
    case .signedUp: ("An account was created.", .good)
    case .device(let use): ("The app runs on device \(use.device.rawValue.prefix(8)).", .neutral)
    case .milestone(let reached): ("The customer reached \(reached.milestone).", .good)
    case .trialStarted(let start): (summary(of: start), .good)
    case .trialForfeited: ("This device has had its trial.", .warning)
    case .trialExtension(let fact) where fact.startsOver:
      ("The trial starts over: \(fact.reason).", .good)
    case .trialExtension(let fact):
      (
        "The trial lasts \(fact.days) \(fact.days == 1 ? "day" : "days") longer: \(fact.reason).",
        .good
      )
    case .trialPause(let pause):
      pause.endsAt.map { ("The trial's clock stands still until \(Words.moment($0)).", .good) }
        ?? ("The trial is paused: \(pause.reason).", .neutral)
    case .transaction(let transaction): summary(of: transaction)
    case .renewal(let renewal):
      renewal.graceEndsAt.map {
        ("The payment failed; access stays until \(Words.day($0)).", .warning)
      }
        ?? (renewal.willRenew
          ? ("The subscription will renew.", .neutral)
          : ("The subscription will not renew.", .warning))
    case .transfer(let transfer):
      transfer.isHeld
        ? ("A purchase came from another customer.", .good)
        : ("A purchase went to another customer.", .warning)
    case .refundRequest(let request):
      (
        request.answer == nil
          ? "The customer wants a refund of \(request.transaction)."
          : "The store's question about the refund of \(request.transaction) is settled.",
        .warning
      )
    case .reservation(let fact): ("A use of \(fact.feature) was reserved.", .neutral)
    case .reservationRelease(let fact):
      ("The reserved use of \(fact.feature) was released.", .neutral)
    case .use(let use): ("The customer used \(use.feature).", .neutral)
    case .credit(let credit): ("The customer received \(credit.amount) \(credit.wallet).", .good)
    case .spend(let spend):
      ("The customer spent \(spend.amount) \(spend.wallet) on \(spend.feature).", .neutral)
    case .item(let change):
      ("The customer \(change.isHeld ? "added" : "deleted") \(change.item).", .neutral)
    case .dismissal(let dismissal): ("The customer dismissed \(dismissal.prompt).", .neutral)
    case .paywall(let event):
      ("The paywall \(event.paywall) was \(event.action.rawValue).", .neutral)
    case .variant(let fact):
      ("The experiment \(fact.experiment) gave the customer the variant \(fact.variant).", .neutral)
    case .nudge(let delivery): ("The nudge \(delivery.nudge) was delivered.", .neutral)
    case .attribute(let change):
      (
        change.value.map { "The app set \(change.attribute) to \($0)." }
          ?? "The app removed \(change.attribute).", .neutral
      )
    case .profile(let row): (summary(of: row), .neutral)
    case .grant(let grant): ("Support granted \(grant.entitlement).", .good)
    }
  }

  private static func summary(of start: TrialStart) -> String {
    let length = start.terms.lasts.map { "for \(Words.length($0))" } ?? "until its uses are used up"
    let name = start.isAddOn ? "The trial \(start.trial)" : "The trial"
    return "\(name) runs from \(Words.moment(start.at)), \(length)."
  }

  private static func summary(of row: ProfileRow) -> String {
    let values = row.values.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }
    return "The server created \(row.table) \(row.row)\(values.joined())."
  }

  private static func summary(of transaction: StoreTransaction) -> (String, BadgeTone) {
    if let revokedAt = transaction.revokedAt {
      return ("The store refunded \(transaction.product) on \(Words.day(revokedAt)).", .bad)
    }
    let end = transaction.expiresAt.map { " until \(Words.moment($0))" } ?? ""
    let offer = transaction.offer == nil ? "" : ", with an offer"
    return ("The store sold \(transaction.product)\(end)\(offer).", .good)
  }
}
