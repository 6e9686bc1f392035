import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// The engine's answer after a row of the lifecycle table.
private struct Answer: Hashable, CustomStringConvertible {
  /// The plans, and which of the three features each unlocks.
  enum Plan: String {
    case gold, silver, bronze, none

    var features: [Feature.ID] {
      switch self {
      case .gold: ["front-row", "stalls", "standing"]
      case .silver: ["stalls", "standing"]
      case .bronze: ["standing"]
      case .none: []
      }
    }
  }

  let phase: Phase
  /// The store's condition as reported to the customer.
  let condition: StoreCondition
  let features: [Feature.ID]

  init(_ phase: Phase, _ condition: StoreCondition, _ plan: Plan) {
    self.phase = phase
    self.condition = condition
    features = plan.features
  }

  init(_ membership: MembershipSummary) throws {
    phase = membership.phase
    condition = try #require(membership.condition)
    features = Plan.gold.features.filter {
      membership.features[$0.rawValue]?.access.isAllowed ?? false
    }
  }

  var description: String { "\(phase), \(condition), may use \(features)" }
}

@Suite("The engine's answers over the lifecycle of a subscription")
struct LifecycleAnswerTests {
  /// The rows of ``LifecycleRow`` by the engine's answer after them.
  private static let rows: [(answer: Answer, rows: [String])] = [
    (
      Answer(.subscribed, .active, .gold),
      [
        "nothing: buy gold", "active: buy gold", "active: buy bronze",
        "active: buy bronze with promotional(\"down\")", "active: buy bronze with code(\"CHEAP\")",
        "active: buy silver with winBack(\"again\")", "active: turn renewal off",
        "active: turn renewal on", "active: day 31", "active: ask for a refund",
        "active: decline the refund", "active: reverse the refund", "active: price 35000",
        "active: price 35000, with consent", "active: price 25000, with consent",
        "active: agree to the price", "active: extend by 7 days", "active: take from sale",
        "renewalOff: buy bronze", "renewalOff: turn renewal off", "renewalOff: turn renewal on",
        "renewalOff: ask for a refund", "downgrading: buy gold", "downgrading: buy silver",
        "downgrading: turn renewal off", "priceAsked: agree to the price", "grace: billing works",
        "retrying: billing works", "expired: buy gold", "unpaid: buy gold", "refunded: buy gold",
        "refunded: reverse the refund",
      ]
    ),
    (
      Answer(.subscribed, .active, .silver),
      [
        "nothing: buy silver with code(\"FREE3\")", "expired: buy silver with winBack(\"again\")",
        "expired: buy silver with promotional(\"stay\")",
      ]
    ),
    (Answer(.subscribed, .active, .bronze), ["downgrading: day 31", "expired: buy bronze"]),
    (
      Answer(.subscribed, .grace, .gold),
      ["grace: buy gold", "grace: turn renewal off", "grace: extend by 7 days"]
    ),
    (
      Answer(.lapsed, .billingRetry, .none),
      ["grace: day 34", "retrying: buy gold", "retrying: extend by 7 days"]
    ),
    (
      Answer(.lapsed, .expired, .none),
      [
        "renewalOff: day 31", "priceAsked: day 31", "retrying: turn renewal off",
        "retrying: day 91", "expired: day 400", "expired: turn renewal off",
        "expired: turn renewal on", "expired: extend by 7 days",
      ]
    ),
    (
      Answer(.lapsed, .revoked, .none),
      [
        "active: refund", "active: prorated refund", "renewalOff: refund", "expired: refund",
        "refunded: refund", "refunded: turn renewal on", "refunded: day 400",
      ]
    ),
  ]

  @Test("EX-3 the engine gives each row's answer", arguments: LifecycleRow.all)
  func row(_ row: LifecycleRow) async throws {
    let expected = Self.rows.filter { $0.rows.contains(row.description) }
    #expect(expected.map(\.answer) == [try await Self.answer(to: row.from.actions + [row.action])])
  }

  @Test("the lifecycle of a subscription has an answer for every row, and no other")
  func complete() {
    let rows = Self.rows.flatMap(\.rows)
    #expect(rows.sorted() == LifecycleRow.all.map(\.description).sorted())
  }

  /// Scenarios with more than one period or product.
  private static let lives:
    [(name: String, actions: [StoreStep], refundsFirst: Bool, answer: Answer)] = [
      (
        "a refund of an old period leaves the current one",
        [.buy("gold"), .day(40)], true, Answer(.subscribed, .active, .gold)
      ),
      (
        "a refund of the current period takes the access",
        [.buy("gold"), .day(40), .refund], false, Answer(.lapsed, .revoked, .none)
      ),
      (
        "an upgrade's refund of the lower product does not lock out",
        [.buy("bronze"), .day(10), .buy("gold")], false, Answer(.subscribed, .active, .gold)
      ),
      (
        "grace ends where billing retry begins",
        [.buy("gold"), .billing(fails: true), .day(33)], false, Answer(.subscribed, .grace, .gold)
      ),
      (
        "a reversal after the next period would have begun gives nothing back",
        [.buy("gold"), .day(10), .refund, .day(40), .reverseRefund], false,
        Answer(.lapsed, .expired, .none)
      ),
    ]

  @Test("EX-3 the engine keeps periods and products apart", arguments: lives.indices)
  func life(index: Int) async throws {
    let life = Self.lives[index]
    let answer = try await Self.answer(to: life.actions, refundingFirst: life.refundsFirst)
    #expect(answer == life.answer, "\(life.name)")
  }

  /// Runs a scenario with a server that is notified of everything as it happens, and reads its answer.
  private static func answer(
    to actions: [StoreStep], refundingFirst: Bool = false
  ) async throws -> Answer {
    let server = try await TestServer.market()
    let phone = try await server.phone(account: "anna")
    var heard = 0
    func listen() async throws {
      server.followStore()
      if heard == 0, let first = server.store.transactions(of: "anna").first {
        try await phone.post(first)
      }
      try await server.deliverNotifications(after: heard)
      heard = server.store.notifications().last?.sequence ?? 0
    }
    for action in actions {
      action.perform(in: server.store, by: "anna")
      try await listen()
    }
    if refundingFirst {
      let first = try #require(server.store.transactions(of: "anna").first)
      server.store.refund(first.payload.transactionId)
      try await listen()
    }
    let record = try #require(try await server.ledger.record(of: phone.id, in: server.app))
    return try Answer(
      MembershipSummary(Membership(of: record.customer, in: server.blueprint, at: server.now)))
  }
}
