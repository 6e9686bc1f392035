package import AppStoreSimulator
package import TollgateAppStore

/// What happens in a test, one step at a time, to the subscription of one account.
package enum StoreAction: CustomStringConvertible, Sendable {
  case buy(String)
  case buyWith(String, PurchaseOptions.Offer)
  case day(Int)
  case cancel
  case resume
  case renewNow
  case expireNow
  case billing(fails: Bool)
  case refund
  case refundShare
  case reverseRefund
  case askForRefund
  case declineRefund
  case price(Int64, needsConsent: Bool)
  case agree
  case notForSale
  case extend(Int)

  package var description: String {
    switch self {
    case .buy(let product): "buy \(product)"
    case .buyWith(let product, let offer): "buy \(product) with \(offer)"
    case .day(let day): "day \(day)"
    case .cancel: "turn renewal off"
    case .resume: "turn renewal on"
    case .renewNow: "renew now"
    case .expireNow: "expire now"
    case .billing(let fails): fails ? "billing fails" : "billing works"
    case .refund: "refund"
    case .refundShare: "prorated refund"
    case .reverseRefund: "reverse the refund"
    case .askForRefund: "ask for a refund"
    case .declineRefund: "decline the refund"
    case .price(let price, let needsConsent):
      "price \(price)\(needsConsent ? ", with consent" : "")"
    case .agree: "agree to the price"
    case .notForSale: "take from sale"
    case .extend(let days): "extend by \(days) days"
    }
  }

  /// Performs the action; days are counted from the store's `start`.
  package func perform(
    in store: AppStoreSimulator, by account: AccountID, from start: Instant = Market.start
  ) {
    let current = store.conditions(of: account).first?.transaction.payload
    let id = current?.transactionId ?? ""
    switch self {
    case .buy(let product): store.purchase(product, by: account)
    case .buyWith(let product, let offer):
      store.purchase(product, by: account, options: PurchaseOptions(offer: offer))
    case .day(let day): store.advance(to: start.adding(milliseconds: Int64(day) * Market.day))
    case .cancel: store.cancel(account)
    case .resume: store.resume(account)
    case .renewNow: store.renewNow(account)
    case .expireNow: store.expireNow(account)
    case .billing(let fails): store.setBillingFailing(fails, for: account)
    case .refund: store.refund(id)
    case .refundShare: store.refundShare(id)
    case .reverseRefund: store.reverseRefund(id)
    case .askForRefund: store.requestRefund(id)
    case .declineRefund: store.declineRefund(id)
    case .price(let price, let needsConsent):
      store.setPrice(
        Milliunits(price), of: current?.productId ?? "", needsConsent: needsConsent)
    case .agree: store.acceptPriceIncrease(account)
    case .notForSale: store.setOnSale(false, current?.productId ?? "")
    case .extend(let days):
      store.extendRenewal(of: current?.originalTransactionId ?? "", days: days)
    }
  }
}
