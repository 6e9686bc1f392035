import Observation
import OpenStoreKit
import OpenStoreKitTest
import Synchronization
import Testing
import TollgateAppStore

@MainActor
@Suite("A subscription screen")
struct PlanScreenTests {
  let session: SKTestSession

  init() throws {
    session = try Bazaar.session()
  }

  private func open() async throws -> PlanScreen {
    let screen = PlanScreen(
      productIDs: ["plus.monthly", "premium.monthly", "basic.monthly"], groupID: "plans",
      signOffer: Self.sign)
    try await session.run { try await screen.appear() }
    await session.settled(listeners: 2)
    return screen
  }

  /// A developer's server: the claims of a promotional offer, in a JSON Web Signature.
  @Sendable private static func sign(productID: String, offerID: String) async throws -> String {
    let claims = #"{"productId":"\#(productID)","offerIdentifier":"\#(offerID)"}"#
    return "e30.\(Base64.encode(claims.utf8, as: .url)).c2lnbmF0dXJl"
  }

  private func choose(_ screen: PlanScreen, _ id: Product.ID) async throws {
    let plan = try #require(screen.plans.first { $0.id == id })
    try await session.run { try await screen.choose(plan) }
    await session.settled()
  }

  private func identifier() throws -> UInt {
    try #require(session.allTransactions().last).identifier
  }

  @Test("a subscription screen shows plans by level, and the trial to those who may have it")
  func first() async throws {
    let screen = try await open()
    #expect(screen.plans.map(\.displayName) == ["Premium", "Plus", "Basic"])
    #expect(screen.headline == "No plan yet")
    #expect(screen.trialPlans == ["plus.monthly"])
    try await choose(screen, "plus.monthly")
    #expect(screen.headline == "Plus")
    #expect(screen.footnote == "Renews on 2026-01-08")
    #expect(screen.trialPlans.isEmpty)
  }

  @Test("a subscription screen follows renewal, cancellation and the end by itself")
  func life() async throws {
    let screen = try await open()
    try await choose(screen, "plus.monthly")
    session.advanceToNextEvent()
    await session.settled()
    #expect(screen.footnote == "Renews on 2026-02-08")
    try session.disableAutoRenewForTransaction(identifier: identifier())
    await session.settled()
    #expect(screen.footnote == "Ends on 2026-02-08")
    try session.enableAutoRenewForTransaction(identifier: identifier())
    await session.settled()
    #expect(screen.footnote == "Renews on 2026-02-08")
    try session.expireSubscription(productIdentifier: "plus.monthly")
    await session.settled()
    #expect(screen.headline == "Plus ended")
  }

  @Test("an upgrade is at once, a downgrade at the next renewal")
  func change() async throws {
    let screen = try await open()
    try await choose(screen, "plus.monthly")
    session.advance(by: .everyThreeDays)
    try await choose(screen, "premium.monthly")
    #expect(screen.headline == "Premium")
    #expect(screen.footnote == "Renews on 2026-02-04")
    #expect(await session.entitlements() == ["premium.monthly"])
    try await choose(screen, "basic.monthly")
    #expect(screen.headline == "Premium")
    #expect(screen.footnote == "Changes to Basic on 2026-02-04")
    session.advance(by: .monthly)
    await session.settled()
    #expect(screen.headline == "Basic")
    #expect(await session.entitlements() == ["basic.monthly"])
  }

  @Test("a failed renewal keeps the plan in grace, pauses it after, and ends where it is settled")
  func billing() async throws {
    session.billingGracePeriodIsEnabled = true
    session.shouldEnterBillingRetryOnRenewal = true
    let screen = try await open()
    try await choose(screen, "premium.monthly")
    session.advance(by: .monthly)
    await session.settled()
    #expect(screen.headline == "Premium")
    #expect(screen.footnote == "Update your payment method before 2026-02-17")
    session.advanceToNextEvent()
    await session.settled()
    #expect(screen.headline == "Premium is paused")
    #expect(await session.entitlements().isEmpty)
    try session.resolveIssueForTransaction(identifier: identifier())
    await session.settled()
    #expect(screen.headline == "Premium")
    #expect(screen.footnote == "Renews on 2026-03-17")
  }

  @Test("a promotional offer that the server signed holds from the next period")
  func promotional() async throws {
    let screen = try await open()
    try await choose(screen, "plus.monthly")
    let plus = try #require(screen.plans.first { $0.id == "plus.monthly" })
    let stay = try #require(plus.subscription?.promotionalOffers.first { $0.id == "stay" })
    #expect(stay.displayPrice == "$1.99")
    #expect(stay.periodCount == 2)
    try await session.run { try await screen.takePromotionalOffer(stay, of: plus) }
    #expect(try await session.renewalInfo()?.offerID == "stay")
    session.advanceToNextEvent()
    let renewed = try #require(
      await session.run { await Transaction.latest(for: "plus.monthly") }?.payloadValue)
    #expect(renewed.offer?.id == "stay")
    #expect(renewed.offer?.type == .promotional)
    #expect(renewed.price == Decimal(string: "1.99"))
    await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
      try await session.purchase(
        "plus.monthly",
        options: Set(Product.PurchaseOption.promotionalOffer("half", compactJWS: "no signature")))
    }
  }

  @Test("a customer who left is offered a way back, and takes it")
  func winBack() async throws {
    let screen = try await open()
    try await choose(screen, "plus.monthly")
    #expect(screen.winBackOffer == nil)
    try session.disableAutoRenewForTransaction(identifier: identifier())
    session.advance(by: .monthly)
    await session.settled()
    #expect(screen.winBackOffer?.id == "return")
    let plus = try #require(screen.plans.first { $0.id == "plus.monthly" })
    try await session.run { try await screen.comeBack(to: plus) }
    await session.settled()
    #expect(screen.headline == "Plus")
    #expect(screen.winBackOffer == nil)
    let back = try #require(
      await session.run { await Transaction.latest(for: "plus.monthly") }?.payloadValue)
    #expect(back.offer?.type == .winBack)
    #expect(back.price == Decimal(string: "0.99"))
  }

  @Test("a refund of the present period is shown; a relaunched screen shows the same")
  func refund() async throws {
    let screen = try await open()
    try await choose(screen, "premium.monthly")
    try session.refundTransaction(identifier: identifier())
    await session.settled()
    #expect(screen.headline == "Premium was refunded")
    session.relaunch()
    #expect(try await open().headline == "Premium was refunded")
  }

  @Test("views that observe it are notified of a change, and not after it disappears")
  func observes() async throws {
    let screen = try await open()
    let changes = Changes()
    func watch() {
      withObservationTracking {
        _ = screen.headline
      } onChange: {
        changes.add()
      }
    }
    watch()
    try await session.buyProduct(identifier: "premium.monthly")
    await session.settled()
    #expect(changes.count == 1)
    screen.disappear()
    watch()
    try session.refundTransaction(identifier: identifier())
    await session.settled()
    #expect(changes.count == 1)
  }
}

/// Counts changes, on whichever task they are reported.
private final class Changes: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() {
    number.withLock { $0 += 1 }
  }
}
