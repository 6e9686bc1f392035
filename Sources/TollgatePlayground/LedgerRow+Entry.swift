import Tollgate
import TollgateLedger
import TollgateServer

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
    case .device: "The app ran on a device for the first time."
    case .milestone(let fact) where fact.milestone != Milestone.firstSeen:
      "The milestone “\(Words.name(fact.milestone))” was reached."
    case .use(let fact): "“\(Words.name(fact.feature))” was used."
    case .item(let fact):
      "An item of “\(Words.name(fact.feature))” was \(fact.isHeld ? "added" : "released")."
    case .trialStarted(let fact):
      "The trial started\(fact.terms.lasts.map { ", for \(Words.length($0))" } ?? "")."
    case .transaction(let fact) where fact.revokedAt == nil && fact.refund == nil:
      "The store signed a purchase of \(fact.product)"
        + (fact.expiresAt.map { ", paid until \(Words.moment($0))." } ?? ".")
    case .renewal(let fact) where fact.graceEndsAt == nil && fact.commitment == nil:
      "The subscription will \(fact.willRenew ? "" : "not ")renew."
    default: fact.sentence
    }
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
