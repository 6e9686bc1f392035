import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Offers")
struct OfferTests {
  static let anna: AccountID = "anna"

  @Test("a promotional offer is for current and former subscribers")
  func promotional() throws {
    let store = try Market.store()
    let offer = PurchaseOptions(offer: .promotional("stay"))
    #expect(
      store.purchase("silver", by: Self.anna, options: offer) == .failed(.paymentNotAllowed))
    #expect(store.transactions(of: Self.anna).isEmpty)
    store.purchase("bronze", by: Self.anna)
    store.expireNow(Self.anna)
    store.purchase("silver", by: Self.anna, options: offer)
    let bought = try #require(store.condition(of: Self.anna))
    #expect(bought.transaction.offerType == .promotional)
    #expect(bought.transaction.offerIdentifier == "stay")
    #expect(bought.transaction.offerDiscountType == .payAsYouGo)
    #expect(bought.transaction.price == Milliunits(5_000))
    #expect(bought.renewal.offerType == .promotional)
    #expect(bought.renewal.offerIdentifier == "stay")
    #expect(bought.renewal.renewalPrice == Milliunits(5_000))
    #expect(store.heard().last == "0 SUBSCRIBED/RESUBSCRIBE")
    store.advance(to: Market.days(60))
    #expect(
      store.transactions(of: Self.anna).dropFirst().map(\.payload.price?.rawValue)
        == [5_000, 5_000, 20_000])
    #expect(store.condition(of: Self.anna)?.transaction.offerType == nil)
    #expect(store.condition(of: Self.anna)?.renewal.offerType == nil)
  }

  @Test("an offer taken while its product runs begins with the next period")
  func whileActive() throws {
    let store = try Market.store()
    store.purchase("silver", by: Self.anna)
    store.purchase("silver", by: Self.anna, options: .init(offer: .promotional("half")))
    #expect(store.transactions(of: Self.anna).count == 1)
    #expect(store.heard().last == "0 OFFER_REDEEMED")
    #expect(store.condition(of: Self.anna)?.renewal.offerIdentifier == "half")
    #expect(store.condition(of: Self.anna)?.renewal.renewalPrice == Milliunits(50_000))
    store.advance(to: Market.days(7))
    let period = try #require(store.condition(of: Self.anna)?.transaction)
    #expect(period.offerIdentifier == "half")
    #expect(period.offerDiscountType == .payUpFront)
    #expect(period.expiresDate == Market.days(7).adding(Period(6, .month), times: 1))
  }

  @Test(
    "an offer for another level says which way it goes",
    arguments: [
      ("bronze", "silver", PurchaseOptions.Offer.promotional("stay"), "OFFER_REDEEMED/UPGRADE"),
      ("gold", "bronze", .promotional("down"), "OFFER_REDEEMED/DOWNGRADE"),
      ("gold", "bronze", .code("CHEAP"), "OFFER_REDEEMED/DOWNGRADE"),
    ])
  func otherLevel(
    _ held: String, _ chosen: String, _ offer: PurchaseOptions.Offer, _ heard: String
  ) throws {
    let store = try Market.store()
    store.purchase(held, by: Self.anna)
    store.purchase(chosen, by: Self.anna, options: .init(offer: offer))
    #expect(store.heard(after: 1) == ["0 \(heard)"])
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.anna)?.transaction.productId == chosen)
    #expect(store.condition(of: Self.anna)?.transaction.offerType != nil)
  }

  @Test("a code can be redeemed by anyone, once")
  func code() throws {
    let store = try Market.store()
    let code = PurchaseOptions(offer: .code("FREE3"))
    store.purchase("silver", by: Self.anna, options: code)
    let first = try #require(store.condition(of: Self.anna)?.transaction)
    #expect(first.offerType == .offerCode)
    #expect(first.offerIdentifier == "FREE3")
    #expect(first.offerDiscountType == .freeTrial)
    #expect(first.price == .zero)
    #expect(first.expiresDate == Market.days(90))
    #expect(store.heard() == ["0 SUBSCRIBED/INITIAL_BUY"])
    store.expireNow(Self.anna)
    #expect(
      store.purchase("silver", by: Self.anna, options: code) == .failed(.paymentNotAllowed))
    #expect(store.isEligibleForIntroductoryOffer(group: Market.group, account: Self.anna))
    store.purchase("silver", by: "ben", options: code)
    #expect(store.condition(of: "ben")?.transaction.offerType == .offerCode)
  }

  /// A store that sells each kind of product that does not renew, with the code HELLO.
  private static func store(
    for eligibility: Set<StoreKitConfiguration.OfferEligibility> = Set(
      StoreKitConfiguration.OfferEligibility.allCases)
  ) throws -> AppStoreSimulator {
    let codes = [
      StoreKitConfiguration.CodeOffer(
        id: "HELLO", price: Milliunits(490), eligibility: eligibility)
    ]
    func product(_ id: String, _ type: ProductType) -> StoreKitConfiguration.Product {
      .init(productID: id, type: type, price: Milliunits(1_490), codeOffers: codes)
    }
    return try Shop.simulator(
      configuration: .init(
        products: [product("coins", .consumable), product("lifetime", .nonConsumable)],
        nonRenewingSubscriptions: [product("season", .nonRenewing)]))
  }

  @Test(
    "EX-20 a code gives a product that does not renew at its price, once to each account",
    arguments: ["coins", "lifetime", "season"])
  func productCode(_ id: String) throws {
    let store = try Self.store()
    let code = PurchaseOptions(offer: .code("HELLO"))
    store.purchase(id, by: Self.anna, options: code)
    let bought = try #require(store.transactions(of: Self.anna).first?.payload)
    #expect(bought.price == Milliunits(490))
    #expect(bought.offerType == .offerCode)
    #expect(bought.offerIdentifier == "HELLO")
    #expect(bought.offerDiscountType == .oneTime)
    #expect(bought.offerPeriod == nil)
    #expect(store.heard().map { $0.hasSuffix(" ONE_TIME_CHARGE") } == [true])

    store.refund(bought.transactionId)
    let again = store.purchase(id, by: Self.anna, options: code)
    #expect(again == .failed(.paymentNotAllowed))
    store.purchase(id, by: Self.anna)
    let regular = try #require(store.transactions(of: Self.anna).last?.payload)
    #expect(regular.price == Milliunits(1_490))
    #expect(regular.offerType == nil)
    let unknown = store.purchase(id, by: "ben", options: .init(offer: .code("BYE")))
    #expect(unknown == .failed(.productUnavailable))
    store.purchase(id, by: "ben", options: code)
    #expect(store.transactions(of: "ben").map(\.payload.offerIdentifier) == ["HELLO"])
  }

  @Test(
    "EX-20 a code for one of a product is for who never bought, who did of late, or who did before",
    arguments: StoreKitConfiguration.OfferEligibility.allCases)
  func productEligibility(_ kind: StoreKitConfiguration.OfferEligibility) throws {
    let store = try Self.store(for: [kind])
    let code = PurchaseOptions(offer: .code("HELLO"))
    store.purchase("coins", by: "gone")
    store.advance(to: Shop.days(30))
    store.purchase("coins", by: "here")
    let customers: [(AccountID, StoreKitConfiguration.OfferEligibility)] = [
      ("nobody", .new), ("here", .existing), ("gone", .expired),
    ]
    for (account, customer) in customers {
      let two = store.purchase(
        "season", by: account, options: .init(quantity: 2, offer: code.offer))
      #expect(two == .failed(.paymentNotAllowed))
      store.purchase("season", by: account, options: code)
      let offers = store.transactions(of: account).compactMap(\.payload.offerIdentifier)
      #expect(offers == (customer == kind ? ["HELLO"] : []), "\(account)")
    }
  }

  @Test("EX-20 a one-time code is redeemed once, for its product, until it expires")
  func oneTimeCodes() throws {
    let store = try Self.store()
    let codes = store.makeOneTimeCodes(3, for: "HELLO", of: "coins")
    #expect(Set(codes).count == 3)
    #expect(codes.allSatisfy { $0.count == 18 })
    let first = PurchaseOptions(offer: .code(codes[0]))
    let elsewhere = store.purchase("season", by: Self.anna, options: first)
    #expect(elsewhere == .failed(.productUnavailable))
    store.purchase("coins", by: Self.anna, options: first)
    let bought = try #require(store.transactions(of: Self.anna).first?.payload)
    #expect(bought.offerIdentifier == "HELLO")
    #expect(bought.price == Milliunits(490))
    let taken = store.purchase("coins", by: "ben", options: first)
    #expect(taken == .failed(.paymentNotAllowed))

    let second = PurchaseOptions(offer: .code(codes[1]))
    let another = store.purchase("coins", by: Self.anna, options: second)
    #expect(another == .failed(.paymentNotAllowed))
    store.purchase("coins", by: "ben", options: second)
    #expect(store.transactions(of: "ben").map(\.payload.offerIdentifier) == ["HELLO"])

    store.advance(to: Shop.start.adding(Period(6, .month)))
    let late = store.purchase("coins", by: "cem", options: .init(offer: .code(codes[2])))
    #expect(late == .failed(.paymentNotAllowed))
    let none = store.makeOneTimeCodes(1, for: "BYE", of: "coins")
    #expect(none.isEmpty)
  }

  @Test("EX-20 a one-time code starts a subscription for who is eligible, and stays for others")
  func oneTimeCodeOfSubscription() throws {
    let store = try Self.coded([.new])
    let codes = store.makeOneTimeCodes(1, for: "HELLO", of: "pro")
    let code = try PurchaseOptions(offer: .code(#require(codes.first)))
    store.purchase("pro", by: "ben")
    let refused = store.purchase("pro", by: "ben", options: code)
    #expect(refused == .failed(.paymentNotAllowed))
    store.purchase("pro", by: Self.anna, options: code)
    #expect(store.condition(of: Self.anna)?.transaction.offerIdentifier == "HELLO")
    #expect(store.condition(of: Self.anna)?.transaction.price == Milliunits(5_000))
    let taken = store.purchase("pro", by: "cem", options: code)
    #expect(taken == .failed(.paymentNotAllowed))
  }

  /// A store whose only subscription has an introductory offer of two months and an offer code.
  static func coded(
    _ eligibility: Set<StoreKitConfiguration.OfferEligibility>, isStackable: Bool = false
  ) throws -> AppStoreSimulator {
    let month = Period(1, .month)
    let pro = StoreKitConfiguration.Subscription(
      productID: "pro", groupID: "pro", period: month, price: Milliunits(9_000),
      introductoryOffer: .init(
        paymentMode: .payAsYouGo, period: month, numberOfPeriods: 2, price: Milliunits(1_000)),
      codeOffers: [
        .init(
          id: "HELLO", paymentMode: .payAsYouGo, period: month, numberOfPeriods: 2,
          price: Milliunits(5_000), eligibility: eligibility, isStackable: isStackable)
      ])
    return try Shop.simulator(
      configuration: .init(subscriptionGroups: [.init(id: "pro", subscriptions: [pro])]))
  }

  @Test(
    "a code is redeemed by the customers that the file names, and by nobody else",
    arguments: StoreKitConfiguration.OfferEligibility.allCases)
  func eligibility(_ kind: StoreKitConfiguration.OfferEligibility) throws {
    let code = PurchaseOptions(offer: .code("HELLO"))
    for customer in StoreKitConfiguration.OfferEligibility.allCases {
      let store = try Self.coded([kind])
      switch customer {
      case .new: break
      case .existing: store.purchase("pro", by: Self.anna)
      case .expired:
        store.purchase("pro", by: Self.anna)
        store.expireNow(Self.anna)
      }
      let result = store.purchase("pro", by: Self.anna, options: code)
      if customer == kind {
        guard case .success = result else {
          Issue.record("\(customer) was refused a code for \(kind)")
          continue
        }
      } else {
        #expect(result == .failed(.paymentNotAllowed))
      }
    }
  }

  @Test("a code that stacks begins when the introductory offer ends; any other replaces it")
  func stacked() throws {
    let code = PurchaseOptions(offer: .code("HELLO"))
    let store = try Self.coded([.new], isStackable: true)
    store.purchase("pro", by: Self.anna, options: code)
    #expect(store.condition(of: Self.anna)?.transaction.offerType == .introductory)
    #expect(!store.isEligibleForIntroductoryOffer(group: "pro", account: Self.anna))
    store.advance(to: Shop.start.adding(Period(1, .month)))
    #expect(store.condition(of: Self.anna)?.renewal.offerIdentifier == "HELLO")
    #expect(store.condition(of: Self.anna)?.renewal.renewalPrice == Milliunits(5_000))
    store.advance(to: Shop.start.adding(Period(1, .month), times: 5))
    let periods = store.transactions(of: Self.anna).map(\.payload)
    #expect(periods.map(\.price?.rawValue) == [1_000, 1_000, 5_000, 5_000, 9_000, 9_000])
    #expect(
      periods.map(\.offerType)
        == [.introductory, .introductory, .offerCode, .offerCode, nil, nil])
    #expect(
      store.purchase("pro", by: Self.anna, options: code) == .failed(.paymentNotAllowed))

    let other = try Self.coded([.new])
    other.purchase("pro", by: Self.anna, options: code)
    other.advance(to: Shop.start.adding(Period(1, .month), times: 2))
    #expect(
      other.transactions(of: Self.anna).map(\.payload.price?.rawValue) == [5_000, 5_000, 9_000])
  }

  @Test("a win-back offer is for customers who left, and renewal info names the eligible ones")
  func winBack() throws {
    let store = try Market.store()
    let offer = PurchaseOptions(offer: .winBack("return"))
    #expect(
      store.purchase("silver", by: Self.anna, options: offer) == .failed(.paymentNotAllowed))
    store.purchase("silver", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.renewal.eligibleWinBackOfferIds == nil)
    #expect(
      store.purchase("silver", by: Self.anna, options: offer) == .failed(.paymentNotAllowed))
    store.cancel(Self.anna)
    store.advance(to: Market.days(7))
    #expect(
      store.condition(of: Self.anna)?.renewal.eligibleWinBackOfferIds == ["return", "again"])
    store.purchase("silver", by: Self.anna, options: offer)
    #expect(store.condition(of: Self.anna)?.transaction.offerType == .winBack)
    #expect(store.condition(of: Self.anna)?.renewal.eligibleWinBackOfferIds == nil)
    #expect(store.heard().last == "7 SUBSCRIBED/RESUBSCRIBE")
    store.advance(to: Market.days(120))
    #expect(
      store.transactions(of: Self.anna).dropFirst().map(\.payload.price?.rawValue)
        == [1_000, 1_000, 1_000, 20_000])
  }

  @Test("no offer is redeemed while a payment is outstanding, and no unknown offer ever")
  func refused() throws {
    let store = try Market.store()
    let unknown = PurchaseOptions(offer: .code("NONE"))
    #expect(
      store.purchase("silver", by: Self.anna, options: unknown) == .failed(.productUnavailable))
    #expect(
      store.purchase("coins", by: Self.anna, options: unknown) == .failed(.productUnavailable))
    store.purchase("gold", by: Self.anna)
    store.setBillingFailing(true, for: Self.anna)
    store.advance(to: Market.days(31))
    let pending = store.purchase(
      "silver", by: Self.anna, options: .init(offer: .promotional("stay")), outcome: .askToBuy)
    guard case .pending(let wait) = pending else {
      Issue.record("the purchase did not wait")
      return
    }
    #expect(wait.options.offer == .promotional("stay"))
    #expect(store.approve(wait.id) == .failed(.paymentInvalid))
    for offer in [PurchaseOptions.Offer.promotional("stay"), .code("FREE3"), .winBack("again")] {
      let other = try Market.store(grace: .sixteenDays)
      other.purchase("gold", by: Self.anna)
      other.setBillingFailing(true, for: Self.anna)
      other.advance(to: Market.days(31))
      #expect(
        other.purchase("silver", by: Self.anna, options: .init(offer: offer))
          == .failed(.paymentInvalid))
      #expect(other.condition(of: Self.anna)?.renewal.eligibleWinBackOfferIds == nil)
    }
  }

  @Test("a new subscription within 60 days continues the run, a later one begins another")
  func runs() throws {
    let store = try Market.store()
    store.purchase("bronze", by: Self.anna)
    store.expireNow(Self.anna)
    store.advance(to: Market.days(59))
    store.purchase("bronze", by: Self.anna)
    #expect(
      store.condition(of: Self.anna)?.renewal.recentSubscriptionStartDate == Market.start)
    store.expireNow(Self.anna)
    store.advance(to: Market.days(120))
    store.purchase("silver", by: Self.anna)
    #expect(
      store.condition(of: Self.anna)?.renewal.recentSubscriptionStartDate == Market.days(120))
    #expect(store.condition(of: Self.anna)?.transaction.offerType == .introductory)
  }
}
