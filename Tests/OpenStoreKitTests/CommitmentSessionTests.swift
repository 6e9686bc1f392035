import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("Monthly bills with a commitment, through StoreKit")
struct CommitmentSessionTests {
  static let file = """
    {
      "subscriptionGroups": [{
        "id": "GROUP", "name": "Plans", "subscriptions": [{
          "productID": "pro", "recurringSubscriptionPeriod": "P1Y", "displayPrice": "100",
          "subscriptionGroupID": "GROUP", "type": "RecurringSubscription", "groupNumber": 1,
          "billingPlans": [
            {"billingPlanType": "BILLED_UPFRONT", "displayPrice": "100",
              "commitmentDisplayPrice": "100", "isEnabled": true},
            {"billingPlanType": "MONTHLY", "displayPrice": "10", "commitmentDisplayPrice": "120",
              "isEnabled": true}],
          "adHocOffers": [
            {"offerID": "stay", "billingPlanType": "MONTHLY", "paymentMode": "free",
              "subscriptionPeriod": "P1M"}]
        }]
      }]
    }
    """

  /// A session in a country where commitments are sold, or in one where they are not.
  static func session(in country: String) throws -> SKTestSession {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("commitment-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("Plans.storekit")
    try Data(file.utf8).write(to: path)
    let session = try SKTestSession(contentsOf: path, now: Bazaar.start)
    session.storefront = country
    return session
  }

  @Test("EX-20 the product shows the terms of each plan, and the monthly one is bought and billed")
  func monthly() async throws {
    let session = try Self.session(in: "DEU")
    let transaction = try await session.buy("pro", options: [.billingPlanType(.monthly)])
    #expect(transaction.billingPlanType == .monthly)
    #expect(transaction.price == 10)
    let info = try #require(transaction.commitmentInfo)
    #expect(info.billingPeriodNumber == 1)
    #expect(info.totalBillingPeriods == 12)
    #expect(info.price == 120)
    try await session.run {
      let product = try #require(try await Product.products(for: ["pro"]).first)
      let terms = try #require(product.subscription?.pricingTerms).filter {
        if case .singlePrice = $0.pricingModel { true } else { false }
      }
      #expect(terms.map(\.billingPlanType) == [.upFront, .monthly])
      #expect(terms.map(\.billingPrice) == [100, 10])
      #expect(terms.map(\.commitmentInfo.price) == [100, 120])
      #expect(terms.map(\.billingPeriod.unit) == [.year, .month])
      #expect(terms.map { $0[offers: .promotional].count } == [0, 1])
      #expect(terms.allSatisfy { $0[offers: .winBack].isEmpty })
      #expect(terms[1].commitmentInfo.period.unit == .year)
      #expect(terms[1].billingDisplayPrice.contains("10"))
      let statuses = try await product.subscription?.status ?? []
      let renewal = try #require(try statuses.first?.renewalInfo.payloadValue)
      #expect(renewal.willAutoRenew)
      #expect(renewal.renewalBillingPlanType == .monthly)
      #expect(renewal.commitmentInfo?.willAutoRenew == true)
      #expect(renewal.commitmentInfo?.renewalPrice == 120)
      #expect(renewal.commitmentInfo?.renewalBillingPlanType == .monthly)
      #expect(renewal.commitmentInfo?.autoRenewPreference == "pro")
      #expect(renewal.commitmentInfo?.renewalDate == info.expirationDate)
    }
  }

  @Test("EX-20 in the United States only the plan that is paid up front is shown and sold")
  func unitedStates() async throws {
    let session = try Self.session(in: "USA")
    try await session.run {
      let product = try #require(try await Product.products(for: ["pro"]).first)
      #expect(product.subscription?.pricingTerms.map(\.billingPlanType) == [.upFront, .upFront])
    }
    await #expect(throws: Product.PurchaseError.productUnavailable) {
      try await session.buy("pro", options: [.billingPlanType(.monthly)])
    }
    let transaction = try await session.buy("pro")
    #expect(transaction.billingPlanType == .upFront)
    #expect(transaction.commitmentInfo == nil)
  }

  @Test("EX-20 seats are bought by their total number")
  func seats() async throws {
    let session = try Self.session(in: "DEU")
    let transaction = try await session.buy("pro", options: [.seats(5)])
    #expect(transaction.purchasedQuantity == 5)
    #expect(try await session.buy("pro", options: [.seats(7)]).purchasedQuantity == 2)
    await #expect(throws: Product.PurchaseError.invalidQuantity) {
      try await session.buy("pro", options: [.quantity(2)])
    }
  }
}
