import Tollgate
import TollgateLedger
import TollgateServer

extension LedgerRow {
  /// The row of an entry in the ledger.
  init(_ entry: LedgerEntry) {
    self.init(
      id: "\(entry.sequence)", customer: entry.customer.rawValue, time: Words.moment(entry.at),
      kind: entry.fact.kind.rawValue, summary: entry.fact.sentence, tone: Self.tone(of: entry.fact))
  }

  /// Whether a fact is good or bad news; most are neither.
  private static func tone(of fact: Fact) -> BadgeTone {
    switch fact {
    case .signedUp, .milestone, .trialStarted, .trialExtension, .credit, .grant: .good
    case .trialForfeited, .refundRequest: .warning
    case .trialPause(let pause): pause.endsAt == nil ? .neutral : .good
    case .transaction(let transaction): transaction.revokedAt == nil ? .good : .bad
    case .renewal(let renewal):
      renewal.graceEndsAt == nil && renewal.willRenew ? .neutral : .warning
    case .transfer(let transfer): transfer.isHeld ? .good : .warning
    default: .neutral
    }
  }
}
