import AppStoreSimulator
import Foundation
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer

@MainActor
@Suite("Monthly bills with a commitment, on a phone")
struct CommitmentTests {
  private let monthly = CatalogProduct.ID("lease.yearly:monthly")
  private let upFront = CatalogProduct.ID("lease.yearly")

  /// A customer in Germany, where commitments are sold.
  private func launched(_ world: World) async -> Phone {
    let phone = Phone(world, "phone", account: "apple-id", usesStoreKit: true)
    phone.session.storefront = "DEU"
    await phone.client.launch()
    return phone
  }

  @Test("EX-20 a paywall shows the price of a month, the number of payments and the total")
  func shown() async throws {
    try await World.of("lease", identifiers: .random) { world in
      let phone = await launched(world)
      let model = PaywallModel(phone.client)
      await phone.client.showPaywall("plans")
      let page = try #require(model.page)
      #expect(page.offers.map(\.id) == [monthly, upFront])
      let offer = try #require(page.offers.first)
      #expect(offer.isSelected)
      #expect(offer.price?.contains("4.99") == true)
      #expect(offer.period == "per month")
      #expect(offer.offerLine == nil)
      #expect(offer.savingLine == nil)
      let total = try #require(offer.commitmentLine)
      #expect(total.hasPrefix("12 payments, ") && total.contains("59.88"))
      #expect(offer.accessibilityLabel.contains(total))
      #expect(page.purchaseLabel == "Subscribe")
      #expect(page.footnote?.hasPrefix("12 monthly payments of ") == true)
      #expect(page.terms.contains { $0.hasPrefix("You commit to all 12 payments") })

      // The same year at once, which begins with a free week.
      model.select(upFront)
      let other = try #require(model.page)
      #expect(other.offers.map(\.isSelected) == [false, true])
      #expect(other.offers.last?.commitmentLine == nil)
      #expect(other.offers.last?.offerLine?.hasPrefix("7 days free") == true)
      #expect(!other.terms.contains { $0.contains("commit") })
    }
  }

  @Test("EX-20 the button buys the monthly bills, and settings say what remains due")
  func bought() async throws {
    try await World.of("lease", identifiers: .random) { world in
      let phone = await launched(world)
      let model = PaywallModel(phone.client)
      await phone.client.showPaywall("plans")
      await model.purchase()
      #expect(phone.client.phase == .subscribed)
      let transaction = try #require(world.store.transactions(of: "apple-id").first?.payload)
      #expect(transaction.commitmentInfo?.billingPeriodNumber == 1)
      #expect(transaction.offerType == nil)
      let subscription = try #require(phone.client.membership?.subscription)
      #expect(subscription.commitment?.billsLeft == 11)
      #expect(subscription.amountDue?.milliunits == 54_890)
      let settings = SubscriptionSettingsModel(phone.client)
      #expect(settings.planLine.hasSuffix("renews on March 1, 2027"))
      let note = try #require(settings.billingNote)
      #expect(note.hasPrefix("Payment 1 of 12. "))
      #expect(note.contains("54.89") && note.hasSuffix("March 1, 2027."))

      world.store.cancel("apple-id")
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .subscribed)
      #expect(settings.planLine.hasSuffix("until March 1, 2027"))
      #expect(settings.billingNote == note)
    }
  }

  @Test("EX-20 where Apple sells no commitment, a paywall offers the year at once")
  func unitedStates() async throws {
    try await World.of("lease", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      await phone.client.showPaywall("plans")
      let page = try #require(PaywallModel(phone.client).page)
      #expect(page.offers.map(\.id) == [upFront])
      #expect(
        await phone.client.purchase(upFront, billing: .monthly) == .failed(.productUnavailable))
    }
  }
}
