import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@testable import AppStoreSimulator

/// A rule of the App Store: where Apple states it, and a life that shows it, of a subscription or of what does not renew.
///
/// Written from the sources alone, so that the rules of the simulator and of `tollgate check`, which are the same
/// code, have a second opinion.
struct AppleRule: CustomTestStringConvertible, Sendable {
  let rule: String
  /// The page of developer.apple.com.
  let source: Source
  let steps: [UnsignedLife.Step]
  /// What is charged, as `product from-to price`, and refunded, in days since the beginning.
  let charges: [String]
  /// How the subscription ends; nil without one.
  var ends: SubscriptionLifecycle.State?
  /// The products that do not renew and are current entitlements in the end, each as often as it is one.
  var entitled: [String] = []
  var grace = GracePeriod.off

  var testDescription: String { "\(rule) (\(source.rawValue))" }

  enum Source: String, Sendable {
    case subscriptions = "app-store/subscriptions/"
    case gracePeriod =
      "help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions/"
    case pricing =
      "help/app-store-connect/manage-subscriptions/manage-pricing-for-auto-renewable-subscriptions/"
    case offerCodes =
      "help/app-store-connect/manage-subscriptions/set-up-subscription-offer-codes/"
    case promotional = "documentation/storekit/implementing-promotional-offers-in-your-app"
    case winBack = "documentation/storekit/supporting-win-back-offers-in-your-app"
    case extending =
      "documentation/appstoreserverapi/extending-the-renewal-date-for-auto-renewable-subscriptions"
    case intent = "documentation/appstoreserverapi/expirationintent"
    case refunds = "documentation/storekit/handling-refund-notifications"
    case notifications = "documentation/appstoreservernotifications/notificationtype"
    case types =
      "help/app-store-connect/reference/in-app-purchases-and-subscriptions/in-app-purchase-types/"
    case quantity = "documentation/storekit/product/purchaseoption/quantity(_:)"
    case entitlements = "documentation/storekit/transaction/currententitlements"
  }

  static let all = time + changes + payments + prices + offers + support + oneTime

  private static let time = [
    AppleRule(
      rule: "a subscription renews until it is cancelled, counted from the first payment",
      source: .subscriptions, steps: [.buy("gold"), .day(60)],
      charges: ["gold 0-31 30.00", "gold 31-59 30.00", "gold 59-90 30.00"], ends: .active),
    AppleRule(
      rule: "a cancelled subscription is active to the end of its period", source: .subscriptions,
      steps: [.buy("gold"), .day(5), .cancel, .day(30)],
      charges: ["gold 0-31 30.00"], ends: .active),
    AppleRule(
      rule: "a cancelled subscription ends with its period", source: .intent,
      steps: [.buy("gold"), .day(5), .cancel, .day(31)],
      charges: ["gold 0-31 30.00"], ends: .expired(.cancelled)),
    AppleRule(
      rule: "renewal can be turned on again before the period ends", source: .subscriptions,
      steps: [.buy("gold"), .day(5), .cancel, .day(30), .resume, .day(31)],
      charges: ["gold 0-31 30.00", "gold 31-59 30.00"], ends: .active),
  ]

  private static let changes = [
    AppleRule(
      rule: "an upgrade starts at once, and the rest of the old period is refunded",
      source: .subscriptions, steps: [.buy("bronze"), .day(10), .buy("gold")],
      charges: ["bronze 0-31 10.00", "67.742 % refunded", "gold 10-41 30.00"], ends: .active),
    AppleRule(
      rule: "a crossgrade of the same duration starts at once", source: .subscriptions,
      steps: [.buy("silver.other"), .day(10), .buy("silver")],
      charges: ["silver.other 0-31 21.00", "67.742 % refunded", "silver 10-41 20.00"],
      ends: .active),
    AppleRule(
      rule: "a crossgrade of another duration starts at the renewal", source: .subscriptions,
      steps: [.buy("silver.other"), .day(10), .buy("silver.week"), .day(31)],
      charges: ["silver.other 0-31 21.00", "silver.week 31-38 6.00"], ends: .active),
    AppleRule(
      rule: "a downgrade starts at the renewal", source: .subscriptions,
      steps: [.buy("gold"), .day(10), .buy("bronze"), .day(31)],
      charges: ["gold 0-31 30.00", "bronze 31-59 10.00"], ends: .active),
  ]

