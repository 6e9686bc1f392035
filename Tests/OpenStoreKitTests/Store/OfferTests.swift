import AppStoreSimulator
import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Offers")
struct OfferTests {
  @Test("An introductory offer is for the first subscription of a group")
  func introductory() async throws {
    let session = try Shop.device()
    try await session.run {
      let info = try #require(try await Product.one("pro").subscription)
      #expect(await info.isEligibleForIntroOffer)
      #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: Shop.group))
      #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: "unknown") == false)
      _ = try await Product.one("pro").buy()
      #expect(await info.isEligibleForIntroOffer == false)
    }
  }

  @Test("A subscriber who never had one stays eligible, but a change of plan is charged in full")
  func introductoryForSubscribers() async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      _ = try await Product.one("max").buy()
      #expect(await pro.subscription?.isEligibleForIntroOffer == true)
      _ = try await pro.purchase()
      session.advance(by: Shop.month)
      let renewed = try await Transaction.currentEntitlement(for: "pro")?.payloadValue
      #expect(renewed?.price == Decimal(string: "6.99"))
      #expect(renewed?.offer == nil)
      #expect(await pro.subscription?.isEligibleForIntroOffer == true)
    }
  }

  @Test("The developer's signature decides about the introductory offer", arguments: [true, false])
  func introductoryEligibility(isAllowed: Bool) async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      let jws = claims(#"{"productId":"pro","allowIntroductoryOffer":\#(isAllowed)}"#)
      let bought = try await pro.buy([.introductoryOfferEligibility(compactJWS: jws)])
      #expect(bought.offer?.type == (isAllowed ? .introductory : nil))
      #expect(await pro.subscription?.isEligibleForIntroOffer == !isAllowed)
    }
  }

  @Test("A promotional offer is for customers who subscribe or did")
  func promotional() async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      let jws = claims(#"{"productId":"pro","offerIdentifier":"spring"}"#)
      let options = Set(Product.PurchaseOption.promotionalOffer("spring", compactJWS: jws))
      await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
        try await pro.purchase(options: options)
      }
      _ = try await pro.buy()
      session.act { store, me in store.expireNow(me) }
      let bought = try await pro.buy(options)
      #expect(bought.offer?.type == .promotional)
      #expect(bought.offer?.id == "spring")
      #expect(bought.price == Decimal(string: "3.99"))
    }
  }

  @Test("A promotional offer in the older form needs every part of its signature")
  func signature() async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      _ = try await pro.buy()
      session.act { store, me in store.expireNow(me) }
      let nonce = UUID()
      await #expect(throws: Product.PurchaseError.missingOfferParameters) {
        try await pro.purchase(options: [
          .promotionalOffer(
            offerID: "spring", keyID: "", nonce: nonce, signature: Data([1]), timestamp: 1)
        ])
      }
      await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
        try await pro.purchase(options: [
          .promotionalOffer(
            offerID: "autumn", keyID: "key", nonce: nonce, signature: Data([1]), timestamp: 1)
        ])
      }
      let signature = Product.SubscriptionOffer.Signature(
        keyID: "key", nonce: nonce, timestamp: 1, signature: Data([1]))
      let bought = try await pro.buy([.promotionalOffer(offerID: "spring", signature: signature)])
      #expect(bought.offer?.id == "spring")
    }
  }

  @Test(
    "A signature about something else is refused",
    arguments: [
      "", "a.b.c", "{}", #"{"productId":"max","offerIdentifier":"spring"}"#,
      #"{"productId":"pro","offerIdentifier":"autumn"}"#,
    ])
  func foreignSignature(payload: String) async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      _ = try await pro.buy()
      let jws = payload.hasPrefix("{") ? claims(payload) : payload
      await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
        try await pro.purchase(
          options: Set(Product.PurchaseOption.promotionalOffer("spring", compactJWS: jws)))
      }
      await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
        try await pro.purchase(options: [.introductoryOfferEligibility(compactJWS: jws)])
      }
    }
  }

  @Test("A win-back offer is for customers who left, who see it in their renewal info")
  func winBack() async throws {
    let session = try Shop.device()
    try await session.run {
      let pro = try await Product.one("pro")
      let offer = try #require(pro.subscription?.winBackOffers.first)
      #expect(offer.type == .winBack)
      #expect(offer.paymentMode == .payUpFront)
      _ = try await pro.buy()
      await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
        try await pro.purchase(options: [.winBackOffer(offer)])
      }
      session.act { store, me in store.expireNow(me) }
      let info = try await pro.subscription?.status.first?.renewalInfo.payloadValue
      #expect(info?.eligibleWinBackOfferIDs == ["return"])
      #expect(try await pro.buy([.winBackOffer(offer)]).offer?.type == .winBack)
    }
  }

  @Test("A wish to buy that began in the App Store reaches the app, with its offer")
  func intents() async throws {
    let session = try Shop.device()
    try await session.run {
      let task = Task {
        for await intent in PurchaseIntent.intents { return intent }
        throw StoreKitError.unknown
      }
      await session.settled(listeners: 1)
      #expect(session.intendPurchase(of: "pro", offerID: "nothing") == false)
      #expect(session.intendPurchase(of: "pro", offerID: "return"))
      let intent = try await task.value
      #expect(intent.id == "pro")
      #expect(intent.offer?.id == "return")
    }
  }

  /// A text with claims, as a developer's server would sign them.
  private func claims(_ json: String) -> String {
    "e30.\(Base64.encode(json.utf8, as: .url)).AA"
  }
}
