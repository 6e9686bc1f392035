import Testing
import Tollgate

/// A customer's history with a plan that begins with a free week, and when it is looked at.
private enum Life: String, CaseIterable {
  case newcomer, trial, cancelledTrial, payer, retrying, lapsed

  var facts: [Fact] {
    let start = Fixture.start
    func plan(to end: Instant, _ offer: StoreOffer.Payment? = nil) -> Fact {
      .transaction(.subscription("1", from: start, to: end, offer: offer))
    }
    func renewal(_ willRenew: Bool = true, retriedAt signed: Instant? = nil) -> Fact {
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "pro.monthly", willRenew: willRenew,
          isInBillingRetry: signed != nil, signedAt: signed ?? start))
    }
    return switch self {
    case .newcomer: []
    case .trial: [plan(to: start.days(30), .freeTrial), renewal()]
    case .cancelledTrial: [plan(to: start.days(30), .freeTrial), renewal(false)]
    case .payer: [plan(to: start.days(30)), renewal()]
    case .retrying: [plan(to: start.days(9)), renewal(retriedAt: start.days(9))]
    case .lapsed: [plan(to: start.days(9)), renewal(false)]
    }
  }

  func paywall(_ cases: [Paywall.Case]) -> Paywall? {
    Customer(facts).membership(app(cases), Fixture.start.days(10)).paywall("pro")
  }
}

/// An app with a paywall in the words of some cases.
private func app(
  _ cases: [Paywall.Case], changing change: (inout Blueprint.Definition) -> Void = { _ in }
) -> Blueprint {
  Fixture.blueprint {
    $0 = Fixture.training.definition
    for id in ["card", "stay", "back", "again"] {
      $0.texts.append(
        LocalizedText(
          id: LocalizedText.ID(id), wordings: ["en": LocalizedText.Wording("Words")]))
    }
    $0.paywalls = [
      Paywall(
        id: "pro", title: "hello", subtitle: "hello",
        packages: [Paywall.Package(product: "pro.monthly")], cases: cases)
    ]
    change(&$0)
  }
}

private let told = [
  Paywall.Case(when: Condition(subscription: [.billingRetry]), title: "card", subtitle: "card"),
  Paywall.Case(when: Condition(phases: [.trial], willRenew: false), title: "stay"),
  Paywall.Case(
    when: Condition(phases: [.lapsed]), title: "back", subtitle: "back", button: "again",
    welcome: "again"),
]

@Suite("A paywall in words for each case")
struct PaywallCaseTests {
  @Test(
    "RA-18 a newcomer, a lapsed payer, a failed card and a cancelled trial each see other words"
  )
  func titles() {
    let titles: [Life: LocalizedText.ID] = [
      .newcomer: "hello", .trial: "hello", .cancelledTrial: "stay", .payer: "hello",
      .retrying: "card", .lapsed: "back",
    ]
    for life in Life.allCases { #expect(life.paywall(told)?.title == titles[life], "\(life)") }
  }

  @Test("a text that a case leaves out is the paywall's, and nothing else differs")
  func rest() throws {
    let stay = try #require(Life.cancelledTrial.paywall(told))
    #expect(stay.subtitle == "hello" && stay.button == nil && stay.welcome == nil)
    let back = try #require(Life.lapsed.paywall(told))
    #expect(back.subtitle == "back" && back.button == "again" && back.welcome == "again")
    #expect(back.packages == stay.packages && back.id == "pro")
  }

  @Test("of several cases that hold, the first counts")
  func order() {
    #expect(Life.retrying.paywall(told.reversed())?.title == "back")
  }

  @Test("only a subtitle for failed payments takes the place of the line about one")
  func failedPayment() {
    #expect(Life.retrying.paywall(told)?.explainsFailedPayment == true)
    #expect(Life.retrying.paywall(told.reversed())?.explainsFailedPayment == false)
    let title = Paywall.Case(when: Condition(subscription: [.billingRetry]), title: "card")
    #expect(Life.retrying.paywall([title])?.explainsFailedPayment == false)
    #expect(Life.newcomer.paywall(told)?.explainsFailedPayment == false)
  }

  @Test("nobody sees the words of a case while nothing is known")
  func unknown() {
    let cases = [Paywall.Case(when: Condition(not: [Condition(phases: [.lapsed])]), title: "stay")]
    let blueprint = app(cases)
    let unknown = Membership(unknownIn: blueprint, at: Fixture.start)
    #expect(unknown.paywall("pro")?.title == "hello")
    #expect(Life.newcomer.paywall(cases)?.title == "stay")
  }

  @Test("a variant's paywall speaks in the words of its own cases")
  func variant() {
    let blueprint = app(told) {
      $0.paywalls.append(
        Paywall(
          id: "short", title: "again", packages: [Paywall.Package(product: "pro.monthly")],
          cases: [Paywall.Case(when: Condition(phases: [.lapsed]), title: "stay")]))
      $0.experiments = [
        Experiment(
          id: "page",
          variants: [
            Experiment.Variant(id: "long", weight: 0),
            Experiment.Variant(id: "short", weight: 1, paywalls: ["pro": "short"]),
          ])
      ]
    }
    var lapsed = Customer(Life.lapsed.facts)
    lapsed.id = "me"
    let paywall = lapsed.membership(blueprint, Fixture.start.days(10)).paywall("pro")
    #expect(paywall?.id == "pro" && paywall?.title == "stay")
  }

  @Test("the membership changes when another case comes to hold, and not before")
  func nextChange() {
    let week = PastTest.since(PastTest.Since(.firstSeen, lessThan: Period(7, .day)))
    let cases = [Paywall.Case(when: Condition(past: [week]), title: "stay")]
    let customer = Customer.onPhone()
    let membership = customer.membership(app(cases), Fixture.start)
    #expect(membership.paywall("pro")?.title == "stay")
    #expect(membership.nextChange == Fixture.start.days(7))
    let later = customer.membership(app(cases), Fixture.start.days(7))
    #expect(later.paywall("pro")?.title == "hello" && later.nextChange == nil)
    let without = customer.membership(app([]), Fixture.start)
    #expect(without.nextChange == nil)
  }

  @Test("a case without a text, one with an unknown text and one of unknown names are mistakes")
  func mistakes() {
    let definition = Fixture.definition {
      $0 = Fixture.training.definition
      $0.paywalls = [
        Paywall(
          id: "pro", title: "hello", packages: [Paywall.Package(product: "pro.monthly")],
          cases: [
            Paywall.Case(when: Condition(phases: [.lapsed])),
            Paywall.Case(when: Condition(phases: [.trial]), title: "helo"),
            Paywall.Case(when: Condition(entitled: ["prp"]), button: "hello"),
          ])
      ]
    }
    let paths = definition.mistakes().map { $0.path.joined(separator: ".") }
    #expect(
      Set(paths) == [
        "paywalls.pro.cases.0", "paywalls.pro.cases.1.title", "paywalls.pro.cases.2.when.entitled",
      ])
  }
}
