import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Monthly bills with a commitment to a year")
struct CommitmentTests {
  static let anna: AccountID = "anna"
  static let monthly = PurchaseOptions(billingPlan: .monthly)

  /// A yearly plan that can be billed monthly, one level above another yearly plan and one below a third.
  static func store(
    grace: GracePeriod = .sixteenDays, introductory: StoreKitConfiguration.Offer? = nil
  ) throws -> AppStoreSimulator {
    func plan(_ id: String, level: Int, isMonthly: Bool = false)
      -> StoreKitConfiguration
      .Subscription
    {
      .init(
        productID: id, groupID: "plans", level: level, period: Period(1, .year),
        price: Milliunits(100_000), introductoryOffer: isMonthly ? introductory : nil,
        billingPlans: isMonthly
          ? [
            .init(
              type: .billedUpfront, price: Milliunits(100_000),
              commitmentPrice: Milliunits(100_000), isEnabled: true),
            .init(
              type: .monthly, price: Milliunits(10_000), commitmentPrice: Milliunits(120_000),
              isEnabled: true),
          ] : [])
    }
    let store = try Shop.simulator(
      configuration: StoreKitConfiguration(subscriptionGroups: [
        .init(
          id: "plans",
          subscriptions: [
            plan("top", level: 1), plan("pro", level: 2, isMonthly: true), plan("base", level: 3),
          ])
      ]), grace: grace)
    store.setStorefront(.germany, for: anna)
    return store
  }

  /// Advances by months from the start, whose day many months lack.
  static func advance(_ store: AppStoreSimulator, months: Int) {
    store.advance(to: Shop.start.adding(Period(months, .month)))
  }

