import Tollgate
import TollgateLedger
public import TollgateWire

extension TollgateService {
  /// Previews a restore without performing it.
  ///
  /// - Parameters:
  ///   - request: The transactions and renewal infos, as for ``restore(_:by:)``.
  ///   - caller: The caller, authenticated with merged customers accepted.
  /// - Returns: The outcome for each purchase, and who would lose what.
  /// - Throws: `Problem` with a code that begins with `signed_data_`, `renewal_mismatch` or `invalid_value`.
  public func preview(
    _ request: RestoreRequest, by caller: Caller
  ) async throws(Problem) -> RestorePreview {
    let app = caller.app
    let presenter = try await whole(try await record(of: caller), in: app)
    var purchases: [RestorePreview.Purchase] = []
    for news in try await verified(request, by: caller) {
      guard try await allows(news, for: presenter.id, in: app) else {
        purchases.append(
          RestorePreview.Purchase(
            purchase: news.purchase, outcome: .notAllowed, gains: [], otherLoses: []))
        continue
      }
      let ownership = try await ownership(of: news, in: app)
      let now = try instant(for: presenter, ownership.owner)
      let presentation = try await presentation(
        of: news, by: presenter, ownership, isRestore: true, in: app, at: now)
      let before = Membership(of: presenter.customer, in: app.blueprint, at: now).entitlements
      var after = presenter.customer
      var loses: [Entitlement.ID] = []
      let outcome: RestorePreview.Outcome
      switch presentation {
      case .taken(nil): outcome = .own
      case .taken(let other?):
        after.join(other.customer)
        outcome = other.id.isMadeByStore ? .own : .carriedOver
      case .transferred(let owner):
        for fact in app.facts(of: news.purchase, from: owner.customer, at: now) {
          after.join(fact)
        }
        loses = losses(of: owner.customer, news.purchase, in: app, at: now)
        outcome = .transferred
      case .shared(let owner, _):
        for fact in app.facts(of: news.purchase, from: owner.customer, at: now) {
          after.join(fact)
        }
        outcome = .shared
      case .kept: outcome = .keptByOwner
      }
      if outcome != .keptByOwner { for fact in news.facts { after.join(fact) } }
      let gains = Set(Membership(of: after, in: app.blueprint, at: now).entitlements)
        .subtracting(before)
      purchases.append(
        RestorePreview.Purchase(
          purchase: news.purchase, outcome: outcome, gains: gains.sorted(),
          otherLoses: loses))
    }
    return RestorePreview(purchases: purchases)
  }

  private func losses(
    of owner: Customer, _ purchase: PurchaseID, in app: ServedApp, at now: Instant
  ) -> [Entitlement.ID] {
    var without = owner
    let number = 1 + (owner.transfer(of: purchase)?.number ?? 0)
    without.join(
      .transfer(PurchaseTransfer(purchase: purchase, isHeld: false, number: number, at: now)))
    return Set(Membership(of: owner, in: app.blueprint, at: now).entitlements)
      .subtracting(Membership(of: without, in: app.blueprint, at: now).entitlements).sorted()
  }
}
