package import Tollgate

/// What a purchase costs and when: which standard lines say so, and the values they show.
///
/// Views, web pages and view models use it alike, so that no button promises what the store does not do.
package struct PlanTerms: Sendable {
  /// The introductory offer that a customer gets with the purchase.
  package struct Offer: Hashable, Sendable {
    /// How it is paid.
    package let payment: StoreOffer.Payment
    /// The length of one of its periods.
    package let period: Period
    /// The number of periods, at least 1.
    package let periods: Int

    package init(payment: StoreOffer.Payment, period: Period, periods: Int) {
      self.payment = payment
      self.period = period
      self.periods = periods
    }

    /// The instant at which it ends if it begins at another one.
    package func end(from start: Instant) -> Instant { start.adding(period, times: periods) }
  }

  /// A moment in the timeline of an offer.
  package struct Step: Hashable, Sendable {
    /// The instant; nil for the day of the purchase.
    package let at: Instant?
    /// What happens.
    package let line: StandardText
  }

  /// Whether the product renews automatically.
  package let renews: Bool
  /// The offer; nil if the customer is not eligible or the product has none.
  package let offer: Offer?
  /// How many monthly bills the customer commits to; nil without a commitment.
  package let bills: Int?
  /// The values of the lines, as far as they are known.
  package let values: [Wording.Slot: String]

  package init(renews: Bool, offer: Offer?, bills: Int? = nil, values: [Wording.Slot: String]) {
    self.renews = renews
    self.offer = offer
    self.bills = bills
    self.values = values
  }

  /// The values of the lines about a purchase, omitting what is not known.
  ///
  /// - Parameters:
  ///   - price: The regular price, or that of a monthly bill.
  ///   - period: The billing period; nil for one-time purchases.
  ///   - total: What the bills of a commitment cost together; nil without one.
  ///   - offer: The offer that applies, or that a text may describe.
  ///   - offerPrice: The price of one of its periods, or of all of them if it is paid once.
  package static func values(
    name: String?, price: String?, period: Period?, total: String? = nil, offer: Offer?,
    offerPrice: String?, in phrasebook: Phrasebook
  ) -> [Wording.Slot: String] {
    let words = phrasebook.periods
    var values: [Wording.Slot: String] = [:]
    values[.product] = name
    values[.price] = price
    values[.total] = total
    values[.unit] = period.map(words.unit)
    values[.per] = period.map(words.per)
    guard let offer else { return values }
    values[.length] = words.length(offer.period, times: offer.periods)
    values[.span] = words.span(offer.period, times: offer.periods)
    values[.offer] = offerPrice.map { Self.charge($0, with: offer, in: phrasebook) }
    return values
  }

  /// What an offer costs, as lines say it: with its period if it is paid several times.
  ///
  /// - Parameter price: The price of one of its periods, or of all of them if it is paid once.
  package static func charge(
    _ price: String, with offer: Offer, in phrasebook: Phrasebook
  ) -> String {
    guard offer.payment == .payAsYouGo, offer.periods > 1 else { return price }
    let words = phrasebook.periods
    return phrasebook.line(
      .priceLine, [.price: price, .per: words.per(offer.period), .unit: words.unit(offer.period)])
  }

  /// The line with the offer and the price after it; nil without an offer, or if a price is not known.
  package var offerLine: StandardText? {
    guard let offer, values[.price] != nil, values[.per] != nil else { return nil }
    if offer.payment == .freeTrial { return .trialOffer }
    return values[.offer] == nil ? nil : .paidOffer
  }

  /// The line with what the bills of a commitment cost together; nil without one, or if a price is not known.
  package var commitmentLine: StandardText? {
    bills == nil || values[.total] == nil ? nil : .commitment
  }

  /// The title of the button that buys it.
  package var button: StandardText {
    switch offer?.payment {
    case .freeTrial: .startTrial
    case .payAsYouGo, .payUpFront, .oneTime: values[.offer] == nil ? .proceed : .startOffer
    case nil: renews ? .subscribe : values[.price] == nil ? .proceed : .buy
    }
  }

  /// The small print under the button; nil if no price is known.
  package var footnote: StandardText? {
    guard values[.price] != nil else { return nil }
    guard renews, values[.per] != nil else { return .onePayment }
    if commitmentLine != nil { return .renewsCommitted }
    return switch offer?.payment {
    case .freeTrial: .renewsAfterTrial
    case .payAsYouGo, .payUpFront, .oneTime: .renewsAfterOffer
    case nil: .renews
    }
  }

  /// The disclosures that Apple requires on a page that sells; only a free trial delays the charge.
  package var disclosures: [StandardText] {
    [offer?.payment == .freeTrial ? .chargedAfterTrial : .charged]
      + (renews ? [.renewsUnlessCancelled] : []) + (bills == nil ? [] : [.dueAfterCancelling])
  }

  /// Says that nothing is paid on the day of the purchase; nil if something is.
  package var promise: StandardText? { offer?.payment == .freeTrial ? .noPaymentDue : nil }

  /// The timeline of the offer: the day of the purchase, the reminder, and the first regular charge.
  ///
  /// - Parameter reminder: How long before the end of the offer the app reminds the customer; nil if it does not.
  /// - Returns: The moments in order; empty without an offer, or if a price is not known.
  package func timeline(from now: Instant, reminder: Period?) -> [Step] {
    guard let offer, renews, values[.price] != nil, values[.per] != nil else { return [] }
    guard offer.payment == .freeTrial || values[.offer] != nil else { return [] }
    let end = offer.end(from: now)
    let start = Step(at: nil, line: offer.payment == .freeTrial ? .timelineTrial : .timelineOffer)
    let reminded = reminder.map { Step(at: end.subtracting($0), line: .timelineReminder) }
    let steps = [reminded].compactMap { $0 }.filter { step in step.at.map { now < $0 } ?? false }
    return [start] + steps + [Step(at: end, line: .timelineCharge)]
  }
}