  private static let payments = [
    AppleRule(
      rule: "without a grace period, access ends while the payment is retried",
      source: .gracePeriod, steps: [.buy("gold"), .cardFails, .day(31)],
      charges: ["gold 0-31 30.00"], ends: .retrying(until: Market.days(91))),
    AppleRule(
      rule: "a payment is retried for 60 days", source: .gracePeriod,
      steps: [.buy("gold"), .cardFails, .day(91)],
      charges: ["gold 0-31 30.00"], ends: .expired(.billingError)),
    AppleRule(
      rule: "a payment that succeeds during billing retry starts a new period",
      source: .gracePeriod, steps: [.buy("gold"), .cardFails, .day(40), .cardWorks],
      charges: ["gold 0-31 30.00", "gold 40-68 30.00"], ends: .active),
    AppleRule(
      rule: "access continues during the grace period", source: .gracePeriod,
      steps: [.buy("gold"), .cardFails, .day(46)], charges: ["gold 0-31 30.00"],
      ends: .grace(until: Market.days(47), retryUntil: Market.days(91)), grace: .sixteenDays),
    AppleRule(
      rule: "a weekly subscription has a grace period of at most 6 days", source: .gracePeriod,
      steps: [.buy("silver.week"), .cardFails, .day(12)], charges: ["silver.week 0-7 6.00"],
      ends: .grace(until: Market.days(13), retryUntil: Market.days(67)), grace: .sixteenDays),
    AppleRule(
      rule: "after the grace period the payment is retried without access", source: .gracePeriod,
      steps: [.buy("gold"), .cardFails, .day(47)], charges: ["gold 0-31 30.00"],
      ends: .retrying(until: Market.days(91)), grace: .sixteenDays),
    AppleRule(
      rule: "a payment that succeeds in the grace period leaves the days of paid service alone",
      source: .gracePeriod, steps: [.buy("gold"), .cardFails, .day(40), .cardWorks],
      charges: ["gold 0-31 30.00", "gold 31-59 30.00"], ends: .active, grace: .sixteenDays),
  ]

  private static let prices = [
    AppleRule(
      rule: "a subscription whose price increase is not agreed to ends with its period",
      source: .pricing, steps: [.buy("gold"), .price(35_000, needsConsent: true), .day(31)],
      charges: ["gold 0-31 30.00"], ends: .expired(.priceIncreaseDeclined)),
    AppleRule(
      rule: "a price increase that is agreed to applies from the next renewal", source: .pricing,
      steps: [.buy("gold"), .price(35_000, needsConsent: true), .day(5), .agree, .day(31)],
      charges: ["gold 0-31 30.00", "gold 31-59 35.00"], ends: .active),
    AppleRule(
      rule: "a price increase that needs no consent applies from the next renewal",
      source: .pricing, steps: [.buy("gold"), .price(35_000, needsConsent: false), .day(31)],
      charges: ["gold 0-31 30.00", "gold 31-59 35.00"], ends: .active),
    AppleRule(
      rule: "a lower price applies from the next renewal", source: .pricing,
      steps: [.buy("gold"), .price(25_000, needsConsent: true), .day(31)],
      charges: ["gold 0-31 30.00", "gold 31-59 25.00"], ends: .active),
  ]

