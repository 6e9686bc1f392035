import AppStoreSimulator
import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgateExplorer

/// A history after which an engine that forgets something answers wrongly.
struct EngineFault: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let app: Blueprint.Definition
  let steps: [HistoryStep]
  let findings: Set<Finding.Kind>
  /// What the engine reads instead of the customer's facts.
  let forget: @Sendable (Fact) -> Fact?
  /// How far its clock is off, in days.
  var days = 0

  init(
    _ name: String, in app: Blueprint.Definition, after steps: [HistoryStep],
    finds findings: Set<Finding.Kind>, days: Int = 0,
    forget: @escaping @Sendable (Fact) -> Fact? = { $0 }
  ) {
    testDescription = name
    self.app = app
    self.steps = steps
    self.findings = findings
    self.days = days
    self.forget = forget
  }

  static let all = [
    EngineFault(
      "a purchase", in: PlantedApp.tiers, after: [.buy("pro.month")],
      finds: [.payerLockedOut, .soldTwice, .untrueLine], forget: withoutTransactions),
    EngineFault(
      "a refund", in: PlantedApp.tiers,
      after: [.buy("pro.month"), .refund("pro.month", isFirst: false)],
      finds: [.keptAfterRefund, .untrueLine]
    ) { fact in
      guard case .transaction(let transaction) = fact else { return fact }
      return .transaction(transaction.withoutRevocation)
    },
    EngineFault(
      "an upgrade", in: PlantedApp.tiers, after: [.buy("basic.month"), .buy("pro.month")],
      finds: [.payerLockedOut, .soldTwice, .untrueLine]
    ) { fact in
      if case .transaction(let signed) = fact, signed.product == "pro.month" { nil } else { fact }
    },
    EngineFault(
      "that renewal was turned off", in: PlantedApp.tiers, after: [.buy("pro.month"), .cancel],
      finds: [.untrueLine]
    ) { fact in if case .renewal = fact { nil } else { fact } },
    EngineFault(
      "an hour of 40 days", in: PlantedApp.tiers, after: [.buy("pro.month")],
      finds: [.payerLockedOut, .soldTwice, .untrueLine], days: 40),
    EngineFault(
      "that a trial's time is over", in: PlantedApp.signUp,
      after: [.signUp, .wait(until: Explorer.start.adding(Period(8, .day)))],
      finds: [.freeRide, .untrueLine], days: -2),
    EngineFault(
      "that support extended a trial", in: PlantedApp.signUp,
      after: [
        .signUp, .extendTrial(days: 3), .wait(until: Explorer.start.adding(Period(8, .day))),
      ],
      finds: [.trialCutShort, .untrueLine]
    ) { fact in if case .trialExtension = fact { nil } else { fact } },
    EngineFault(
      "that support paused a trial", in: PlantedApp.signUp,
      after: [.signUp, .pauseTrial, .wait(until: Explorer.start.adding(Period(8, .day)))],
      finds: [.trialCutShort, .untrueLine]
    ) { fact in if case .trialPause = fact { nil } else { fact } },
    EngineFault(
      "that support resumed a trial", in: PlantedApp.signUp,
      after: [
        .signUp, .pauseTrial, .resumeTrial, .wait(until: Explorer.start.adding(Period(8, .day))),
      ], finds: [.freeRide, .untrueLine]
    ) { fact in
      guard case .trialPause(let pause) = fact else { return fact }
      return .trialPause(
        TrialPause(
          id: pause.id, trial: pause.trial, author: pause.author, reason: pause.reason,
          startsAt: pause.startsAt))
    },
    EngineFault(
      "RA-9 that a customer earned days of a trial", in: PlantedApp.firstLaunch,
      after: [.reach("shared"), .wait(until: Explorer.start.adding(Period(8, .day)))],
      finds: [.trialCutShort, .untrueLine]
    ) { fact in if case .milestone = fact { nil } else { fact } },
    EngineFault(
      "the uses that ended a trial", in: PlantedApp.paidTrial,
      after: [.reach("met"), .buy("pro.month"), .use("ask", times: 5)],
      finds: [.limitOverspent, .freeRide, .untrueLine]
    ) { fact in if case .use = fact { nil } else { fact } },
    EngineFault(
      "a milestone", in: PlantedApp.paidTrial, after: [.reach("met")],
      finds: [.freeRide, .untrueLine]
    ) { fact in if case .milestone = fact { nil } else { fact } },
    EngineFault(
      "an introductory offer that was used", in: PlantedApp.paidTrial,
      after: [.reach("met"), .buy("pro.month"), .refund("pro.month", isFirst: false)],
      finds: [.untrueLine], forget: withoutTransactions),
    EngineFault(
      "that the store retries a payment, and none of its offers apply", in: PlantedApp.returning,
      after: [
        .buy("pro.month"), .failBilling(.off),
        .wait(until: Explorer.start.adding(Period(40, .day))),
      ],
      finds: [.untrueLine]
    ) { fact in if case .renewal = fact { nil } else { fact } },
    EngineFault(
      "what support granted", in: PlantedApp.tested, after: [.grant("beta")],
      finds: [.payerLockedOut]
    ) { fact in if case .grant = fact { nil } else { fact } },
    EngineFault(
      "that support revoked a grant", in: PlantedApp.tested,
      after: [.grant("beta"), .revokeGrant("beta")], finds: [.freeRide]
    ) { fact in
      guard case .grant(let grant) = fact else { return fact }
      return .grant(
        Grant(
          id: grant.id, entitlements: grant.entitlements, startsAt: grant.startsAt, endsAt: nil))
    },
    EngineFault(
      "what the backend gave", in: PlantedApp.rewarded, after: [.give("reward")],
      finds: [.payerLockedOut]
    ) { fact in if case .grant = fact { nil } else { fact } },
    EngineFault(
      "that a reward has ended", in: PlantedApp.rewarded,
      after: [.give("reward"), .wait(until: Explorer.start.adding(Period(8, .day)))],
      finds: [.freeRide]
    ) { fact in
      guard case .grant(let grant) = fact else { return fact }
      return .grant(
        Grant(
          id: grant.id, entitlements: grant.entitlements, startsAt: grant.startsAt, endsAt: nil))
    },
    EngineFault(
      "that nobody pays for a reward", in: PlantedApp.lent, after: [.give("week")],
      finds: [.deadEnd]
    ) { fact in
      guard case .grant(let grant) = fact else { return fact }
      return .grant(
        Grant(
          id: grant.id, entitlements: grant.entitlements, startsAt: grant.startsAt, endsAt: nil))
    },
    EngineFault(
      "that the first three days are over", in: PlantedApp.early,
      after: [.wait(until: Explorer.start.adding(Period(4, .day)))], finds: [.freeRide], days: -2),
    EngineFault(
      "the uses that a condition counts", in: PlantedApp.rare,
      after: [.use("note", times: 2)], finds: [.freeRide]
    ) { fact in if case .use = fact { nil } else { fact } },
    EngineFault(
      "a time zone that was reported", in: PlantedApp.zones,
      after: [
        .move(to: "Pacific/Pago_Pago"),
        .wait(until: Explorer.start.adding(Period(3, .hour))), .use("note", times: 1),
        // A day later in UTC, and the same day on Samoa.
        .wait(until: Explorer.start.adding(Period(16, .hour))),
      ], finds: [.limitOverspent]
    ) { fact in if case .attribute = fact { nil } else { fact } },
    EngineFault(
      "that renewal was once turned off", in: PlantedApp.leaving,
      after: [.buy("pro.month"), .cancel, .resume, .refund("pro.month", isFirst: false)],
      finds: [.keptAfterRefund]
    ) { fact in
      if case .renewal(let renewal) = fact, !renewal.willRenew { nil } else { fact }
    },
  ]

  private static let withoutTransactions: @Sendable (Fact) -> Fact? = { fact in
    switch fact {
    case .transaction, .renewal: nil
    default: fact
    }
  }
}

