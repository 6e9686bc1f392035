import Tollgate
import TollgateLedger

extension LedgerRow {
  /// The row of an entry in the ledger.
  init(_ entry: LedgerEntry) {
    let (text, tone) = Self.summary(of: entry.fact)
    self.init(
      id: "\(entry.sequence)", time: Words.moment(entry.at), kind: entry.fact.kind.rawValue,
      summary: text, tone: tone)
  }

  private static func summary(of fact: Fact) -> (String, BadgeTone) {
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
    case .reservation(let fact): ("Reserved \(fact.feature)", .neutral)
    case .reservationRelease(let fact): ("Released \(fact.feature)", .neutral)
    case .use(let use): ("Used \(use.feature)", .neutral)
    case .credit(let credit): ("\(credit.amount) credits in \(credit.wallet)", .good)
    case .spend(let spend):
      ("Spent \(spend.amount) of \(spend.wallet) on \(spend.feature)", .neutral)
    case .item(let change): ("\(change.isHeld ? "Took" : "Gave back") \(change.item)", .neutral)
    case .dismissal(let dismissal): ("Dismissed \(dismissal.prompt)", .neutral)
    case .paywall(let event): ("\(event.paywall) was \(event.action.rawValue)", .neutral)
    case .nudge(let delivery): ("Delivered \(delivery.nudge)", .neutral)
    case .attribute(let change):
      (
        change.value.map { "Set \(change.attribute) to \($0)" } ?? "Removed \(change.attribute)",
        .neutral
      )
    case .profile(let row): (summary(of: row), .neutral)
    case .grant(let grant): ("Granted \(grant.entitlement)", .good)
    }
  }

  private static func summary(of row: ProfileRow) -> String {
    let values = row.values.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }
    return "Created \(row.table) \(row.row)\(values.joined())"
  }

  private static func summary(of transaction: StoreTransaction) -> (String, BadgeTone) {
    if let revokedAt = transaction.revokedAt {
      return ("\(transaction.product) refunded \(Words.day(revokedAt))", .bad)
    }
    let end = transaction.expiresAt.map { " until \(Words.moment($0))" } ?? ""
    let offer = transaction.offer == nil ? "" : ", introductory offer"
    return ("\(transaction.product)\(end)\(offer)", .good)
  }
}
