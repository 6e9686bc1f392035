package import AppStoreSimulator
package import TollgateAppStore

/// What happens in a test, one step at a time, to the subscription of one account.
package enum StoreStep: CustomStringConvertible, Sendable {
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
    if case .day(let day) = self {
      store.advance(to: start.adding(milliseconds: Int64(day) * Market.day))
    } else if let action = action(on: store.conditions(of: account).first?.transaction.payload) {
      store.perform(action, for: account)
    }
  }

  /// The action at the store, given the current transaction; nil for time that passes.
  private func action(on current: TransactionPayload?) -> StoreAction? {
    let purchase = StoreAction.Purchase.transaction(current?.transactionId ?? "")
    let product = current?.productId ?? ""
    return switch self {
    case .day: nil
    case .buy(let product): .buy(product)
    case .buyWith(let product, let offer): .buy(product, PurchaseOptions(offer: offer))
    case .cancel: .cancel()
    case .resume: .resume()
    case .renewNow: .renew()
    case .expireNow: .expire()
    case .billing(fails: true): .failBilling
    case .billing(fails: false): .fixBilling
    case .refund: .refund(purchase)
    case .refundShare: .refund(purchase, .unused)
    case .reverseRefund: .refundReverse(purchase)
    case .askForRefund: .refundRequest(purchase)
    case .declineRefund: .refundDecline(purchase)
    case .price(let price, let needsConsent):
      .price(Milliunits(price), of: product, needsConsent: needsConsent)
    case .agree: .acceptPrice()
    case .notForSale: .onSale(false, product)
    case .extend(let days): .extend(purchase, days: days)
    }
  }
}