@Suite("What an engine that forgets would answer")
struct JudgeTests {
  @Test("EX-9 what an engine that forgets would answer is found", arguments: EngineFault.all)
  func found(fault: EngineFault) throws {
    let (rules, state) = try live(fault)
    let facts = state.people[0].recorded.customer.facts.compactMap(fault.forget)
    let now = state.now.adding(Period(1, .day), times: fault.days)
    let membership = Membership(unchangingFor: Customer(facts), in: rules.blueprint, at: now)
    var judge = Judge(rules, state, person: 0, membership)
    let verdicts = judge.judge()
    #expect(Set(verdicts.map(\.kind)) == fault.findings, "\(verdicts.map(\.sentence))")
    #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0.isDefect })
  }

  @Test("an engine that remembers has no finding", arguments: EngineFault.all)
  func near(fault: EngineFault) throws {
    let (rules, state) = try live(fault)
    var judge = Judge(rules, state, person: 0, state.membership(of: 0, rules))
    #expect(judge.judge().isEmpty)
  }

  @Test("EX-9 a promised reminder that does not come before the store charges is found")
  func silencedReminder() throws {
    let rules = Rules(try Blueprint(PlantedApp.reminded))
    var state = HistoryState.first(rules)
    for step in [HistoryStep.buy("pro.month"), .buy("life")] {
      state = try #require(state.performing(step, rules), "\(step.words)")
    }
    let cancelled = try #require(state.performing(.cancel, rules))
    let silenced = Membership(
      unchangingFor: cancelled.people[0].recorded.customer, in: rules.blueprint, at: state.now)
    var judge = Judge(rules, state, person: 0, silenced)
    let verdicts = judge.judge()
    #expect(verdicts.contains { $0.subject == "products.pro.month" && $0.isDefect })
    var near = Judge(rules, state, person: 0, state.membership(of: 0, rules))
    let none = near.judge()
    #expect(none.isEmpty, "\(none.map(\.sentence))")
  }

