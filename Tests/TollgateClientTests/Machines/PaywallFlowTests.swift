import Testing
import Tollgate

@testable import TollgateClient
@testable import TollgateWords

@Suite("The states of a paywall")
struct PaywallFlowTests {
  private static let start = MachineFixture.start
  private static let content = PaywallContent(
    paywall: Paywall(id: "plans", title: "plans.title", packages: []))

  enum Screen: Sendable { case closed, loading, presented }

  /// A flow in which a placement of priority 5 has requested `plans`, as far as the screen says.
  private static func flow(_ screen: Screen) throws -> PaywallFlow {
    var flow = PaywallFlow()
    switch screen {
    case .closed: break
    case .loading: _ = flow.request(.placement("often", priority: 5), .shown("plans"))
    case .presented:
      let response = flow.request(.placement("often", priority: 5), .shown("plans"))
      guard case .load(let request) = response else { break }
      _ = flow.loaded(request, content, as: .shown("plans"), shownAt: nil)
    }
    return flow
  }

  private static func report(_ action: PaywallEvent.Action) -> PaywallFlow.Action {
    .report(
      PendingWrite.PaywallReport(
        paywall: "plans", action: action, feature: nil, placement: "often"))
  }

  @Test(
    "a request is accepted if no paywall is on screen and none of its priority or higher is loading",
    arguments: [
      (.closed, false, .placement("once", priority: 0), true), (.closed, false, .route, true),
      (.closed, false, .customer(nil), true), (.closed, true, .customer(nil), false),
      (.loading, false, .placement("once", priority: 5), false), (.loading, false, .route, false),
      (.loading, false, .placement("once", priority: 6), true),
      (.loading, false, .customer("paint"), true), (.loading, true, .customer(nil), false),
      (.presented, false, .customer(nil), false), (.presented, true, .customer(nil), false),
    ] as [(Screen, Bool, PaywallFlow.Origin, Bool)])
  func request(
    screen: Screen, isPurchasing: Bool, origin: PaywallFlow.Origin, isAccepted: Bool
  ) throws {
    var flow = try Self.flow(screen)
    if isPurchasing { flow.purchaseStarted("studio.yearly") }
    let before = flow
    #expect(flow.request(origin, .skipped(.entitled)) == .skip(isAccepted ? .entitled : .onScreen))
    #expect(flow == before)
    switch flow.request(origin, .shown("plans")) {
    case .load(let request):
      #expect(isAccepted)
      #expect(flow.state == .loading(request))
      #expect(request.number == (screen == .closed ? 1 : 2))
    case .skip(let reason):
      #expect(!isAccepted && reason == .onScreen)
      #expect(flow == before)
    }
  }