  private static let offers = [
    AppleRule(
      rule: "an introductory offer comes before the regular price", source: .subscriptions,
      steps: [.buy("silver"), .day(7)],
      charges: ["silver 0-7 0.00", "silver 7-38 20.00"], ends: .active),
    AppleRule(
      rule: "a customer gets one introductory offer in a group", source: .subscriptions,
      steps: [.buy("silver"), .cancel, .day(10), .buy("silver")],
      charges: ["silver 0-7 0.00", "silver 10-41 20.00"], ends: .active),
    AppleRule(
      rule: "a promotional offer is not for somebody who never subscribed", source: .promotional,
      steps: [.buyWith("silver", .promotional("stay"))], charges: ["refused"], ends: nil),
    AppleRule(
      rule: "a promotional offer that is redeemed while subscribed starts at the renewal",
      source: .promotional,
      steps: [.buy("silver"), .day(3), .buyWith("silver", .promotional("stay")), .day(66)],
      charges: [
        "silver 0-7 0.00", "silver 7-38 5.00", "silver 38-66 5.00", "silver 66-97 20.00",
      ], ends: .active),
    AppleRule(
      rule: "an offer code is for new customers too, in place of the introductory offer",
      source: .offerCodes, steps: [.buyWith("silver", .code("FREE3")), .day(90)],
      charges: ["silver 0-90 0.00", "silver 90-120 20.00"], ends: .active),
    AppleRule(
      rule: "an offer code is redeemed once", source: .offerCodes,
      steps: [.buyWith("silver", .code("FREE3")), .buyWith("silver", .code("FREE3"))],
      charges: ["silver 0-90 0.00", "refused"], ends: .active),
    AppleRule(
      rule: "a win-back offer is not for somebody who is subscribed", source: .winBack,
      steps: [.buy("silver"), .day(1), .buyWith("silver", .winBack("again"))],
      charges: ["silver 0-7 0.00", "refused"], ends: .active),
    AppleRule(
      rule: "a win-back offer is for somebody whose subscription has expired", source: .winBack,
      steps: [.buy("silver"), .cancel, .day(8), .buyWith("silver", .winBack("again"))],
      charges: ["silver 0-7 0.00", "silver 8-39 0.00"], ends: .active),
  ]

  private static let support = [
    AppleRule(
      rule: "a refund of the current period ends the subscription", source: .refunds,
      steps: [.buy("gold"), .day(40), .refund(1)],
      charges: ["gold 0-31 30.00", "gold 31-59 30.00"], ends: .revoked),
    AppleRule(
      rule: "a refund of an older period leaves the current one alone", source: .refunds,
      steps: [.buy("gold"), .day(40), .refund(0)],
      charges: ["gold 0-31 30.00", "gold 31-59 30.00"], ends: .active),
    AppleRule(
      rule: "a reversed refund gives back a period that is still running", source: .notifications,
      steps: [.buy("gold"), .day(3), .refund(0), .day(5), .reverse(0)],
      charges: ["gold 0-31 30.00"], ends: .active),
    AppleRule(
      rule: "an extended renewal date moves every later one", source: .extending,
      steps: [.buy("gold"), .day(10), .extend(7), .day(38)],
      charges: ["gold 0-31 30.00", "gold 38-66 30.00"], ends: .active),
    AppleRule(
      rule: "a renewal date is extended twice a year", source: .extending,
      steps: [.buy("gold"), .extend(7), .extend(7), .extend(7), .day(45)],
      charges: ["gold 0-31 30.00", "refused", "gold 45-73 30.00"], ends: .active),
    AppleRule(
      rule: "a renewal date is not extended while a payment is retried", source: .extending,
      steps: [.buy("gold"), .cardFails, .day(31), .extend(7)],
      charges: ["gold 0-31 30.00", "refused"], ends: .retrying(until: Market.days(91))),
  ]