  @Test("EX-9 a trial that a device gives twice is found")
  func trialTwice() throws {
    let rules = Rules(try Blueprint(PlantedApp.signUp))
    var state = HistoryState.first(rules)
    for step in [HistoryStep.signUp, .secondAccount(sharesStore: true)] {
      state = try #require(state.performing(step, rules))
    }
    let second = Membership(
      unchangingFor: state.people[0].recorded.customer, in: rules.blueprint, at: state.now)
    var judge = Judge(rules, state, person: 1, second)
    #expect(Set(judge.judge().map(\.kind)).contains(.trialAgain))
  }

  @Test("EX-9 more uses than anybody who stays in one time zone could make are found")
  func forgedZones() throws {
    let rules = Rules(try Blueprint(PlantedApp.zones))
    var state = HistoryState.first(rules)
    for step in [
      HistoryStep.use("note", times: 1), .move(to: "Pacific/Kiritimati"),
      .wait(until: Explorer.start.adding(Period(1, .day))),
    ] { state = try #require(state.performing(step, rules), "\(step.words)") }
    let before = state
    func use() {
      state.uses.append(
        BookedUse(feature: "note", person: 0, at: state.now, isCounted: true, trials: []))
    }
    use()
    #expect(before.overspending("note", to: state, rules) == nil)
    use()
    #expect(before.overspending("note", to: state, rules)?.kind == .limitOverspent)
  }

  private func live(_ fault: EngineFault) throws -> (Rules, HistoryState) {
    let rules = Rules(try Blueprint(fault.app))
    var state = HistoryState.first(rules)
    for step in fault.steps { state = try #require(state.performing(step, rules), "\(step.words)") }
    return (rules, state)
  }
}

extension StoreTransaction {
  fileprivate var withoutRevocation: StoreTransaction {
    StoreTransaction(
      id: id, originalID: originalID, product: product, group: group, purchasedAt: purchasedAt,
      expiresAt: expiresAt, isRenewal: isRenewal, offer: offer, ownership: ownership,
      quantity: quantity, price: price, environment: environment, signedFor: signedFor,
      signedAt: signedAt)
  }
}
