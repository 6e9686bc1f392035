import Foundation
public import Tollgate
import TollgateWords

extension TollgateClient {
  /// The direction in which text runs.
  public enum LayoutDirection: Hashable, Sendable {
    /// As in English.
    case leftToRight
    /// As in Arabic.
    case rightToLeft
  }

  /// The app's language, as a BCP 47 code: the customer's if the blueprint has it or has no texts of its own, otherwise
  /// the app's.
  public var language: String {
    let customers = configuration.locale.identifier(.bcp47)
    guard let blueprint, !blueprint.definition.texts.isEmpty else { return customers }
    let isLocalized = blueprint.definition.texts.contains { $0.isLocalized(in: customers) }
    return isLocalized ? customers : blueprint.app.language
  }

  /// The direction in which the app's text runs.
  public var layoutDirection: LayoutDirection {
    Locale.Language(identifier: language).characterDirection == .rightToLeft
      ? .rightToLeft : .leftToRight
  }

  /// A line that every app has: the blueprint's own text of that name, or the standard wording.
  ///
  /// - Parameter text: The line; values in a standard wording are the current ones.
  /// - Returns: The line in ``language``.
  public func line(_ text: StandardText) -> String { line(text, [:]) }

  /// A line with values filled in; `count` chooses the plural form of the standard wording.
  func line(
    _ text: StandardText, count: Int? = nil, product: CatalogProduct.ID? = nil,
    billed billing: BillingPlan = .upFront, offer: StoreProduct.Offer? = nil,
    feature: Feature.ID? = nil, _ values: [Wording.Slot: String]
  ) -> String {
    self.text(text.id, product: product, billed: billing, offer: offer, feature: feature)
      ?? phrasebook.line(text, count: count, values)
  }

  /// The message for a problem.
  public func line(for problem: PurchaseProblem) -> String { line(problem.standard) }

  /// The message for a restore, or nil if there isn't one.
  public func line(for outcome: RestoreOutcome) -> String? {
    switch outcome {
    case .restored: line(.restored)
    case .nothingFound: line(.nothingRestored)
    case .cancelled: nil
    case .failed(let error): line(for: error)
    }
  }

  /// The message for a refund request, or nil if there isn't one.
  public func line(for outcome: RefundOutcome) -> String? {
    switch outcome {
    case .requested: line(.refundRequested)
    case .alreadyRequested: line(.refundAlreadyRequested)
    case .failed: line(.refundNotAccepted)
    case .cancelled, .open: nil
    }
  }

  /// The message for an error.
  ///
  /// Details that only the server knows are shown in English; in other languages, and if the blueprint has a text
  /// `error.other`, that line stands for them.
  public func line(for error: ClientError) -> String {
    if let text = error.standard { return line(text) }
    let isReplaced = text(StandardText.somethingWrong.id) != nil
    return isReplaced || phrasebook.language != .english ? line(.somethingWrong) : error.message
  }

  /// The message for whatever a call threw; nil if there is nothing to show.
  ///
  /// One `catch` is enough for ``perform(_:item:cost:parent:key:_:)``: a `Denial` has no line, because its paywall has been
  /// shown and closed, nor has what the customer or the task cancelled. An error of the app's own, such as one that the
  /// work throws, has the line `error.other`; catch it first if the app says it better.
  public func line(for error: any Error) -> String? {
    // `as String`: where an optional fits, the call would be one of this function.
    switch error {
    case is Denial, is CancellationError: nil
    case let error as ClientError: error.code == .cancelled ? nil : line(for: error) as String
    case let problem as PurchaseProblem: line(for: problem) as String
    default: line(.somethingWrong)
    }
  }

  /// The message for a denial of a feature: that it is locked, or how its allowance is used up.
  public func line(for denial: Denial, of feature: Feature.ID) -> String {
    usedLine(denial, of: feature)
      ?? line(.lockedLabel, feature: feature, [.feature: name(of: feature)])
  }

