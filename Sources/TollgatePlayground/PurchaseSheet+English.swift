import Foundation
import Tollgate
import TollgateClient

extension PurchaseSheet {
  /// Says the price and the offer of a plan in English, as the rest of the sheet is, whatever the app's language.
  mutating func sayInEnglish(_ plan: PaywallContent.Offer) {
    guard let sold = plan.product, let amount = sold.price, let format = sold.priceFormat else {
      return
    }
    let paid = amount.formatted(format.locale(Locale(identifier: "en_US")))
    price = [paid, sold.period.map(Words.each)].compactMap { $0 }.joined(separator: " ")
    let introduction = plan.isEligibleForIntroductoryOffer ? sold.introductoryOffer : nil
    offer = (plan.offer ?? introduction).map { offer in
      let count = offer.period.count * max(1, offer.periods)
      let length = Words.length(Period(count, offer.period.unit))
      let rest = "then \(price)"
      return offer.payment == .freeTrial
        ? "Free for \(length), \(rest)" : "Reduced price for \(length), \(rest)"
    }
  }
}

extension Words {
  /// A billing period after a price: "per month", "every 3 months".
  fileprivate static func each(_ period: Period) -> String {
    period.count == 1 ? "per \(period.unit.rawValue)" : "every \(length(period))"
  }
}