  private static let oneTime = [
    AppleRule(
      rule: "a non-consumable is bought once", source: .types,
      steps: [.buy("lifetime"), .day(400), .buy("lifetime")], charges: ["lifetime 100.00"],
      entitled: ["lifetime"]),
    AppleRule(
      rule: "a consumable is bought again and again", source: .types,
      steps: [.buy("coins"), .buy("coins")], charges: ["coins 1.00", "coins 1.00"]),
    AppleRule(
      rule: "up to ten of a consumable are bought at once", source: .quantity,
      steps: [.buySeveral("coins", 10), .buySeveral("coins", 11), .buySeveral("lifetime", 2)],
      charges: ["coins 10.00", "refused", "refused"]),
    AppleRule(
      rule: "a consumable is not an entitlement", source: .entitlements,
      steps: [.buy("coins"), .buy("lifetime")], charges: ["coins 1.00", "lifetime 100.00"],
      entitled: ["lifetime"]),
    AppleRule(
      rule: "a non-renewing subscription is not charged again by itself", source: .types,
      steps: [.buy("season"), .day(400)], charges: ["season 20.00"], entitled: ["season"]),
    AppleRule(
      rule: "a non-renewing subscription is bought again, also while it runs", source: .types,
      steps: [.buy("season"), .day(1), .buy("season")], charges: ["season 20.00", "season 20.00"],
      entitled: ["season", "season"]),
    AppleRule(
      rule: "a refunded non-consumable is not an entitlement", source: .entitlements,
      steps: [.buy("lifetime"), .refund(0)], charges: ["lifetime 100.00"]),
    AppleRule(
      rule: "a refund is that of one transaction", source: .refunds,
      steps: [.buy("season"), .day(1), .buy("season"), .refund(0)],
      charges: ["season 20.00", "season 20.00"], entitled: ["season"]),
    AppleRule(
      rule: "a reversed refund gives back a purchase that does not renew", source: .notifications,
      steps: [.buy("lifetime"), .refund(0), .day(5), .reverse(0)], charges: ["lifetime 100.00"],
      entitled: ["lifetime"]),
  ]
}

/// What an account buys in ``Market``, a subscription or products that do not renew, with nothing signed about it.
struct UnsignedLife {
  enum Step: Sendable {
    case buy(String)
    case buySeveral(String, Int)
    case buyWith(String, PurchaseOptions.Offer)
    case day(Int)
    case cancel, resume, cardFails, cardWorks
    case price(Int64, needsConsent: Bool)
    case agree
    case extend(Int)
    /// Refunds what was charged at a position, a period or a purchase that does not renew.
    case refund(Int)
    /// Takes the refund of what was charged at a position back.
    case reverse(Int)
  }

  private let prices = PriceList(Catalog(Market.configuration))
  private let terms: SubscriptionLifecycle.Terms
  private var ids = StoreIdentifiers(seed: 1)
  private var now = Market.start
  private var canPay = true
  private var offersRedeemed: [Catalog.Offer] = []
  private var periods: [(id: TransactionNumber, refunds: RefundState)] = []
  private var purchases: [(product: String, state: OneTimePurchase)] = []
  private(set) var subscription: SubscriptionLifecycle?
  private(set) var charges: [String] = []

  /// The products that do not renew and are current entitlements.
  var entitled: [String] { purchases.filter { $0.state.isEntitled }.map { $0.product } }

  init(grace: GracePeriod) {
    terms = SubscriptionLifecycle.Terms(rate: .realTime, gracePeriod: grace)
  }

  mutating func take(_ step: Step) throws {
    switch step {
    case .buy(let product):
      if prices.product(product) == nil { try buy(product, nil) } else { try buy(product, 1) }
    case .buySeveral(let product, let quantity): try buy(product, quantity)
    case .buyWith(let product, let offer): try buy(product, offer)
    case .day(let day): advance(to: Market.days(day))
    case .cancel: update { lifecycle, _ in lifecycle.setRenewal(false) }
    case .resume: update { lifecycle, _ in lifecycle.setRenewal(true) }
    case .cardFails: canPay = false
    case .cardWorks:
      canPay = true
      update { [now] in $0.paymentRecovered(at: now, ids: &$1) }
    case .price(let price, let needsConsent):
      var product = try #require(subscription?.renewal.product)
      product.price = Milliunits(price)
      update { [product] lifecycle, _ in
        lifecycle.priceChanged(to: product, needsConsent: needsConsent)
      }
    case .agree: update { lifecycle, _ in lifecycle.priceAccepted() }
    case .extend(let days):
      do { _ = try subscription?.extend(days: days, at: now) } catch { charges.append("refused") }
    case .refund(let position):
      if change(position, { $0.refund() }) {
        subscription?.refunded(transactionID: periods[position].id)
      }
    case .reverse(let position):
      if change(position, { $0.reverse() }) {
        subscription?.refundReversed(transactionID: periods[position].id, at: now)
      }
    }
  }