  @Test("each month is a transaction of its own, counted to twelve, and then from one again")
  func bills() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    Self.advance(store, months: 12)
    let bills = store.transactions(of: Self.anna).map(\.payload)
    let infos = bills.compactMap(\.commitmentInfo)
    #expect(infos.map(\.billingPeriodNumber) == Array(1...12) + [1])
    #expect(infos.allSatisfy { $0.totalBillingPeriods == 12 })
    #expect(infos.allSatisfy { $0.commitmentPrice == Milliunits(120_000) })
    #expect(bills.allSatisfy { $0.price == Milliunits(10_000) && $0.billingPlanType == .monthly })
    let ends = [12, 24].map { Shop.start.adding(Period($0, .month)) }
    #expect(infos.dropLast().allSatisfy { $0.commitmentExpiresDate == ends[0] })
    #expect(infos.last?.commitmentExpiresDate == ends[1])
    // The 31st is kept through the short months.
    let starts = [Shop.start] + (1...12).map { Shop.start.adding(Period($0, .month)) }
    #expect(bills.map(\.purchaseDate) == starts)
    #expect(zip(bills, bills.dropFirst()).allSatisfy { $0.expiresDate == $1.purchaseDate })
  }

  @Test("cancelled, it is billed to the twelfth month, says what follows, and ends there")
  func cancelled() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    Self.advance(store, months: 2)
    let sequence = store.notifications().last?.sequence ?? 0
    #expect(store.cancel(Self.anna))
    let renewal = try #require(store.condition(of: Self.anna)?.renewal)
    #expect(renewal.autoRenewStatus == .on)
    #expect(renewal.renewalPrice == Milliunits(10_000))
    #expect(renewal.renewalBillingPlanType == .monthly)
    #expect(renewal.commitmentInfo?.commitmentAutoRenewStatus == .off)
    #expect(
      renewal.commitmentInfo?.commitmentRenewalDate == Shop.start.adding(Period(12, .month)))
    #expect(renewal.commitmentInfo?.commitmentRenewalPrice == nil)
    Self.advance(store, months: 11)
    let last = try #require(store.condition(of: Self.anna))
    #expect(last.status == .active)
    #expect(last.renewal.autoRenewStatus == .off)
    #expect(last.transaction.commitmentInfo?.billingPeriodNumber == 12)
    Self.advance(store, months: 12)
    #expect(store.condition(of: Self.anna)?.status == .expired)
    #expect(store.condition(of: Self.anna)?.renewal.commitmentInfo == nil)
    let types = store.notifications(after: sequence).map(\.payload)
    #expect(types.first?.subtype == .autoRenewDisabled)
    #expect(types.filter { $0.notificationType == .didRenew }.count == 9)
    #expect(types.last?.notificationType == .expired)
    #expect(types.last?.subtype == .voluntary)
  }

  @Test("a commitment that is turned on again in time renews for another year")
  func resumed() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    store.cancel(Self.anna)
    #expect(store.resume(Self.anna))
    Self.advance(store, months: 13)
    #expect(store.condition(of: Self.anna)?.transaction.commitmentInfo?.billingPeriodNumber == 2)
  }

  @Test(
    "a bill that fails has no grace period, is retried for 90 days, and paid late continues the count"
  )
  func failedBill() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    store.setBillingFailing(true, for: Self.anna)
    Self.advance(store, months: 1)
    #expect(store.condition(of: Self.anna)?.status == .billingRetry)
    #expect(store.currentEntitlements(of: Self.anna).isEmpty)
    #expect(store.notifications().last?.payload.subtype == nil)
    let failed = store.now
    #expect(store.cancel(Self.anna))
    #expect(store.condition(of: Self.anna)?.status == .billingRetry)
    store.advance(to: failed.advanced(by: .days(80)))
    store.setBillingFailing(false, for: Self.anna)
    let condition = try #require(store.condition(of: Self.anna))
    #expect(condition.status == .active)
    #expect(condition.transaction.commitmentInfo?.billingPeriodNumber == 2)
    #expect(
      condition.transaction.commitmentInfo?.commitmentExpiresDate
        == store.now.adding(Period(11, .month)))
    store.setBillingFailing(true, for: Self.anna)
    store.advance(to: store.now.adding(Period(1, .month)).advanced(by: .days(91)))
    #expect(store.condition(of: Self.anna)?.status == .expired)
    #expect(store.condition(of: Self.anna)?.renewal.expirationIntent == .billingError)
  }

  @Test("bought again while a bill is unpaid, it pays the bill")
  func paidByPurchase() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    store.setRenewalsFailing(true, for: Self.anna)
    Self.advance(store, months: 2)
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    #expect(store.condition(of: Self.anna)?.transaction.commitmentInfo?.billingPeriodNumber == 2)
  }

  @Test("a refund of a past month revokes that month, one of the current month ends everything")
  func refunds() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    Self.advance(store, months: 3)
    let bills = store.transactions(of: Self.anna).map(\.payload.transactionId)
    #expect(store.refund(bills[1]))
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.refund(bills[3]))
    #expect(store.condition(of: Self.anna)?.status == .revoked)
    #expect(store.condition(of: Self.anna)?.renewal.autoRenewStatus == .off)
    Self.advance(store, months: 13)
    #expect(store.transactions(of: Self.anna).count == 4)
  }

  @Test("an upgrade ends it at once; a downgrade, or the same product up front, waits for its end")
  func changes() throws {
    for (product, options, isNow) in [
      ("top", PurchaseOptions(), true), ("base", PurchaseOptions(), false),
      ("pro", PurchaseOptions(), false),
    ] {
      let store = try Self.store()
      store.purchase("pro", by: Self.anna, options: Self.monthly)
      Self.advance(store, months: 4)
      store.purchase(product, by: Self.anna, options: options)
      let condition = try #require(store.condition(of: Self.anna))
      #expect(condition.renewal.autoRenewProductId == (isNow ? product : "pro"))
      #expect(condition.transaction.productId == (isNow ? product : "pro"))
      #expect((condition.transaction.commitmentInfo == nil) == isNow)
      if isNow { continue }
      #expect(condition.renewal.commitmentInfo?.commitmentAutoRenewProductId == product)
      #expect(condition.renewal.commitmentInfo?.commitmentRenewalPrice == Milliunits(100_000))
      Self.advance(store, months: 12)
      let next = try #require(store.condition(of: Self.anna)?.transaction)
      #expect(next.productId == product)
      #expect(next.commitmentInfo == nil)
      #expect(next.purchaseDate == Shop.start.adding(Period(12, .month)))
      #expect(next.expiresDate == Shop.start.adding(Period(24, .month)))
      #expect(store.transactions(of: Self.anna).count == 13)
    }
  }

  @Test("bought up front, it changes to monthly bills at its renewal")
  func upFrontFirst() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.transaction.billingPlanType == .billedUpfront)
    #expect(store.condition(of: Self.anna)?.transaction.commitmentInfo == nil)
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    #expect(store.condition(of: Self.anna)?.renewal.renewalBillingPlanType == .monthly)
    Self.advance(store, months: 12)
    #expect(store.condition(of: Self.anna)?.transaction.commitmentInfo?.billingPeriodNumber == 1)
  }

  @Test("an extension moves the end of the commitment too")
  func extended() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    let id = try #require(store.transactions(of: Self.anna).first?.payload.transactionId)
    _ = try store.extendRenewal(of: id, days: 10).get()
    let info = try #require(store.transactions(of: Self.anna).first?.payload.commitmentInfo)
    let end = Shop.start.adding(Period(1, .month)).advanced(by: .days(10))
    #expect(info.commitmentExpiresDate == end.adding(Period(11, .month)))
    Self.advance(store, months: 6)
    let later = store.condition(of: Self.anna)?.transaction.commitmentInfo
    #expect(later?.commitmentExpiresDate == info.commitmentExpiresDate)
  }

  @Test("an offer of the plan comes before the commitment; one of the other plan does not apply")
  func offers() throws {
    let week = Period(1, .week)
    for plan in [nil, BillingPlanType.billedUpfront, .monthly] {
      let store = try Self.store(
        introductory: .init(paymentMode: .free, period: week, billingPlan: plan))
      store.purchase("pro", by: Self.anna, options: Self.monthly)
      let first = try #require(store.condition(of: Self.anna)?.transaction)
      #expect((first.offerType == .introductory) == (plan == .monthly))
      #expect((first.commitmentInfo == nil) == (plan == .monthly))
      #expect(first.billingPlanType == .monthly)
      guard plan == .monthly else { continue }
      store.advance(to: Shop.start.adding(week))
      let next = try #require(store.condition(of: Self.anna)?.transaction.commitmentInfo)
      #expect(next.billingPeriodNumber == 1)
      #expect(next.commitmentExpiresDate == Shop.start.adding(week).adding(Period(12, .month)))
    }
  }

  @Test("neither a price change, nor the end of the sale, nor a consent that is missing ends it")
  func bound() throws {
    let store = try Self.store()
    store.purchase("pro", by: Self.anna, options: Self.monthly)
    store.setPrice(Milliunits(200_000), of: "pro", needsConsent: true)
    store.setOnSale(false, "pro")
    Self.advance(store, months: 11)
    #expect(store.condition(of: Self.anna)?.transaction.price == Milliunits(10_000))
    #expect(store.condition(of: Self.anna)?.renewal.priceIncreaseStatus == nil)
    Self.advance(store, months: 12)
    #expect(store.condition(of: Self.anna)?.renewal.expirationIntent == .productUnavailable)
  }

  @Test(
    "a commitment is not sold where Apple sells none, nor for a product without such a plan, nor in seats"
  )
  func refused() throws {
    let store = try Self.store()
    let refused = PurchaseResult.failed(.productUnavailable)
    #expect(store.purchase("pro", by: "uma", options: Self.monthly) == refused)
    #expect(store.purchase("base", by: Self.anna, options: Self.monthly) == refused)
    #expect(
      store.purchase(
        "pro", by: Self.anna, options: PurchaseOptions(quantity: 5, billingPlan: .monthly))
        == .failed(.unknown))
    #expect(store.transactions(of: Self.anna).isEmpty)
  }
}