  /// The text for an allowance that is used up; nil if the feature is denied for another reason.
  func usedLine(_ denial: Denial, of feature: Feature.ID) -> String? {
    guard denial.reason == .limitReached, let limit = denial.limit else { return nil }
    if limit.scope == .trial, phase == .trialExpired { return trialOverLine }
    return limit.scope == .ever && limit.asked == nil
      ? line(.freeUsesMade, count: limit.limit, feature: feature, [:])
      : line(left: limit, of: feature)
  }

  /// The text for how much is left of an allowance.
  func line(left limit: Limit, of feature: Feature.ID) -> String {
    line(limit.leftLine, count: limit.remaining, feature: feature, [:])
  }

  /// A denial that says its reason in the customer's language.
  func worded(_ denial: Denial, of feature: Feature.ID) -> Denial {
    var denial = denial
    denial.message = line(for: denial, of: feature)
    return denial
  }

  /// The standard lines for this customer.
  var phrasebook: Phrasebook { Phrasebook(language, for: configuration.locale) }
}

extension TollgateClient {
  /// A text of the blueprint in the customer's language, with numbers, prices and dates filled in.
  ///
  /// - Parameters:
  ///   - id: The text's name.
  ///   - product: The product whose name, price and offer it may show; nil means the one subscribed to.
  ///   - feature: The feature whose name and limit it may show; if nil, it shows neither.
  /// - Returns: The line, or nil for an unknown name.
  public func text(
    _ id: LocalizedText.ID, product: CatalogProduct.ID? = nil, feature: Feature.ID? = nil
  ) -> String? {
    text(id, product: product, offer: nil, feature: feature)
  }

  /// A text about a product as it is billed, with an offer other than the introductory one.
  ///
  /// - Parameters:
  ///   - paywall: The paywall that shows it; nil means the first one that sells the product.
  ///   - instant: When it is read; nil means now.
  func text(
    _ id: LocalizedText.ID, product: CatalogProduct.ID?, billed billing: BillingPlan = .upFront,
    offer: StoreProduct.Offer?, on paywall: Paywall? = nil, feature: Feature.ID?,
    readAt instant: Instant? = nil
  ) -> String? {
    guard let membership, let text = membership.localizedText(id) else { return nil }
    let customers = configuration.locale.identifier(.bcp47)
    let app = membership.blueprint.app
    let code = text.isLocalized(in: customers) ? customers : app.language
    let phrasebook = Phrasebook(code, for: configuration.locale)
    let limits: [LocalizedText.Placeholder: Int?] = [
      .featureLeft: feature.flatMap { membership.number(.left(of: $0)) },
      .featureLimit: feature.flatMap { membership.number(.limit(of: $0)) },
    ]
    let number = { limits[$0] ?? membership.number($0) }
    var strings = dates(phrasebook)
    if let product = product ?? membership.subscription?.product {
      strings.merge(
        terms(of: product, billed: billing, with: offer, phrasebook).placeholders
      ) { $1 }
      // Monthly bills are compared with nothing: they cost more than the year at once.
      let isMonthly = billing == .monthly
      strings[.productPricePerMonth] =
        isMonthly ? strings[.productPrice] : pricePerMonth(of: product)
      strings[.productSaving] = isMonthly ? nil : saving(of: product, on: paywall)
    }
    strings[.appName] = app.name
    strings[.featureName] = feature.map(name)
    return text.line(in: customers, fallback: app.language, number: number) {
      strings[$0]
        ?? renewal($0, of: feature, after: instant ?? membership.instant, phrasebook)
        ?? number($0).map(phrasebook.number)
    }.keepingSignsBeforeNumbers(in: language)
  }

  /// A date in the customer's format.
  public func date(_ instant: Instant) -> String {
    Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(
      Date.FormatStyle(
        date: .long, time: .omitted, locale: configuration.locale,
        timeZone: configuration.timeZone))
  }

  /// A feature's title, or its name if it has none.
  func name(of feature: Feature.ID) -> String {
    blueprint?.feature(feature)?.pitch.flatMap { text($0.title) } ?? feature.rawValue
  }

