import Tollgate
import TollgateLedger

/// Recorded purchases to count charts of.
enum ChartLife {
  typealias Recorded = (at: Instant, fact: Fact)

  /// A purchase, recorded when it was signed: when it was bought, or refunded.
  static func bought(
    _ id: String, _ start: String, to end: String, price: Int64 = 9990, currency: String = "USD",
    offer: StoreOffer? = nil, refunded: String? = nil, line: String = "1"
  ) -> Recorded {
    guard let start = Instant(start), let end = Instant(end) else { preconditionFailure() }
    return bought(
      id, start, to: end, price: Money(milliunits: price, currency: currency), offer: offer,
      refunded: refunded.flatMap { Instant($0) }, line: line)
  }

  private static func bought(
    _ id: String, _ start: Instant, to end: Instant, price: Money, offer: StoreOffer?,
    refunded: Instant?, line: String
  ) -> Recorded {
    let signed = refunded ?? start
    return (
      signed,
      .transaction(
        StoreTransaction(
          id: StoreTransaction.ID(id), originalID: PurchaseID.OriginalID(line), product: "pro",
          group: "plans", purchasedAt: start, expiresAt: end, revokedAt: refunded, offer: offer,
          price: price, signedAt: signed))
    )
  }

  /// Renewal information of the line `1`.
  static func renewal(
    _ signed: String, willRenew: Bool = true, graceTo grace: String? = nil
  ) -> Recorded {
    guard let signed = Instant(signed) else { preconditionFailure() }
    return (
      signed,
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "pro", willRenew: willRenew,
          graceEndsAt: grace.flatMap { Instant($0) }, signedAt: signed))
    )
  }

  /// A paywall that was shown.
  static func shown(
    _ key: Idempotency.Key, _ at: String, paywall: Paywall.ID = "plans",
    placement: Placement.ID? = nil, feature: Feature.ID? = nil
  ) -> Recorded {
    guard let at = Instant(at) else { preconditionFailure() }
    return (
      at,
      .paywall(
        PaywallEvent(
          paywall: paywall, action: .shown, key: key, feature: feature, placement: placement,
          at: at))
    )
  }

  /// The App Store's question about a refund of the transaction `1`.
  static func refundRequest(_ id: RefundRequest.ID, _ asked: String) -> Recorded {
    guard let asked = Instant(asked) else { preconditionFailure() }
    return (
      asked,
      .refundRequest(
        RefundRequest(id: id, purchase: "1", transaction: "1", reason: .other, askedAt: asked))
    )
  }
}
