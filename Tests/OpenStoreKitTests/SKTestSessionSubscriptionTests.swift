import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("Subscriptions through a test session")
struct SKTestSessionSubscriptionTests {
  let session: SKTestSession
  let log: UpdateLog

  init() async throws {
    let session = try Bazaar.session()
    self.session = session
    log = session.run { UpdateLog() }
    await session.settled(listeners: 1)
  }

  private var last: SKTestTransaction? { session.allTransactions().last }

  private func identifier() throws -> UInt { try #require(last).identifier }

  @Test("expireSubscription: access ends now")
  func expire() async throws {
    try await session.buy("premium.monthly")
    try session.expireSubscription(productIdentifier: "premium.monthly")
    #expect(try await session.state() == .expired)
    #expect(await session.entitlements().isEmpty)
    #expect(last?.expirationDate == Bazaar.start)
    #expect(last?.autoRenewingEnabled == false)
    expect(.noSubscriptionFound) {
      try session.expireSubscription(productIdentifier: "premium.monthly")
    }
    expect(.noSubscriptionFound) {
      try session.expireSubscription(productIdentifier: "plus.monthly")
    }
    expect(.invalidProductType) { try session.expireSubscription(productIdentifier: "lifetime") }
    expect(.invalidProductIdentifier) {
      try session.expireSubscription(productIdentifier: "moon")
    }
  }

  @Test("forceRenewalOfSubscription: the next period begins now")
  func renew() async throws {
    try await session.buy("premium.monthly")
    try session.forceRenewalOfSubscription(productIdentifier: "premium.monthly")
    await session.settled()
    // The period that ended early is reported as changed, then the new one.
    #expect(log.transactions.last?.reason == .renewal)
    #expect(session.allTransactions().count == 2)
    #expect(last?.purchaseDate == Bazaar.start)
    #expect(last?.expirationDate == Bazaar.days(31))
    expect(.noSubscriptionFound) {
      try session.forceRenewalOfSubscription(productIdentifier: "basic.monthly")
    }
  }

  @Test("disableAutoRenew and enableAutoRenew: the customer's switch")
  func autoRenew() async throws {
    try await session.buy("premium.monthly")
    try session.disableAutoRenewForTransaction(identifier: identifier())
    #expect(last?.autoRenewingEnabled == false)
    #expect(try await session.renewalInfo()?.willAutoRenew == false)
    try session.enableAutoRenewForTransaction(identifier: identifier())
    #expect(last?.autoRenewingEnabled == true)
    try session.disableAutoRenewForTransaction(identifier: identifier())
    session.advance(by: .monthly)
    #expect(try await session.state() == .expired)
    #expect(try await session.renewalInfo()?.expirationReason == .autoRenewDisabled)
    let coins = try await session.buy("coins.small")
    expect(.invalidProductType) {
      try session.disableAutoRenewForTransaction(identifier: UInt(coins.id))
    }
    expect(.noTransactionFound) { try session.enableAutoRenewForTransaction(identifier: 3) }
  }

  @Test("shouldEnterBillingRetryOnRenewal: no access until the customer has settled it")
  func billingRetry() async throws {
    try await session.buy("premium.monthly")
    session.shouldEnterBillingRetryOnRenewal = true
    try await session.buy("coins.small")
    session.advance(by: .monthly)
    #expect(try await session.state() == .inBillingRetryPeriod)
    #expect(await session.entitlements().isEmpty)
    #expect(session.allTransactions().first?.hasPurchaseIssue == true)
    session.shouldEnterBillingRetryOnRenewal = false
    #expect(try await session.state() == .inBillingRetryPeriod)
    let subscribed = try #require(session.allTransactions().first)
    try session.resolveIssueForTransaction(identifier: subscribed.identifier)
    #expect(try await session.state() == .subscribed)
    await session.settled()
    #expect(log.lines == ["premium.monthly"])
    #expect(session.allTransactions().map(\.hasPurchaseIssue) == [false, false, false])
    try session.resolveIssueForTransaction(identifier: subscribed.identifier)
    #expect(session.allTransactions().count == 3)
  }

  @Test(
    "billingGracePeriodIsEnabled: access continues for 16 days, then billing retry ends after 60")
  func grace() async throws {
    session.billingGracePeriodIsEnabled = true
    session.shouldEnterBillingRetryOnRenewal = true
    try await session.buy("premium.monthly")
    session.advance(to: Bazaar.days(31))
    #expect(try await session.state() == .inGracePeriod)
    #expect(try await session.renewalInfo()?.gracePeriodExpirationDate == Bazaar.days(47))
    #expect(await session.entitlements() == ["premium.monthly"])
    session.advance(to: Bazaar.days(47))
    #expect(try await session.state() == .inBillingRetryPeriod)
    #expect(await session.entitlements().isEmpty)
    session.advance(to: Bazaar.days(91))
    #expect(try await session.state() == .expired)
    #expect(try await session.renewalInfo()?.expirationReason == .billingError)
  }

  @Test("consentToPriceIncrease: the subscription continues")
  func consent() async throws {
    try await session.buy("premium.monthly")
    let id = try identifier()
    expect(.invalidAction) { try session.consentToPriceIncreaseForTransaction(identifier: id) }
    try session.requestPriceIncreaseConsentForTransaction(identifier: id)
    #expect(last?.isPendingPriceIncreaseConsent == true)
    #expect(try await session.renewalInfo()?.priceIncreaseStatus == .pending)
    expect(.invalidAction) {
      try session.requestPriceIncreaseConsentForTransaction(identifier: id)
    }
    try session.consentToPriceIncreaseForTransaction(identifier: id)
    #expect(last?.isPendingPriceIncreaseConsent == false)
    #expect(try await session.renewalInfo()?.priceIncreaseStatus == .agreed)
    session.advance(by: .monthly)
    #expect(try await session.state() == .subscribed)
  }

  @Test("a price increase without an answer, or declined, ends the subscription")
  func noConsent() async throws {
    try await session.buy("premium.monthly")
    try session.requestPriceIncreaseConsentForTransaction(identifier: identifier())
    session.advance(by: .monthly)
    #expect(try await session.renewalInfo()?.expirationReason == .didNotConsentToPriceIncrease)
    try await session.buy("premium.monthly")
    let id = try identifier()
    expect(.invalidAction) { try session.declinePriceIncreaseForTransaction(identifier: id) }
    try session.requestPriceIncreaseConsentForTransaction(identifier: id)
    try session.declinePriceIncreaseForTransaction(identifier: id)
    #expect(try await session.renewalInfo()?.willAutoRenew == false)
    #expect(try await session.renewalInfo()?.priceIncreaseStatus == .noIncreasePending)
    #expect(last?.isPendingPriceIncreaseConsent == false)
    session.advance(by: .monthly)
    #expect(try await session.state() == .expired)
    #expect(try await session.renewalInfo()?.expirationReason == .autoRenewDisabled)
  }
}
