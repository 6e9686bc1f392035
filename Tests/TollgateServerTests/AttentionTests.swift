import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateSimulation

@testable import TollgateServer

@Suite("What needs attention")
struct AttentionTests {
  @Test(
    "EX-13 the first page lists refund questions, failed jobs and a waiting revision, as far as the role sees them"
  )
  func attention() async throws {
    let server = try await TestServer.market(
      configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone", account: "anna")
    try await phone.signUp("anna@example.com")
    try await phone.buy("gold")
    let ada = try await AdminBrowser(server, .owner)
    let sue = try await AdminBrowser(server, .support, email: "sue@example.com")
    let calm = try await ada.get()
    #expect(!calm.text.contains("Needs attention"), "\(calm.text)")

    let bought = server.store.transactions(of: phone.account)[0].payload
    let request = RefundRequest(
      id: "question",
      purchase: PurchaseID(
        PurchaseID.OriginalID(bought.originalTransactionId), in: .sandbox),
      transaction: RefundRequest.Transaction.ID(bought.transactionId), reason: .unsatisfied,
      askedAt: server.now)
    let record = try #require(try await server.ledger.record(of: phone.id, in: server.app))
    _ = try await server.ledger.append(
      LedgerWrite(
        app: server.app, customer: phone.id, expectedVersion: record.version,
        facts: [.refundRequest(request)], at: server.now))
    server.service.observability.jobs.record(
      .charts, of: server.app, at: server.now, failed: "unavailable")
    try await BlueprintRevisions(server.ledger, of: server.app).propose(
      BlueprintProposal(
        revision: "r2", after: 1, at: server.now, author: "ci", note: "Fewer seats", whatIf: "",
        losses: []))

    let question =
      "The App Store waits for an answer about a refund until 2026-01-01 12:00 UTC. anna@example.com"
    let others = [
      "Charts failed at 2026-01-01 00:00 UTC: unavailable. Jobs",
      "ci proposed a revision of the blueprint on 2026-01-01: Fewer seats Blueprint",
    ]
    let all = try await ada.get()
    for sentence in [question] + others { #expect(all.text.contains(sentence), "\(all.text)") }
    #expect(
      all.body.contains("<a href=\"/admin/market/customers/\(phone.id)\">anna@example.com</a>"))
    let support = try await sue.get()
    #expect(support.text.contains(question))
    for sentence in others { #expect(!support.text.contains(sentence), "\(support.text)") }

    // The store waits for twelve hours; a round that succeeds ends the failure.
    server.set(server.now.adding(Period(12, .hour)))
    server.service.observability.jobs.record(.charts, of: server.app, at: server.now)
    let later = try await ada.get()
    #expect(!later.text.contains("The App Store waits"))
    #expect(!later.text.contains("Charts failed"))
  }
}
