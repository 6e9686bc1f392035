import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger removes abandoned customers")
struct PruneCustomersTests {
  /// A customer on day 0, and whether it may be removed from day 1 on.
  struct State: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isRemoved: Bool
    let fill: @Sendable (any Ledger) async throws -> Void

    init(
      _ name: String, isRemoved: Bool = false,
      _ fill: @escaping @Sendable (any Ledger) async throws -> Void
    ) {
      testDescription = name
      self.isRemoved = isRemoved
      self.fill = fill
    }
  }

  static let states: [State] =
    [
      State("nothing", isRemoved: true) { _ = try await $0.append(.of("ann", at: 0)) },
      State("an answer", isRemoved: true) {
        _ = try await $0.append(.of("ann", at: 0, answer: .of("k")))
      },
      State("a password") {
        _ = try await $0.append(
          .of(
            "ann", at: 0,
            credentials: LedgerCredentials(
              email: "ann@example.com", passwordHash: "h", account: "a1", customer: "ann")))
      },
      State("a token to revoke") {
        _ = try await $0.append(.of("ann", at: 0))
        try await $0.keep(
          LedgerSignInToken(client: "c", token: "t"), of: "ann", in: "coach", at: .start)
      },
      State("a write later") {
        _ = try await $0.append(.of("ann", at: 0))
        _ = try await $0.append(.of("ann", at: 1).on(day: 1))
      },
      State("seen later") {
        _ = try await $0.append(.of("ann", at: 0))
        try await $0.see("ann", in: "coach", at: .day(1))
      },
      State("seen within the same day", isRemoved: true) {
        _ = try await $0.append(.of("ann", at: 0))
        try await $0.see("ann", in: "coach", at: .start.after(seconds: 86_399))
      },
      State("the target of a merge") {
        _ = try await $0.append(.of("ann", at: 0))
        _ = try await $0.append(.of("ann", at: 1, absorbs: "other", with: 0))
      },
      State("merged into another") {
        _ = try await $0.append(.of("ann", at: 0))
        _ = try await $0.append(.of("owner", at: 0, [.used("k", by: "owner")], absorbs: "ann"))
      },
      State("erased") {
        _ = try await $0.append(.of("ann", at: 0))
        _ = try await $0.erase(ErasureTests.erasure(at: 1))
      },
    ]
    + factsOfEveryKind.map { fact in
      let removed: Set<Fact.Kind> = [
        .device, .milestone, .trialForfeited, .dismissal, .paywall, .nudge, .attribute, .download,
        .opening,
      ]
      return State("the fact \(fact.kind)", isRemoved: removed.contains(fact.kind)) {
        _ = try await $0.append(.of("ann", at: 0, [fact]))
      }
    }
    + ClaimTests.claims.map { claim in
      let isRemoved =
        switch claim {
        case .endedSession, .appTransaction: true
        default: false
        }
      return State("the claim \(claim)", isRemoved: isRemoved) {
        _ = try await $0.append(.of("ann", at: 0, claims: [claim]))
      }
    }

  @Test(
    "who has nothing that counts, and nobody else", arguments: LedgerKind.allCases, states)
  func removed(kind: LedgerKind, state: State) async throws {
    try await kind.open { ledger in
      try await state.fill(ledger)
      _ = try await ledger.append(.of("newest", at: 0, [.used("k", by: "newest")]).on(day: 2))
      let before = try await ledger.record(of: "ann", in: "coach")
      #expect(try await ledger.pruneAll(.customers, beforeDay: 0) == 0)
      #expect(try await ledger.pruneAll(.customers, beforeDay: 1) == (state.isRemoved ? 1 : 0))
      #expect(
        try await ledger.record(of: "ann", in: "coach") == (state.isRemoved ? nil : before))
      for claim in ClaimTests.claims where state.isRemoved {
        #expect(try await ledger.owner(of: claim, in: "coach") == nil)
      }
      #expect(try await ledger.entries(after: 0, in: "coach", limit: 99).last?.customer == "newest")
      // A customer who comes back with the same name begins again.
      if state.isRemoved { #expect(try await ledger.append(.of("ann", at: 0)) == 1) }
    }
  }

  @Test(
    "a few rows at a time, over several customers and apps", arguments: LedgerKind.allCases,
    [1, 7, 100])
  func batches(kind: LedgerKind, rows: Int) async throws {
    try await kind.open { ledger in
      for app in ["coach", "garden"] as [Blueprint.App.ID] {
        for number in 0..<12 {
          let facts = (0..<number).map { Fact.reached(Milestone.ID("m\($0)")) }
          let isKept = number.isMultiple(of: 3)
          let id = Customer.ID("c\(number)")
          _ = try await ledger.append(
            .of(
              id, at: 0, facts + (isKept ? [.used("k", by: id)] : []), answer: .of("k"), app: app))
        }
      }
      _ = try await ledger.append(.of("newest", at: 0, [.reached("m")]).on(day: 2))
      #expect(try await ledger.pruneAll(.customers, beforeDay: 1, rows: rows) == 16)
      for number in 0..<12 {
        let record = try await ledger.record(of: Customer.ID("c\(number)"), in: "garden")
        #expect((record != nil) == number.isMultiple(of: 3))
        if let record { #expect(record.customer.reached("m0") == (number > 0 ? .start : nil)) }
      }
    }
  }

  @Test(
    "the audit list says nothing of a removed customer, counted by charts or not",
    arguments: LedgerKind.allCases)
  func audit(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let country = AttributeChange(
        attribute: DeviceProperty.country.attribute, setBy: .device, value: .string("DE"),
        at: .start)
      _ = try await ledger.append(.of("ann", at: 0))
      _ = try await ledger.append(.of("bob", at: 0, [.attribute(country)]))
      _ = try await ledger.append(.of("eve", at: 0, [.used("k", by: "eve")]).on(day: 2))
      for customer in ["ann", "bob", "eve"] as [Customer.ID] {
        try await ledger.administration.record(
          LedgerAuditEntry(
            id: customer.rawValue, at: .start, author: "sue", action: .noteWritten,
            customer: customer, reason: "Called twice"), in: "coach")
      }
      #expect(try await ledger.pruneAll(.customers, beforeDay: 1) == 2)
      let list = try await ledger.administration.audit(LedgerAuditFilter(), in: "coach")
      #expect(list.map(\.id) == ["eve", "bob", "ann"])
      #expect(list.map(\.customer) == ["eve", nil, nil])
      #expect(list.map(\.reason) == ["Called twice", nil, nil])
    }
  }

  @Test(
    "pruning says which customers it removed, for those who cache them",
    arguments: LedgerKind.allCases)
  func names(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("ann", at: 0))
      _ = try await ledger.append(.of("bob", at: 0, app: "garden"))
      let pruned = try await ledger.prune(LedgerPruning(.customers, before: .day(1)))
      #expect(pruned.customers == ["coach": ["ann"], "garden": ["bob"]])
      #expect(pruned.rows == 2)
    }
  }
}
