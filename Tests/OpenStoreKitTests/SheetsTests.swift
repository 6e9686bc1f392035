import OpenStoreKit
import OpenStoreKitTest
import Testing

/// Lines that views and models write.
@MainActor
final class ViewLog {
  var lines: [String] = []
}

@MainActor
@Suite("Sheets and views")
struct SheetsTests {
  let session: SKTestSession
  let log = ViewLog()

  init() throws {
    session = try Bazaar.session()
  }

  @Test("EX-4 every request for a review is counted, however an app makes it")
  func reviews() {
    session.run {
      AppStore.requestReview(in: "scene")
      SKStoreReviewController.requestReview()
      SKStoreReviewController.requestReview(in: "scene")
      RequestReviewAction()()
    }
    #expect(session.reviewRequestCount == 4)
    #expect(session.presentedSheets == [.review, .review, .review, .review])
  }

  @Test("EX-4 the customer manages subscriptions in the sheet as the test says")
  func manage() async throws {
    let bought = try await session.buy("premium.monthly")
    session.managesSubscriptions = { [session] _ in
      try? session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
    }
    try await session.run {
      try await AppStore.showManageSubscriptions(in: "scene")
      try await AppStore.showManageSubscriptions(in: "scene", subscriptionGroupID: "plans")
    }
    #expect(
      session.presentedSheets
        == [.manageSubscriptions(groupID: nil), .manageSubscriptions(groupID: "plans")])
    let renewal = try await session.renewalInfo()
    #expect(renewal?.willAutoRenew == false)
    session.managesSubscriptions = nil
    try await session.setSimulatedError(.generic(.unknown), forAPI: .manageSubscriptions)
    await #expect(throws: StoreKitError.self) {
      try await session.run { try await AppStore.showManageSubscriptions(in: "scene") }
    }
  }

  @Test("EX-4 the customer closes the sheet in which the App Store advertises bundles")
  func merchandising() async throws {
    let result = try await session.run {
      try await AppStore.presentMerchandising(.subscriptionBundle("plans"), from: "controller")
    }
    switch result {
    case .dismissed: break
    case .purchaseCompleted: Issue.record("bought a bundle")
    }
    #expect(session.presentedSheets == [.merchandising(groupID: "plans")])
  }

  @Test("EX-4 a redeemed offer code is the sheet's result and an update")
  func redeem() async throws {
    let updates = session.run { UpdateLog() }
    await session.settled(listeners: 1)
    try await session.run { try await AppStore.presentOfferCodeRedeemSheet(in: "scene") }
    await #expect(throws: StoreKitError.self) {
      try await session.run {
        try await AppStore.presentOfferCodeRedeemSheet(from: "controller", options: [])
      }
    }
    #expect(updates.lines.isEmpty)
    session.redeemedOfferCode = ("plus.monthly", "FREE3")
    let result = try await session.run {
      try await AppStore.presentOfferCodeRedeemSheet(from: "controller", options: [])
    }
    let transaction = try result.payloadValue
    #expect(transaction.offer?.type == .code)
    #expect(transaction.offer?.id == "FREE3")
    await session.settled()
    #expect(updates.lines == ["plus.monthly"])
    #expect(session.presentedSheets.count == 3)
    let code = session.makeOneTimeOfferCodes(
      1, productIdentifier: "plus.monthly", referenceName: "FREE3")
    #expect(code.count == 1)
    let foreign = session.makeOneTimeOfferCodes(
      1, productIdentifier: "premium.monthly", referenceName: "FREE3")
    #expect(foreign.isEmpty)
    try await session.setSimulatedError(.generic(.unknown), forAPI: .offerCodeRedeem)
    await #expect(throws: StoreKitError.self) {
      try await session.run { try await AppStore.presentOfferCodeRedeemSheet(in: "scene") }
    }
  }

  @Test("EX-4 a customer closes the sheet for a refund, or requests one in it, once")
  func refund() async throws {
    let bought = try await session.buy("premium.monthly")
    session.customerConfirms = false
    let closed = try await session.run { try await bought.beginRefundRequest(in: "scene") }
    #expect(closed == .userCancelled)
    session.customerConfirms = true
    let requested = try await session.run {
      try await Transaction.beginRefundRequest(for: bought.id, in: "scene")
    }
    #expect(requested == .success)
    let sheet = SKTestSession.Sheet.refundRequest(transactionID: bought.id)
    #expect(session.presentedSheets == [sheet, sheet])
    let renewal = try await session.renewalInfo()
    #expect(renewal?.willAutoRenew == false)
    await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
      try await session.run { try await bought.beginRefundRequest(in: "scene") }
    }
  }

  @Test("EX-4 the App Store's messages are shown by the system, or given to an app that listens")
  func messages() async throws {
    let bought = try await session.buy("premium.monthly")
    try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
    #expect(session.presentedSheets == [.priceConsent])
    let listener = session.run {
      Task {
        var iterator = Message.messages.makeAsyncIterator()
        return await iterator.next()
      }
    }
    await session.settled(listeners: 1)
    try session.consentToPriceIncreaseForTransaction(identifier: UInt(bought.id))
    session.shouldEnterBillingRetryOnRenewal = true
    session.advance(by: .monthly)
    let message = try #require(await listener.value)
    #expect(message.reason == .billingIssue)
    #expect(session.presentedSheets == [.priceConsent])
    try message.display(in: "scene")
    #expect(session.presentedSheets == [.priceConsent, .billingIssue])
  }

  @Test("EX-4 a tap in a product's view starts a purchase with its options and completes it")
  func productView() async throws {
    let customer = UUID()
    let log = log
    let view = ProductView(id: "lifetime")
      .onInAppPurchaseStart { product in log.lines.append("start \(product.id)") }
      .inAppPurchaseOptions { _ in [.appAccountToken(customer)] }
      .onInAppPurchaseCompletion { product, result in
        guard case .success(.success(let verification)) = result else {
          log.lines.append("not bought")
          return
        }
        let transaction = verification.unsafePayloadValue
        log.lines.append("bought \(transaction.appAccountToken == customer)")
        await transaction.finish()
      }
    let isShown = await session.run { await view.purchase("lifetime") }
    let isOtherShown = await session.run { await view.purchase("coins.small") }
    #expect(isShown)
    #expect(!isOtherShown)
    #expect(log.lines == ["start lifetime", "bought true"])
    session.customerConfirms = false
    await session.run { _ = await view.purchase("lifetime") }
    #expect(log.lines.suffix(2) == ["start lifetime", "not bought"])
  }

  @Test("EX-4 without an action for completion, a view's purchase is an update")
  func viewWithoutAction() async throws {
    let updates = session.run { UpdateLog() }
    await session.settled(listeners: 1)
    await session.run { _ = await StoreView(ids: ["coins.small"]).purchase("coins.small") }
    await session.settled()
    #expect(updates.lines == ["coins.small"])
  }

  @Test("EX-4 the view of a group shows only the relationships that it is created for")
  func subscriptions() async throws {
    let everything = await session.run {
      await SubscriptionStoreView(groupID: "plans").products().map(\.id)
    }
    #expect(everything.first == "premium.monthly")
    #expect(everything.last == "basic.monthly")
    try await session.buy("plus.monthly")
    let higher = SubscriptionStoreView(groupID: "plans", visibleRelationships: .upgrade)
    let upgrades = await session.run { await higher.products() }
    #expect(upgrades.map(\.id) == ["premium.monthly"])
    let other = SubscriptionStoreView(
      groupID: "plans", visibleRelationships: [.crossgrade, .downgrade])
    let others = await session.run { await other.products() }
    #expect(others.map(\.id) == ["plus.weekly", "basic.monthly"])
    await session.run { _ = await higher.purchase("premium.monthly") }
    let entitlements = await session.entitlements()
    #expect(entitlements == ["premium.monthly"])
  }

  @Test("EX-4 a view that appears loads products, entitlements and statuses for its actions")
  func tasks() async throws {
    try await session.buy("premium.monthly")
    let log = log
    let view = StoreView(ids: ["lifetime"])
      .storeProductTask(for: "lifetime") { state in
        log.lines.append(state.product?.id ?? "loading")
      }
      .storeProductTask(for: "moon") { state in
        if case .unavailable = state { log.lines.append("unavailable") }
      }
      .storeProductsTask(for: ["lifetime", "moon"]) { state in
        if case .success(let products, let unavailable) = state {
          log.lines.append("\(products.count) \(unavailable)")
        }
      }
      .currentEntitlementTask(for: "premium.monthly") { state in
        if case .success(let entitlement) = state { log.lines.append("\(entitlement != nil)") }
      }
      .subscriptionStatusTask(for: "plans") { state in
        if let statuses = state.value { log.lines.append("\(statuses.count)") }
      }
    await session.run { await view.appear() }
    #expect(
      log.lines == ["loading", "lifetime", "unavailable", "1 [\"moon\"]", "true", "1"])
  }

  @Test("EX-4 an app orders and hides its promoted products on the device")
  func promotions() async throws {
    typealias Promotion = Product.PromotionInfo
    try await session.run {
      let initial = try await Promotion.currentOrder
      #expect(initial.isEmpty)
      try await Promotion.updateProductOrder(byID: ["lifetime", "season"])
      try await Promotion.updateProductVisibility(.hidden, for: "season")
      var order = try await Promotion.currentOrder
      #expect(order.map(\.productID) == ["lifetime", "season"])
      #expect(order.map(\.visibility) == [.appStoreConnectDefault, .hidden])
      order[0].visibility = .visible
      try await order[0].update()
      let saved = try await Promotion.currentOrder
      try await Promotion.updateAll([saved[1], saved[0]])
      let turned = try await Promotion.currentOrder
      #expect(turned.map(\.visibility) == [.hidden, .visible])
      await #expect(throws: StoreKitError.self) {
        try await Promotion.updateProductOrder(byID: ["moon"])
      }
    }
  }

  @Test("EX-3 seats are sold, described and refunded as StoreKit 27.3 names them")
  func seats() async throws {
    let shared = try await session.run {
      try #require(try await Product.products(for: ["lifetime"]).first)
    }
    #expect(!shared.supportsMultiSeatPurchase)
    await #expect(throws: Product.PurchaseError.multiSeatPurchaseDisabled) {
      try await session.purchase("lifetime", options: [.seats(2)])
    }
    let premium = try await session.run {
      try #require(try await Product.products(for: ["premium.monthly"]).first)
    }
    #expect(premium.supportsMultiSeatPurchase)
    let models = premium.subscription?.pricingTerms.map(\.pricingModel) ?? []
    guard case .singlePrice(let single)? = models.first,
      case .seatBased(let seats)? = models.last
    else {
      Issue.record("expected one price, and one for a seat")
      return
    }
    #expect(single.billingInfo.price == premium.price)
    #expect(seats.priceTiers.map(\.minimumSeats) == [1])
    #expect(seats.priceTiers.map(\.billingInfo.displayPrice) == [premium.displayPrice])
    #expect(premium.subscription?.bundledSubscriptions.isEmpty == true)
    let bought = try await session.buy("premium.monthly", options: [.seats(5)])
    let info = try #require(bought.multiSeatInfo)
    #expect(info.invitationManagement == .apple)
    #expect(info.priceTiers.map(\.quantity) == [5])
    #expect(info.priceTiers.map(\.price) == [premium.price])
    #expect(info.revokedSeatQuantity == nil)
    let renewal = try await session.renewalInfo()
    #expect(renewal?.renewalQuantity == 5)
    #expect(renewal?.multiSeatInfo?.renewalPriceTiers.map(\.quantity) == [5])
    let added = try await session.buy("premium.monthly", options: [.seats(7)])
    #expect(added.additionalTransactionReason == .seatAddition)
    #expect(added.bundleProductID == nil && added.advancedCommerceInfo == nil)
  }
}
