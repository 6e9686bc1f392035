import AppStoreSimulator
import Foundation
import Tollgate
import TollgateAppStore
import TollgateLedger

extension World {
  /// A fact of the ledger with what it came from; nil if the position is empty.
  func fact(at sequence: Int) async -> FactPage? {
    guard let entry = await server.entry(at: sequence) else { return nil }
    let json: String
    do { json = try StoredFacts.encode(entry.fact) } catch { return nil }
    return FactPage(
      app: app, fact: LedgerRow(entry), json: JSONText.indent(Data(json.utf8)) ?? json,
      signed: source(of: entry.fact))
  }

  private func source(of fact: Fact) -> FactPage.Signed? {
    if case .transaction(let transaction) = fact {
      return signed("a transaction", transactions(with: transaction.id.rawValue)) {
        $0.isSource(of: transaction)
      }
    }
    if case .renewal(let renewal) = fact {
      return signed("renewal info", renewals(with: renewal.originalID.rawValue)) {
        $0.isSource(of: renewal)
      }
    }
    return nil
  }

  private func signed(
    _ name: String, _ texts: [String], _ isSource: (SignedText) -> Bool
  ) -> FactPage.Signed? {
    texts.lazy.compactMap { SignedText($0) }.first(where: isSource).map {
      FactPage.Signed(name: name, payload: $0.payload, text: $0.text)
    }
  }

  /// The signed texts about a transaction: those of notifications, and those that devices received.
  private func transactions(with id: String) -> [String] {
    let account = simulator.account(owning: id)
    let received = account.map { account in
      simulator.changes(of: account).map(\.transaction)
        + simulator.updates(of: account).map(\.transaction)
    }
    return notified.compactMap(\.signedTransactionInfo)
      + (received ?? []).filter { $0.payload.transactionId == id }.map(\.jws)
  }

  /// The signed texts about how a subscription will renew.
  private func renewals(with originalID: String) -> [String] {
    let conditions = simulator.account(owning: originalID).map { simulator.conditions(of: $0) }
    return notified.compactMap(\.signedRenewalInfo) + (conditions ?? []).map(\.renewalInfo.jws)
  }

  private var notified: [NotificationPayload.Data] {
    simulator.notifications().compactMap(\.payload.data)
  }
}
