import Foundation
import Testing
import Tollgate
import TollgateLedger

@Suite("The views for reports")
struct ReportViewsTests {
  /// The view, the columns that are compared, and the rows of the sample.
  static let rows: [(view: String, columns: [String], rows: [[String?]])] = [
    (
      "report_customers", ["app", "customer", "has_account"],
      [
        ["coach", "ann", "1"], ["coach", "bob", "0"], ["coach", "cleo", "0"],
        ["coach", "dan", "0"],
      ]
    ),
    (
      "report_transactions",
      [
        "customer", "transaction_id", "original_transaction_id", "environment", "product",
        "subscription_group", "offer", "offer_payment", "ownership", "quantity", "currency",
        "CAST(round(price * 100) AS integer)", "CASE WHEN is_upgraded THEN 1 ELSE 0 END",
        "{epoch:refunded_at}",
      ],
      [
        [
          "ann", "1001", "1000", "sandbox", "monthly", "plans", "introductory", "payAsYouGo",
          "familyShared", "2", "USD", "1999", "1", "1767225630",
        ],
        [
          "bob", "2001", "2001", "production", "lifetime", nil, nil, nil, "purchased", "1", nil,
          nil, "0", "1767225690",
        ],
        [
          "dan", "3001", "3001", "sandbox", "lifetime", nil, nil, nil, "purchased", "1", nil, nil,
          "0", nil,
        ],
      ]
    ),
    (
      "report_uses", ["customer", "feature", "{epoch:used_at}"],
      [["ann", "send-message", "1767225600"]]
    ),
    (
      "report_trials", ["customer", "trial", "purchase", "{epoch:started_at}"],
      [["ann", "paid", "1000", "1767225600"]]
    ),
    (
      "report_paywalls",
      ["customer", "paywall", "action", "placement", "feature", "{epoch:happened_at}"],
      [
        ["ann", "plans", "closed", "start", "send-message", "1767225600"],
        ["ann", "plans", "shown", nil, nil, "1767225600"],
        ["ann", "plans", "shown", nil, nil, "1767225600"],
      ]
    ),
    (
      "report_variants", ["customer", "experiment", "variant", "{epoch:assigned_at}"],
      [["ann", "headline", "promise", "1767225600"]]
    ),
    (
      "report_milestones", ["customer", "milestone", "{epoch:reached_at}"],
      [["ann", "discovery", "1767225600"]]
    ),
  ]

  @Test(
    "the views for reports have the same rows in both databases, with customers as they were merged, and can be dropped",
    arguments: LedgerKind.allCases.filter { $0 != .memory })
  func sameRows(kind: LedgerKind) async throws {
    let folder = try TemporaryFolder()
    let name = "views_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    let place: MovePlace =
      kind == .postgresql ? .schema(name) : .file("\(folder.path)/ledger.sqlite")
    let views = ReportViews(kind == .postgresql ? .postgreSQL(schema: name) : .sqlite)
    try await place.use { ledger in
      _ = try await ledger.append(.of("c1", at: 0, factsOfEveryKind))
      _ = try await ledger.append(
        .of(
          "ann", at: 0, [.transaction(Self.refunded), .reached("discovery"), Self.transfer(false)]))
      _ = try await ledger.append(.of("bob", at: 0, [Self.transfer(true)]))
      _ = try await ledger.append(.of("ann", at: 1, absorbs: "c1"))
      // Who shares the purchase of another may post it later, and has a name that comes first.
      _ = try await ledger.append(.of("dan", at: 0, [.transaction(Self.lent(at: .start))]))
      _ = try await ledger.append(
        .of("cleo", at: 0, [.transaction(Self.lent(at: .start.after(seconds: 9))), Self.share]))
    }
    let outcome: Result<Void, any Error>
    do {
      // Twice, as after an upgrade.
      for _ in 0..<2 { try await place.execute(script: views.creation) }
      for expected in Self.rows {
        let columns = expected.columns.joined(separator: ", ")
        let rows = try await place.rows(
          "SELECT \(columns) FROM {}\(expected.view) ORDER BY 1, 2, 3")
        #expect(rows == expected.rows, "\(expected.view)")
      }
      try await place.execute(script: views.removal)
      await #expect(throws: (any Error).self) {
        try await place.rows("SELECT app FROM {}report_uses")
      }
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    try await place.remove()
    try outcome.get()
  }

  /// The purchase went from one customer to another.
  private static func transfer(_ isHeld: Bool) -> Fact {
    .transfer(PurchaseTransfer(purchase: "2001", isHeld: isHeld, number: 1, at: .start))
  }

  private static func lent(at signedAt: Instant) -> StoreTransaction {
    StoreTransaction(
      id: "3001", originalID: "3001", product: "lifetime", purchasedAt: .start,
      environment: .sandbox, signedAt: signedAt)
  }

  private static let share = Fact.transfer(
    PurchaseTransfer(
      purchase: PurchaseID("3001", in: .sandbox), isHeld: true, number: 0, isShared: true,
      at: .start))

  /// A purchase of the sample as the store signed it after its refund.
  private static let refunded = StoreTransaction(
    id: "2001", originalID: "2001", product: "lifetime", purchasedAt: .start,
    revokedAt: .start.after(seconds: 90), signedAt: .start.after(seconds: 90))
}