  /// When more will be left of the feature that a value is about; nil for other values, and if no limit renews after an
  /// instant.
  private func renewal(
    _ value: LocalizedText.Placeholder, of feature: Feature.ID?, after instant: Instant,
    _ phrasebook: Phrasebook
  ) -> String? {
    let asked = value == .featureRenewsAt ? feature : nil
    let named: Feature.ID? = if case .renewsAt(of: let name) = value { name } else { asked }
    guard let membership, let name = named,
      let renewal = membership.renewal(of: name, for: localCustomer.facts), instant < renewal
    else { return nil }
    return phrasebook.moment(renewal, after: instant, in: configuration.timeZone)
  }

  private func dates(_ phrasebook: Phrasebook) -> [LocalizedText.Placeholder: String] {
    let date = { phrasebook.date($0, in: self.configuration.timeZone) }
    var dates: [LocalizedText.Placeholder: String] = [:]
    dates[.planStartsOn] = membership?.planStartsAt.map(date)
    if let subscription = membership?.subscription {
      dates[.planRenewsOn] = date(subscription.renewsAt)
      dates[.planEndsOn] = date(subscription.endsAt)
    }
    return dates
  }
}

extension TollgateClient {
  /// A product's price, period and offer in words, omitting what is not known.
  ///
  /// - Parameter offer: The offer it is sold with; nil means the introductory one.
  func terms(
    of product: CatalogProduct.ID, billed billing: BillingPlan = .upFront,
    with offer: StoreProduct.Offer? = nil, _ phrasebook: Phrasebook
  ) -> [Wording.Slot: String] {
    let known = blueprint?.product(product)
    let sold = products[product]
    let offer = offer ?? introductoryOffer(of: product, billed: billing)
    var shown = sold?.displayPrice ?? known?.price.map(price)
    var period = sold?.period ?? known?.period
    var total: String?
    if billing == .monthly {
      shown = sold?.commitment?.displayPrice ?? known?.monthlyPrice.map(price)
      period = Period(1, .month)
      total = sold?.commitment?.displayTotal ?? known?.commitmentPrice.map(price)
    }
    return PlanTerms.values(
      name: sold?.displayName ?? blueprint?.name(of: product, in: language),
      price: shown?.isolatingPrice(in: language), period: period,
      total: total?.isolatingPrice(in: language), offer: offer.map { PlanTerms.Offer($0) },
      offerPrice: offer.flatMap { $0.displayPrice.isEmpty ? nil : $0.displayPrice }?
        .isolatingPrice(in: language), in: phrasebook)
  }

  /// A subscription's price per month in the store's format; nil before its products are loaded.
  private func pricePerMonth(of product: CatalogProduct.ID) -> String? {
    products[product]?.displayPricePerMonth?.isolatingPrice(in: language)
  }

  /// How much a subscription saves by the store's prices, compared with the one of the shortest period on a paywall, or
  /// on the first one that sells it; nil before both are loaded.
  private func saving(of product: CatalogProduct.ID, on paywall: Paywall?) -> String? {
    guard let definition = blueprint?.definition else { return nil }
    let other =
      if let paywall {
        definition.comparison(for: product, on: paywall)
      } else {
        definition.comparison(for: product)
      }
    guard let other, let compared = products[other.id] else { return nil }
    return products[product]?.displaySaving(comparedTo: compared)
  }

  /// What a purchase of a product costs and when, with the offer that applies to it; nil means the regular price.
  func planTerms(
    of product: CatalogProduct.ID, billed billing: BillingPlan = .upFront,
    with offer: StoreProduct.Offer?
  ) -> PlanTerms {
    PlanTerms(
      renews: blueprint?.product(product)?.kind == .autoRenewable,
      offer: offer.map { PlanTerms.Offer($0) },
      bills: billing == .monthly ? CatalogProduct.bills : nil,
      values: terms(of: product, billed: billing, with: offer, phrasebook))
  }

