import Testing
import Tollgate

@testable import TollgateClient
@testable import TollgateWords

@Suite("The exit offer of a paywall")
struct ExitOfferFlowTests {
  private static func content(_ id: Paywall.ID) -> PaywallContent {
    PaywallContent(paywall: Paywall(id: id, title: "plans.title", packages: []))
  }

  private static let page = PaywallStep(title: "Hi")

  /// Presents `plans` as requested by a placement, with an exit offer.
  private static func present(in flow: inout PaywallFlow) throws {
    guard case .load(let request) = flow.request(.placement("often", priority: 5), .shown("plans"))
    else {
      Issue.record("not accepted")
      return
    }
    _ = flow.loaded(
      request, content("plans"),
      exitOffer: PaywallPresentation.ExitOffer(content: content("goodbye"), pages: [page]),
      as: .shown("plans"), shownAt: nil)
  }

  private static func report(
    _ action: PaywallEvent.Action, _ paywall: Paywall.ID
  ) -> PaywallFlow.Action {
    .report(
      PendingWrite.PaywallReport(
        paywall: paywall, action: action, feature: nil, placement: "often"))
  }

  @Test(
    "an exit offer takes the place of the paywall that is closed, and nobody resumes before it is closed"
  )
  func follows() throws {
    var flow = PaywallFlow()
    try Self.present(in: &flow)
    #expect(
      flow.closedByCustomer()
        == [.leave(.dismissed), Self.report(.closed, "plans"), Self.report(.shown, "goodbye")])
    let offer = try #require(flow.presentation)
    #expect(offer.id == 2 && offer.paywall == "goodbye" && offer.isExitOffer)
    #expect(offer.placement == "often" && offer.stage == .offering)
    #expect(offer.pages == [Self.page] && offer.position == 0 && offer.exitOffer == nil)
    #expect(flow.closedByCustomer() == [.resume(.dismissed), Self.report(.closed, "goodbye")])
    #expect(flow.state == .closed)
  }

  @Test("an exit offer shows once in a session of the app")
  func once() throws {
    var flow = PaywallFlow()
    try Self.present(in: &flow)
    _ = flow.closedByCustomer()
    _ = flow.closedByCustomer()
    try Self.present(in: &flow)
    #expect(flow.closedByCustomer() == [.resume(.dismissed), Self.report(.closed, "plans")])
    for begin in [{ $0.beginSession() }, { _ = $0.reset() }] as [(inout PaywallFlow) -> Void] {
      begin(&flow)
      try Self.present(in: &flow)
      _ = flow.closedByCustomer()
      #expect(flow.presentation?.paywall == "goodbye")
      _ = flow.closedByCustomer()
    }
  }

  @Test(
    "an exit offer follows only a paywall that was offering, and none that was removed with its place",
    arguments: [
      PaywallPresentation.Stage.purchasing("studio.yearly"), .pending(.busy), .failed(.network),
      .welcome,
    ])
  func others(stage: PaywallPresentation.Stage) throws {
    var flow = PaywallFlow()
    try Self.present(in: &flow)
    var removed = flow
    #expect(
      removed.closedByCustomer(withPlace: true)
        == [.resume(.dismissed), Self.report(.closed, "plans")])
    flow.update { $0.stage = stage }
    #expect(flow.closedByCustomer().first == .resume(stage.ending))
    #expect(flow.state == .closed)
  }

  @Test("one that no longer sells anything to the customer is forgotten")
  func settled() throws {
    var flow = PaywallFlow()
    try Self.present(in: &flow)
    // The blueprint has no paywall `goodbye`, so that it sells nothing.
    #expect(flow.settle(with: try MachineFixture.membership()).isEmpty)
    #expect(flow.presentation?.paywall == "plans" && flow.presentation?.exitOffer == nil)
  }

  @Test("loading the paywall again loads its exit offer again")
  func reloaded() throws {
    var flow = PaywallFlow()
    try Self.present(in: &flow)
    let other = PaywallPresentation.ExitOffer(content: Self.content("other"), pages: [])
    flow.reloaded(1, Self.content("plans"), exitOffer: other)
    #expect(flow.presentation?.exitOffer == other)
    flow.reloaded(2, Self.content("plans"))
    #expect(flow.presentation?.exitOffer == other)
  }
}