  private mutating func change(_ position: Int, _ event: (inout RefundState) -> Bool) -> Bool {
    let isChanged =
      subscription == nil
      ? event(&purchases[position].state.refunds) : event(&periods[position].refunds)
    if !isChanged { charges.append("refused") }
    return isChanged
  }

  private mutating func buy(_ id: String, _ quantity: Int) throws {
    let product = try #require(prices.product(id)?.product)
    if purchases.contains(where: { $0.product == id && $0.state.isOwned }) { return }
    let bought = OneTimePurchase(.init(product))
    guard OneTimePurchase.quantities(of: bought.kind).contains(quantity) else {
      return charges.append("refused")
    }
    purchases.append((id, bought))
    charges.append("\(id) \(Milliunits(product.price.rawValue * Int64(quantity)))")
  }

  private mutating func buy(_ id: String, _ offer: PurchaseOptions.Offer?) throws {
    let product = try #require(prices.subscription(id))
    let eligibility = OfferEligibility(
      isIntroduced: offersRedeemed.contains { $0.type == .introductory },
      redeemedCodes: Set(
        offersRedeemed.filter { $0.type == .offerCode }.compactMap(\.terms.id)),
      subscription: subscription)
    guard
      let offers = try? eligibility.offers(for: PurchaseOptions(offer: offer), of: product)
    else { return charges.append("refused") }
    offersRedeemed += offers
    if subscription == nil {
      subscription = SubscriptionLifecycle(
        product: product, offer: offers.first, transactionID: ids.transaction(), at: now,
        terms: terms, appAccountToken: 0)
      note([.charge(.purchase)])
    } else {
      update { [now] in
        $0.purchase(product, offer: offers.first, at: now, appAccountToken: 0, ids: &$1)
      }
    }
  }

  private mutating func advance(to instant: Instant) {
    while let due = subscription?.due, due <= instant {
      now = due
      update { [canPay] in $0.processDueEvent(canPay: canPay, isSold: true, ids: &$1) }
    }
    now = instant
  }

  private mutating func update(
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) {
    guard var changed = subscription else { return }
    let actions = event(&changed, &ids)
    subscription = changed
    note(actions)
  }

  private mutating func note(_ actions: [SubscriptionLifecycle.Action]) {
    guard let period = subscription?.period else { return }
    for action in actions {
      switch action {
      case .charge:
        periods.append((period.transactionID, RefundState()))
        charges.append(
          "\(period.product.productID) \(day(period.start))-\(day(period.end)) \(period.price)")
      case .replace(_, let share?): charges.append("\(Double(share) / 1000) % refunded")
      case .replace(_, nil), .endPeriod, .notify: break
      }
    }
  }

  private func day(_ instant: Instant) -> Int64 { instant.since(Market.start) / Market.day }
}

@Suite("Apple's rules for purchases")
struct AppleRulesTests {
  @Test("EX-3 purchases, renewals and refunds go as Apple's pages say", arguments: AppleRule.all)
  func life(_ rule: AppleRule) throws {
    var life = UnsignedLife(grace: rule.grace)
    for step in rule.steps { try life.take(step) }
    #expect(life.charges == rule.charges)
    #expect(life.subscription?.state == rule.ends)
    #expect(life.entitled == rule.entitled)
  }
}