  @Test("content shows only if it still may, and only for the latest request")
  func loaded() throws {
    var flow = PaywallFlow()
    guard case .load(let first) = flow.request(.route, .shown("plans")),
      case .load(let second) = flow.request(.customer("paint"), .shown("plans"))
    else {
      Issue.record("not accepted")
      return
    }
    #expect(flow.isLoadingForCustomer)
    let replaced = flow.loaded(first, Self.content, as: .shown("plans"), shownAt: nil)
    #expect(replaced.0 == .skipped(.onScreen) && replaced.1.isEmpty)
    #expect(flow.state == .loading(second))
    var bought = flow
    let late = bought.loaded(second, Self.content, as: .skipped(.entitled), shownAt: nil)
    #expect(late.0 == .skipped(.entitled) && late.1.isEmpty)
    #expect(bought.state == .closed && !bought.hasShownPaywall)
    var missing = flow
    #expect(
      missing.loaded(second, nil, as: .shown("plans"), shownAt: nil).0 == .skipped(.notFound))
    #expect(missing.state == .closed)
    let shown = flow.loaded(second, Self.content, as: .shown("plans"), shownAt: nil)
    #expect(shown.0 == .shown("plans"))
    #expect(flow.presentation?.id == second.number)
    #expect(flow.presentation?.feature == "paint")
    #expect(flow.hasShownPaywall)
  }

  @Test("pages turn one at a time while the paywall offers something, up to the offer")
  func pages() throws {
    var flow = PaywallFlow()
    guard case .load(let request) = flow.request(.route, .shown("plans")) else {
      Issue.record("not accepted")
      return
    }
    flow.turned(to: 0)
    let page = PaywallStep(title: "Hi")
    _ = flow.loaded(
      request, Self.content, pages: [page, page], as: .shown("plans"), shownAt: nil)
    #expect(flow.presentation?.position == 0)
    for (to, position) in [(1, 1), (-1, 1), (3, 1), (2, 2), (0, 0)] {
      flow.turned(to: to)
      #expect(flow.presentation?.position == position)
    }
    flow.purchaseStarted("studio.yearly")
    flow.turned(to: 1)
    #expect(flow.presentation?.position == 0)
  }

  @Test("a placement with a cooldown is remembered before its showing is reported")
  func remembered() throws {
    var flow = PaywallFlow()
    guard case .load(let request) = flow.request(.placement("often", priority: 0), .shown("plans"))
    else {
      Issue.record("not accepted")
      return
    }
    let (_, actions) = flow.loaded(
      request, Self.content, as: .shown("plans"), shownAt: Self.start)
    #expect(actions == [.saveLastShown, Self.report(.shown)])
    #expect(flow.lastShown == ["often": Self.start])
  }

  enum Event: Sendable {
    case closed, read, bought, welcomed, failed, settled, cameBackWithout, cameBackWith, signedOut
  }

  private static func apply(
    _ event: Event, to flow: inout PaywallFlow
  ) throws -> [PaywallFlow.Action] {
    switch event {
    case .closed: return flow.closedByCustomer()
    case .read: flow.problemRead()
    case .bought: flow.purchaseStarted("studio.yearly")
    case .welcomed: flow.purchaseEnded(.purchased)
    case .failed: flow.purchaseEnded(.failed(.paymentInvalid))
    case .settled: return flow.settle(with: try MachineFixture.membership(owning: true))
    case .cameBackWithout: return flow.enteredForeground(showing: nil, at: start)
    case .cameBackWith: return flow.enteredForeground(showing: "plans", at: start)
    case .signedOut: return flow.reset()
    }
    return []
  }

  @Test(
    "every event at every stage has one outcome",
    arguments: [
      // the stage, the event, the stage afterwards, the actions
      (.offering, .closed, nil, [.resume(.dismissed), report(.closed)]),
      (.offering, .read, .offering, []),
      (.offering, .bought, .purchasing("studio.yearly"), []),
      (.offering, .settled, nil, [.resume(.restored)]),
      (.offering, .cameBackWithout, nil, [.resume(.dismissed)]),
      (.offering, .cameBackWith, .offering, []),
      (.offering, .signedOut, nil, [.resume(.dismissed)]),
      (.purchasing("a"), .closed, nil, [.resume(.dismissed), report(.closed)]),
      (.purchasing("a"), .read, .purchasing("a"), []),
      (.purchasing("a"), .welcomed, .welcome, []),
      (.purchasing("a"), .failed, .failed(.paymentInvalid), []),
      (.purchasing("a"), .settled, .purchasing("a"), []),
      (.purchasing("a"), .cameBackWithout, nil, [.resume(.dismissed)]),
      (.pending(.busy), .closed, nil, [.resume(.failed(.busy)), report(.closed)]),
      (.pending(.busy), .read, .offering, []), (.pending(.busy), .settled, .welcome, []),
      (.pending(.busy), .cameBackWithout, nil, [.resume(.failed(.busy))]),
      (.failed(.network), .closed, nil, [.resume(.failed(.network)), report(.closed)]),
      (.failed(.network), .read, .offering, []),
      (.failed(.network), .settled, nil, [.resume(.restored)]),
      (.failed(.network), .bought, .purchasing("studio.yearly"), []),
      (.welcome, .closed, nil, [.resume(.purchased)]), (.welcome, .read, .welcome, []),
      (.welcome, .settled, .welcome, []),
      (.welcome, .cameBackWithout, nil, [.resume(.purchased)]),
      (.welcome, .signedOut, nil, [.resume(.dismissed)]),
    ]
      as [(
        PaywallPresentation.Stage, Event, PaywallPresentation.Stage?, [PaywallFlow.Action]
      )])
  func stages(
    before: PaywallPresentation.Stage, event: Event, after: PaywallPresentation.Stage?,
    actions: [PaywallFlow.Action]
  ) throws {
    var flow = try Self.flow(.presented)
    flow.update { $0.stage = before }
    #expect(try Self.apply(event, to: &flow) == actions)
    #expect(flow.presentation?.stage == after)
  }

  @Test("no event but a sign-out or a return to the foreground ends the loading of a paywall")
  func loading() throws {
    for (event, isLoading) in [
      (.closed, true), (.read, true), (.bought, true), (.welcomed, true), (.settled, true),
      (.cameBackWithout, false), (.signedOut, false),
    ] as [(Event, Bool)] {
      var flow = try Self.flow(.loading)
      _ = try Self.apply(event, to: &flow)
      #expect((flow.state != .closed) == isLoading, "\(event)")
      #expect(flow.presentation == nil)
    }
  }

  @Test("a membership that still sells something, or is unknown, closes nothing")
  func settles() throws {
    var flow = try Self.flow(.presented)
    let unknown = Membership(unknownIn: try MachineFixture.blueprint.get(), at: Self.start)
    for membership in [try MachineFixture.membership(), unknown] {
      #expect(flow.settle(with: membership).isEmpty)
      #expect(flow.presentation?.stage == .offering)
    }
  }

  @Test("the purchase of a person who has signed out is not shown to the next one")
  func purchaseOfAnother() throws {
    var flow = try Self.flow(.presented)
    flow.purchaseStarted("studio.yearly")
    _ = flow.reset()
    #expect(flow.isPurchasing)
    flow.purchaseEnded(nil)
    #expect(!flow.isPurchasing && !flow.hasJustSubscribed)
    flow.purchaseEnded(.purchased)
    #expect(flow.hasJustSubscribed)
    flow.acknowledgeSubscription()
    #expect(!flow.hasJustSubscribed)
  }

  @Test(
    "a new session begins after 30 minutes in the background",
    arguments: [(0, true), (1_799_999, true), (1_800_000, false)] as [(Int64, Bool)])
  func session(milliseconds: Int64, isSame: Bool) throws {
    var flow = try Self.flow(.presented)
    flow.leftForeground(at: Self.start)
    _ = flow.enteredForeground(
      showing: "plans", at: Self.start.adding(milliseconds: milliseconds))
    #expect(flow.hasShownPaywall == isSame)
    flow.beginSession()
    #expect(!flow.hasShownPaywall)
  }

  @Test(
    "the state of a paywall decides whether another may show",
    arguments: [
      // the target, owned, shown in this session, days since shown there, the outcome
      (.placement("often"), false, true, nil, .shown("plans")),
      (.placement("often"), true, false, nil, .skipped(.entitled)),
      (.placement("once"), false, false, nil, .shown("plans")),
      (.placement("once"), false, true, nil, .skipped(.alreadyShown)),
      (.placement("weekly"), false, true, nil, .shown("plans")),
      (.placement("weekly"), false, true, 6, .skipped(.coolingDown)),
      (.placement("weekly"), false, true, 7, .shown("plans")),
      (.placement("nowhere"), false, false, nil, .skipped(.notFound)),
      (.route("plans"), false, false, nil, .shown("plans")),
      (.route("plans"), false, true, nil, .skipped(.alreadyShown)),
      (.route("plans"), true, true, nil, .skipped(.entitled)),
      (.paywall("plans"), false, true, nil, .shown("plans")),
      (.paywall("plans"), true, false, nil, .skipped(.entitled)),
      (.paywall("nothing"), false, false, nil, .skipped(.notFound)),
    ] as [(PaywallFlow.Target, Bool, Bool, Int64?, TollgateClient.PaywallOutcome)])
  func decision(
    target: PaywallFlow.Target, isOwned: Bool, isShown: Bool, days: Int64?,
    outcome: TollgateClient.PaywallOutcome
  ) throws {
    var flow = PaywallFlow(lastShown: days == nil ? [:] : ["weekly": Self.start])
    flow.hasShownPaywall = isShown
    let now = Self.start.adding(milliseconds: (days ?? 0) * 86_400_000)
    let membership = try MachineFixture.membership(owning: isOwned)
    #expect(
      flow.decision(for: target, membership: membership, customer: "ada", at: now) == outcome)
    #expect(
      flow.decision(for: target, membership: nil, customer: "ada", at: now) == .skipped(.unknown))
  }
}