  /// The line with the regular price: the blueprint's, or price and period; nil if no price is known.
  func priceLine(of package: Paywall.Package, on paywall: Paywall) -> String? {
    let (product, billing) = (package.product, package.billing)
    if let line = package.priceLine.flatMap({
      text($0, product: product, billed: billing, offer: nil, on: paywall, feature: nil)
    }) {
      return line
    }
    let terms = terms(of: product, billed: billing, phrasebook)
    guard terms[.price] != nil, terms[.per] != nil else { return terms[.price] }
    return line(.priceLine, product: product, billed: billing, terms)
  }

  /// The line with the package's offer, or the introductory one: the blueprint's, or the offer and the price after it.
  func offerLine(of package: Paywall.Package, on paywall: Paywall) -> String? {
    let (product, billing, offer) = (package.product, package.billing, offer(of: package))
    if let line = package.offerLine.flatMap({
      text($0, product: product, billed: billing, offer: offer, on: paywall, feature: nil)
    }) {
      return line
    }
    let terms = planTerms(
      of: product, billed: billing,
      with: offer ?? introductoryOffer(of: product, billed: billing))
    return terms.offerLine.map {
      line($0, product: product, billed: billing, offer: offer, terms.values)
    }
  }

  /// What a number of a product costs together, in the store's format; nil if its price is not known.
  func price(of product: CatalogProduct.ID, times count: Int) -> String? {
    let amount: String?
    if let sold = products[product] {
      amount = sold.price(ofSeats: count).flatMap { price in
        sold.priceFormat.map { price.formatted($0) }
      }
    } else {
      amount = blueprint?.product(product)?.price(ofSeats: count).map { price($0) }
    }
    return amount?.isolatingPrice(in: language)
  }

  /// What an offer costs with a number of seats, as lines say it; nil if its price is not known.
  func charge(for offer: StoreProduct.Offer, times count: Int) -> String? {
    guard let price = offer.price, let format = offer.priceFormat else { return nil }
    return PlanTerms.charge(
      (price * Decimal(count)).formatted(format).isolatingPrice(in: language),
      with: PlanTerms.Offer(offer), in: phrasebook)
  }

  /// An amount in the customer's format.
  func price(_ money: Money) -> String { money.decimal.formatted(format(of: money)) }

  /// The customer's format of amounts in a currency.
  func format(of money: Money) -> Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(code: money.currency, locale: configuration.locale)
  }

  /// The text for a payment of the customer's own that the store retries while nothing is open; nil if there isn't one.
  var failedPaymentLine: String? {
    // A grant may give access in the meantime.
    guard phase != .subscribed, let subscription = membership?.subscription,
      subscription.condition == .billingRetry, !subscription.isFamilyShared
    else { return nil }
    return line(.retryNote)
  }

  /// The text for the plan after a trial, depending on how the trial ended.
  var trialOverLine: String {
    let trial = membership?.trial
    switch trial?.ending {
    case .uses:
      if let startsAt = membership?.planStartsAt {
        let date = phrasebook.date(startsAt, in: configuration.timeZone)
        return line(.planTrialExpiredUses, count: trial?.limit, [.date: date])
      }
      let subscription = membership?.subscription
      let isCancelled = subscription.map { $0.isActive && !$0.willRenew } ?? false
      return isCancelled
        ? line(.planTrialExpiredUsesCancelled, count: trial?.limit, [:]) : line(.planTrialExpired)
    case .refund: return line(.planTrialExpiredRefund)
    case nil where trial?.activatedAt == nil: return line(.planTrialExpiredUnused)
    case .time, .replacement, .transfer, nil: return line(.planTrialExpired)
    }
  }
}

extension Money {
  /// The amount in units of its currency.
  var decimal: Decimal { Decimal(milliunits) / 1000 }
}

extension PlanTerms.Offer {
  fileprivate init(_ offer: StoreProduct.Offer) {
    self.init(payment: offer.payment, period: offer.period, periods: offer.periods)
  }
}
