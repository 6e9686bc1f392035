import Foundation
import Logging
import TestSupport
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("Revisions of the blueprint")
struct RevisionTests {
  /// The blueprint of an app without free access to what its trial lets people try, as a file would give it.
  private static func stricter(
    than server: TestServer, revision: String = "r2",
    _ change: (inout Blueprint.Definition) -> Void = { _ in }
  ) throws -> StoredBlueprint {
    var definition = server.blueprint.definition
    definition.features = definition.features.map {
      Feature(
        id: $0.id, rules: [Feature.Rule(allowance: .denied)], paywall: $0.paywall, pitch: $0.pitch,
        isPassive: $0.isPassive)
    }
    change(&definition)
    return StoredBlueprint(
      try Blueprint(definition), revision: revision, findings: ["r.yml: careful"])
  }

  private static func refresh(_ server: TestServer) -> BlueprintRefresh {
    BlueprintRefresh(
      server.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test(
    "EX-6 a published revision is served without a restart, also to customers with a cached answer")
  func published() async throws {
    let server = try await TestServer("coach-paid")
    let refresh = Self.refresh(server)
    #expect(try await refresh.start() == [:])
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    #expect(try await revisions.all().map(\.origin) == [.file])
    let phone = try await server.phone()
    try await server.record("early", of: phone.id)
    server.advance(Period(1, .minute))
    let before: CustomerSnapshot = try await server.send(.me, token: phone.token)
    #expect(before.blueprintRevision == "r1")
    #expect(before == (try await server.send(.me, token: phone.token)))

    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.publish("r2", after: 1, note: "why", by: "ada", at: server.now)
    await refresh.runOnce()
    let after: CustomerSnapshot = try await server.send(.me, token: phone.token)
    #expect(after.blueprintRevision == "r2")
    #expect(after.membership != before.membership)
    let blueprint = try await server.exchange(.blueprint)
    #expect(
      try JSONDecoder().decode(BlueprintResponse.self, from: Data(blueprint.body.utf8)).revision
        == "r2")

    let back = try await revisions.rollBack(by: "bo", at: server.now)
    #expect((back.number, back.revision, back.note) == (3, "r1", "to revision 1"))
    await refresh.runOnce()
    #expect(try await server.send(.me, token: phone.token) == before)
    let audit = try await server.ledger.administration.audit(LedgerAuditFilter(), in: server.app)
    #expect(Set(audit.map(\.action)) == [.blueprintPublished, .blueprintRolledBack])
    // A fact carries the revision by which it was decided.
    server.advance(Period(1, .minute))
    try await server.record("late", of: phone.id)
    let life = try await server.service.operators.life(
      of: phone.id,
      for: Operator(app: try server.service.app(server.app), name: "ada", seesRevenue: true))
    #expect(life.facts.first?.revision == 1)
    #expect(life.facts.last?.revision == 3)
    // Rolling back once more takes the rollback back.
    #expect(try await revisions.rollBack(by: "bo", at: server.now).revision == "r2")
  }

  @Test("EX-6 a published revision answers the store's questions as its file says")
  func storeQuestions() async throws {
    let server = try await TestServer("coach-paid")
    let refresh = Self.refresh(server)
    _ = try await refresh.start()
    let policy = RefundPolicy(consent: "share", rules: [RefundPolicy.Rule(prefer: .decline)])
    let rule = RetentionRule(messages: [server.blueprint.app.language: "8D1F"])
    let stored = try Self.stricter(than: server) {
      $0.attributes.append(Attribute(id: "share", kind: .boolean))
      $0.refunds = policy
      $0.retention = [rule]
    }
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(stored, at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    await refresh.runOnce()
    let served = try server.service.app(server.app).blueprint.definition
    #expect(served.refunds == policy)
    #expect(served.retention == [rule])
    #expect(served == stored.blueprint.definition)
  }

  @Test("EX-6 what was published is served after a restart, whatever the file says")
  func restarted() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    let again = try await server.restarted()
    let served = try await Self.refresh(again).start()
    #expect(served[server.app]?.number == 2)
    #expect(try again.service.app(server.app).revision == "r2")
    #expect(try await revisions.all().count == 2)
  }

  @Test(
    "a file that a developer saves is served at once and after a restart, whatever was published")
  func saved() async throws {
    let server = try await TestServer("coach-paid")
    let refresh = Self.refresh(server)
    _ = try await refresh.start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    await refresh.runOnce()
    let phone = try await server.phone()
    func served() async throws -> String {
      let snapshot: CustomerSnapshot = try await server.send(.me, token: phone.token)
      return snapshot.blueprintRevision
    }
    #expect(try await served() == "r2")
    try await refresh.serve(try Self.stricter(than: server, revision: "r3"))
    #expect(try await served() == "r3")
    await refresh.runOnce()
    #expect(try await served() == "r3")
    #expect(try await revisions.all().map(\.origin) == [.file, .published, .file])

    let other = try Self.stricter(than: server, revision: "r4") {
      $0.app = Blueprint.App(id: $0.app.id, name: "Coach", bundleID: "other")
    }
    let problem = await #expect(throws: Problem.self) { try await refresh.serve(other) }
    #expect(problem?.code == .invalidValue)
    #expect(try await served() == "r3")

    // The next start is with the file, which differs from what was published before it.
    let restarted = try await server.restarted()
    #expect(try await Self.refresh(restarted).start() == [:])
    let snapshot: CustomerSnapshot = try await restarted.send(.me, token: phone.token)
    #expect(snapshot.blueprintRevision == "r1")
  }

  @Test("EX-6 a revision that cannot be served is refused, and the old one stays")
  func broken() async throws {
    let server = try await TestServer("coach-paid")
    let refresh = Self.refresh(server)
    _ = try await refresh.start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let app = server.blueprint.app
    for other in [
      Blueprint.App(id: app.id, name: app.name, bundleID: "com.example.other"),
      Blueprint.App(id: app.id, name: app.name, bundleID: app.bundleID, appAppleID: 7),
      Blueprint.App(id: "other", name: app.name, bundleID: app.bundleID),
    ] {
      await #expect(throws: Problem.self) {
        try await revisions.store(
          try Self.stricter(than: server) { $0.app = other }, at: server.now)
      }
    }
    // Published, and then damaged or of a version that this one cannot read.
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    let property = LedgerProperty("blueprint r2 \(server.app)")
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    let text = try #require(try await server.ledger.property(property))
    try await server.ledger.set(property, to: text.replacing(#""format":1"#, with: #""format":9"#))
    await refresh.runOnce()
    #expect(try server.service.app(server.app).revision == "r1")
    await #expect(throws: Problem.self) {
      try await revisions.rollBack(to: 2, by: "ada", at: server.now)
    }
    let again = try await server.restarted()
    _ = try await Self.refresh(again).start()
    #expect(try again.service.app(server.app).revision == "r1")
    // Another server may read it: this one does not say that its own file counts from now on.
    #expect(try await revisions.all().map(\.origin) == [.file, .published])
    // A change of a kind that a newer version knows is one like any other.
    let log = LedgerProperty("blueprint-revisions \(server.app)")
    let entries = try #require(try await server.ledger.property(log))
    try await server.ledger.set(property, to: text)
    try await server.ledger.set(log, to: entries.replacing("published", with: "scheduled"))
    let newer = try await server.restarted()
    #expect(try await Self.refresh(newer).start()[server.app]?.number == 2)
    // What cannot be read at all stops no server.
    try await server.ledger.set(log, to: "[{")
    let last = try await server.restarted()
    #expect(try await Self.refresh(last).start() == [:])
    #expect(try last.service.app(server.app).revision == "r1")
  }

  @Test("a server that starts with another Apple ID serves its file, and what is published later")
  func identity() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    let app = server.blueprint.app
    let moved = try await TestServer("coach-paid", ledger: server.ledger) {
      $0.app = Blueprint.App(
        id: app.id, name: app.name, bundleID: app.bundleID, appAppleID: 7, timeZone: app.timeZone)
    }
    let refresh = Self.refresh(moved)
    #expect(try await refresh.start() == [:])
    #expect(try await revisions.all().map(\.origin) == [.file, .published, .file])
    #expect(try moved.service.app(app.id).revision == "r1")
    try await revisions.store(try Self.stricter(than: moved, revision: "r3"), at: moved.now)
    try await revisions.publish("r3", after: 3, by: "ada", at: moved.now)
    await refresh.runOnce()
    #expect(try moved.service.app(app.id).revision == "r3")
  }

  @Test("a revision that was published since is not replaced unseen")
  func meanwhile() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.store(try Self.stricter(than: server, revision: "r3"), at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    await #expect(throws: Problem.self) {
      try await revisions.publish("r3", after: 1, by: "bo", at: server.now)
    }
    await #expect(throws: Problem.self) {
      try await revisions.rollBack(to: 1, after: 1, by: "bo", at: server.now)
    }
    await #expect(throws: Problem.self) {
      try await revisions.publish("r2", after: 2, by: "bo", at: server.now)
    }
    await #expect(throws: Problem.self) {
      try await revisions.publish("r4", after: 2, by: "bo", at: server.now)
    }
    #expect(try await revisions.all().map(\.revision) == ["r1", "r2"])
  }

  @Test("EX-6 a revision keeps the files that it was read from, which no client gets")
  func source() async throws {
    let server = try await TestServer("coach-paid")
    let file = SourceFile(path: "coach.yml", text: "# secret of the file\napp: { id: coach }\n")
    let part = SourceFile(path: "texts/de.yml", text: "language: de\n")
    let refresh = Self.refresh(server)
    _ = try await refresh.start(sources: [server.app: [file]])
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    #expect(try await revisions.blueprint(of: "r1").source == [file])

    let stricter = try Self.stricter(than: server)
    try await revisions.store(
      StoredBlueprint(stricter.blueprint, revision: "r2", source: [file, part]), at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    await refresh.runOnce()
    #expect(try await revisions.blueprint(of: "r2").source == [file, part])
    for endpoint in [Endpoint.blueprint, .openAPI] {
      #expect(!(try await server.exchange(endpoint).body.contains("secret of the file")))
    }

    // What nobody sent, and what is too large, is missing, and the revision works.
    try await revisions.store(try Self.stricter(than: server, revision: "r3"), at: server.now)
    #expect(try await revisions.blueprint(of: "r3").source.isEmpty)
    let long = String(repeating: "#", count: StoredBlueprint.sourceLimit - 1)
    for (text, isKept) in [(long, true), (long + "#", false)] {
      let stored = StoredBlueprint(
        stricter.blueprint, revision: "r4", source: [SourceFile(path: "a", text: text)])
      #expect(stored.source.isEmpty != isKept)
    }
    try await revisions.publish("r3", after: 2, by: "ada", at: server.now)
    await refresh.runOnce()
    #expect(try server.service.app(server.app).revision == "r3")
  }

  @Test("EX-6 a revision not published in 90 days is removed and noted; one once served stays")
  func unpublished() async throws {
    try await Self.removeUnpublished(over: SQLiteLedger.inMemory())
  }

  @Test(
    "EX-6 a revision not published within 90 days is removed from PostgreSQL too", .needsPostgreSQL)
  func unpublishedInPostgreSQL() async throws {
    try await TestPostgreSQL.withLedgers(1) { try await Self.removeUnpublished(over: $0[0]) }
  }

  private static func removeUnpublished(over ledger: any Ledger) async throws {
    let server = try await TestServer("coach-paid", ledger: ledger)
    _ = try await refresh(server).start()
    let revisions = BlueprintRevisions(ledger, of: server.app)
    let job = RetentionJob(server.service, logger: quietLogger, sleep: { _ in })
    func propose(_ revision: String, after number: Int) async throws {
      try await revisions.store(try stricter(than: server, revision: revision), at: server.now)
      try await revisions.propose(
        BlueprintProposal(
          revision: revision, after: number, at: server.now, author: "ada", note: nil, whatIf: "",
          losses: []))
    }
    func isStored(_ revision: String) async throws -> Bool {
      do throws(Problem) {
        _ = try await revisions.blueprint(of: revision)
        return true
      } catch {
        #expect(error.code == .invalidValue)
        return false
      }
    }
    // One is published, one replaced by another proposal, one proposed a second time, and one stays proposed.
    for revision in ["r2", "r3", "r4"] { try await propose(revision, after: 1) }
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    // To be refused does not keep what was proposed.
    await #expect(throws: Problem.self) {
      try await revisions.publish("r3", after: 1, by: "ada", at: server.now)
    }
    server.advance(Period(1, .day))
    try await propose("r4", after: 2)
    try await propose("r5", after: 2)

    server.advance(Period(89, .day))
    #expect(try await job.runOnce().proposals == 0)
    server.advance(milliseconds: 1)
    #expect(try await job.runOnce(isDryRun: true).proposals == 0)
    #expect(try await job.runOnce().proposals == 1)
    #expect(try await !isStored("r3"))
    for revision in ["r1", "r2", "r4", "r5"] { #expect(try await isStored(revision)) }
    #expect(try await revisions.proposal()?.revision == "r5")

    server.advance(Period(1, .day))
    #expect(try await job.runOnce().proposals == 2)
    #expect(try await job.runOnce().proposals == 0)
    #expect(try await revisions.proposal() == nil)
    for revision in ["r4", "r5"] { #expect(try await !isStored(revision)) }
    #expect(try await revisions.rollBack(to: 1, by: "ada", at: server.now).revision == "r1")
    #expect(try await revisions.rollBack(to: 2, by: "ada", at: server.now).revision == "r2")
    let audit = try await ledger.administration.audit(
      LedgerAuditFilter(action: .blueprintWithdrawn), in: server.app)
    #expect(Set(audit.map(\.subject)) == ["r3", "r4", "r5"])
    #expect(audit.count == 3 && audit.allSatisfy { $0.author == "server" })
    #expect(audit.first?.reason == "not published within 90 days")
    // What was removed can be proposed again.
    try await propose("r3", after: 4)
    #expect(try await isStored("r3"))
  }

  @Test(
    "EX-6 what is proposed again while a server removes it as an old proposal stays stored, whichever comes first",
    arguments: [false, true])
  func proposedWhileRemoved(actsInRemoval: Bool) async throws {
    for number in 0..<(actsInRemoval ? 3 : 5) {
      let ledger = FaultyLedger()
      let server = try await TestServer("coach-paid", ledger: ledger)
      _ = try await Self.refresh(server).start()
      let revisions = BlueprintRevisions(ledger, of: server.app)
      let stored = try Self.stricter(than: server)
      @Sendable func propose(at now: Instant) async {
        await #expect(throws: Never.self) {
          try await revisions.store(stored, at: now)
          try await revisions.propose(
            BlueprintProposal(
              revision: "r2", after: 1, at: now, author: "ada", note: nil, whatIf: "", losses: []))
        }
      }
      let start = server.now
      await propose(at: start)
      let later = start.adding(milliseconds: 91 * 86_400_000)
      @Sendable func remove() async {
        await #expect(throws: Never.self) {
          _ = try await revisions.removeProposals(
            before: start.adding(milliseconds: 1), at: later)
        }
      }
      if actsInRemoval {
        ledger.beforeChange(number) { await propose(at: later) }
        await remove()
      } else {
        ledger.beforeChange(number) { await remove() }
        await propose(at: later)
      }
      let kept = try await revisions.blueprint(of: "r2").revision
      #expect(kept == "r2", "before change \(number)")
    }
  }

  @Test("EX-6 operators read a revision and the proposal with their files, by the API")
  func read() async throws {
    let server = try await TestServer("coach-paid")
    let file = SourceFile(path: "coach.yml", text: "# why\napp: { id: coach }\n")
    _ = try await Self.refresh(server).start(sources: [server.app: [file]])
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let stricter = try Self.stricter(than: server)
    let changed = SourceFile(path: "new.yml", text: "# stricter\napp: { id: coach }\n")
    try await revisions.store(
      StoredBlueprint(
        stricter.blueprint, revision: "r2", findings: ["new.yml:1:1: warning: careful"],
        source: [changed]), at: server.now)
    try await revisions.propose(
      BlueprintProposal(
        revision: "r2", after: 1, at: server.now, author: "ada", note: "why", whatIf: "",
        losses: []))
    let reader = try await TestOperator(server, .readOnly)
    let first: BlueprintRevision = try await reader.read("/operator/revisions/1")
    #expect(
      first
        == BlueprintRevision(
          number: 1, revision: "r1", how: "file", at: server.now, by: "server", proposedBy: nil,
          note: nil, findings: [], files: [file], serverTime: server.now))
    let proposal: BlueprintRevision = try await reader.read("/operator/revisions/proposal")
    #expect(proposal.number == nil)
    #expect((proposal.how, proposal.by) == ("proposed", "ada"))
    #expect(proposal.files == [changed])
    #expect(proposal.findings == ["new.yml:1:1: warning: careful"])
    try await revisions.publish("r2", after: 1, by: "ben", at: server.now)
    let published: BlueprintRevision = try await reader.read("/operator/revisions/2")
    #expect((published.how, published.by) == ("published", "ben"))
    #expect(published.proposedBy == "ada")
    for name in ["proposal", "3", "-1", "x"] {
      #expect(try await reader.exchange("/operator/revisions/\(name)").status == 404, "\(name)")
    }
  }

  @Test("EX-6 the page of a revision shows its lines that differ, with what check found in them")
  func lines() async throws {
    let server = try await TestServer("coach-paid")
    let old = [
      SourceFile(path: "coach.yml", text: "# <b>why</b>\ntrial: { uses: 5 }\nlast: 1\n"),
      SourceFile(path: "de.yml", text: "language: de\n"),
    ]
    _ = try await Self.refresh(server).start(sources: [server.app: old])
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let stricter = try Self.stricter(than: server)
    let new = SourceFile(path: "new.yml", text: "# <b>why</b>\ntrial: { uses: 3 }\nlast: 1\n")
    try await revisions.store(
      StoredBlueprint(
        stricter.blueprint, revision: "r2",
        findings: ["new.yml:2:10: warning: few uses", "free-ride: nobody pays"], source: [new]),
      at: server.now)
    try await revisions.propose(
      BlueprintProposal(
        revision: "r2", after: 1, at: server.now, author: "ci", note: "Fewer", whatIf: "",
        losses: []))
    let ada = try await AdminBrowser(server, .readOnly)
    let overview = try await ada.get("/blueprint")
    let root = "/admin/\(server.app)/blueprint"
    #expect(overview.body.contains(#"href="\#(root)/proposal""#))
    #expect(overview.body.contains(#"href="\#(root)/1""#))

    let page = try await ada.get("/blueprint/proposal")
    #expect(page.status == 200)
    #expect(page.text.contains("r2 , proposed by ci"))
    #expect(page.text.contains("Lines that differ from revision 1"))
    #expect(page.text.contains("1 line added, 2 lines removed."))
    #expect(page.text.contains("new.yml (was coach.yml)"))
    #expect(page.body.contains("<code># &lt;b&gt;why&lt;/b&gt;</code>"))
    let rows = page.body.split(separator: "\n").filter { $0.hasPrefix("<tr class=") }
    #expect(rows.map { $0.contains(#"class="kept""#) } == [true, false, false, true, false])
    #expect(rows[1].contains("<td>2</td><td></td>"))
    #expect(rows[1].contains(#"<span class="hidden">removed</span>"#))
    #expect(rows[1].contains("<code>trial: { uses: 5 }</code>"))
    #expect(rows[2].contains("<td></td><td>2</td>"))
    #expect(rows[2].contains(#"<span class="hidden">added</span>"#))
    #expect(rows[2].contains(#"<p class="note">warning: few uses</p>"#))
    #expect(page.body.contains(#"de.yml <span class="badge">removed</span>"#))

    // The first one is compared with nothing; a later one with another that is named.
    let first = try await ada.get("/blueprint/1")
    #expect(first.text.contains("Its lines"))
    #expect(first.text.contains("4 lines added, 0 lines removed."))
    try await revisions.publish("r2", after: 1, by: "ben", at: server.now)
    try await revisions.store(try Self.stricter(than: server, revision: "r3"), at: server.now)
    try await revisions.publish("r3", after: 2, by: "ben", at: server.now)
    let unknown = try await ada.get("/blueprint/2")
    #expect(unknown.text.contains("The files of revision 3 are not stored"))
    #expect(unknown.body.contains(#"href="\#(root)/2?against=1""#))
    let named = try await ada.get("/blueprint/2?against=1")
    #expect(named.text.contains("Lines that differ from revision 1"))
    #expect(named.body.contains(#"href="\#(root)/2?against=3""#))
    let same = try await ada.get("/blueprint/2?against=2")
    #expect(same.text.contains("No line differs."))
    for path in ["/blueprint/proposal", "/blueprint/9", "/blueprint/x", "/blueprint/1?against=9"] {
      #expect(try await ada.get(path).status == 404, "\(path)")
    }
    let support = try await AdminBrowser(server, .support, email: "help@example.com")
    #expect(try await support.get("/blueprint/1").status == 403)
  }

  @Test("a revision with thousands of changed lines shows the first, and how to print all")
  func manyLines() async throws {
    let server = try await TestServer("coach-paid")
    let text = (1...1_200).map { "line \($0)\n" }.joined()
    _ = try await Self.refresh(server).start(
      sources: [server.app: [SourceFile(path: "coach.yml", text: text)]])
    let page = try await AdminBrowser(server, .owner).get("/blueprint/1")
    #expect(page.body.matches(of: /<tr class=/).count == 1_000)
    #expect(page.text.contains("Not shown here: 200 lines more."))
    #expect(page.text.contains("tollgate revisions diff 1 --app coach-paid"))
  }

  @Test("EX-6 a developer edits a revision's files on its page, checks them and proposes them")
  func edited() async throws {
    let old = [
      SourceFile(path: "coach.yml", text: "# why\ntrial: { uses: 5 }\n"),
      SourceFile(path: "coach.storekit", text: "{}"),
    ]
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.replay = { _, _, names in
      RevisionComparison(whatIf: "\(names.new) instead of \(names.old)", losses: [])
    }
    let base = try await TestServer("coach-paid")
    let stricter = try Self.stricter(than: base).blueprint
    configuration.readsEdits = { files in
      files[0].text.contains("mistake")
        ? .mistaken(["coach.yml:2:1: error: there is no key `mistake`", "in general"])
        : .usable(
          StoredBlueprint(
            stricter, revision: files == old ? "r1" : "r2", findings: ["coach.yml:1:1: warning: w"],
            source: files))
    }
    let server = try await TestServer("coach-paid", configuration: configuration)
    _ = try await Self.refresh(server).start(sources: [server.app: old])
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let ada = try await AdminBrowser(server, .developer)
    let path = "/blueprint/1/edit"
    #expect(try await ada.get("/blueprint/1").body.contains("\(path)\">Edit</a>"))
    let form = try await ada.get(path)
    #expect(form.status == 200)
    let hidden = form.hiddenFields
    #expect((hidden["revision"], hidden["proposal"]) == ("r1", ""))
    #expect(form.body.contains(">\n# why\ntrial: { uses: 5 }\n</textarea>"))
    #expect(form.text.contains("These stay as they are: coach.storekit."))

    let mistaken = try await ada.post(
      path,
      hidden.merging([
        "change": "propose", "note": "<b>", "file0": "# why\r\nmistake: </textarea>\r\n",
      ]) { $1 })
    #expect(mistaken.status == 422)
    #expect(mistaken.text.contains("coach.yml, line 2: error: there is no key `mistake`"))
    #expect(mistaken.body.contains("<code>mistake: &lt;/textarea&gt;</code>"))
    #expect(mistaken.text.contains("in general"))
    #expect(mistaken.body.contains(">\n# why\nmistake: &lt;/textarea&gt;\n</textarea>"))
    #expect(mistaken.body.contains(#"name="note" value="&lt;b&gt;""#))
    let text = "# why\r\ntrial: { uses: 3 }\r\n"
    let checked = try await ada.post(
      path, hidden.merging(["change": "check", "file0": text]) { $1 })
    #expect(checked.status == 200)
    #expect(checked.text.contains("coach.yml, line 1: warning: w"))
    // Nothing differs from what is served, so nothing is proposed.
    let same = try await ada.post(
      path,
      hidden.merging(["change": "propose", "file0": "# why\r\ntrial: { uses: 5 }\r\n"]) { $1 })
    #expect(same.status == 422)
    #expect(same.text.contains("Nothing differs from revision 1"))
    #expect(try await revisions.proposal() == nil)

    let proposed = try await ada.post(
      path, hidden.merging(["change": "propose", "note": "Fewer", "file0": text]) { $1 })
    #expect(proposed.status == 303)
    #expect(proposed.headers["location"] == "/admin/\(server.app)/blueprint/proposal")
    let proposal = try #require(try await revisions.proposal())
    #expect((proposal.revision, proposal.author) == ("r2", "ada@example.com"))
    #expect(proposal.note == "Fewer")
    #expect(proposal.whatIf == "the edited files instead of revision 1")
    let changed = SourceFile(path: "coach.yml", text: "# why\ntrial: { uses: 3 }\n")
    #expect(try await revisions.blueprint(of: "r2").source == [changed, old[1]])
    #expect(try await ada.get("/blueprint/proposal").text.contains("1 line added, 1 line removed."))
    // Others neither see the form nor send it, and neither does another session.
    let reader = try await AdminBrowser(server, .readOnly, email: "pm@example.com")
    #expect(!(try await reader.get("/blueprint/1").body.contains(">Edit</a>")))
    #expect(try await reader.get(path).status == 403)
    #expect(try await reader.post(path, ["change": "propose", "file0": text]).status == 403)
    let forged = ["change": "propose", "file0": text, "form": reader.formToken]
    #expect(try await ada.post(path, forged).status == 401)
  }

  @Test(
    "an edit that nothing can be compared with is not proposed, and one without a reader is refused"
  )
  func editedUnknown() async throws {
    let file = SourceFile(path: "coach.yml", text: "# why\n")
    let base = try await TestServer("coach-paid")
    _ = try await Self.refresh(base).start(sources: [base.app: [file]])
    let ben = try await AdminBrowser(base, .owner)
    #expect(!(try await ben.get("/blueprint/1").body.contains(">Edit</a>")))
    #expect(try await ben.get("/blueprint/1/edit").status == 422)

    var configuration = SimulatedBackend.Configuration.sandbox()
    let stricter = try Self.stricter(than: base)
    configuration.readsEdits = { _ in .usable(stricter) }
    configuration.replay = { _, _, _ in RevisionComparison(whatIf: "", losses: [], limit: 2) }
    let server = try await TestServer("coach-paid", configuration: configuration)
    _ = try await Self.refresh(server).start(sources: [server.app: [file]])
    let ada = try await AdminBrowser(server, .owner)
    let hidden = try await ada.get("/blueprint/1/edit").hiddenFields
    let page = try await ada.post(
      "/blueprint/1/edit", hidden.merging(["change": "propose", "file0": "# more"]) { $1 })
    #expect(page.status == 422)
    #expect(page.text.contains("propose them with tollgate revisions propose"))
    #expect(page.body.contains(">\n# more</textarea>"))
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    #expect(try await revisions.proposal() == nil)
  }

  @Test("EX-6 every server that shares the ledger takes a revision")
  func servers() async throws {
    let one = try await TestServer("coach-paid")
    let two = try await one.restarted()
    let refreshes = [Self.refresh(one), Self.refresh(two)]
    for refresh in refreshes { _ = try await refresh.start() }
    let revisions = BlueprintRevisions(one.ledger, of: one.app)
    #expect(try await revisions.all().count == 1)
    try await revisions.store(try Self.stricter(than: one), at: one.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: one.now)
    for refresh in refreshes { await refresh.runOnce() }
    #expect(try one.service.app(one.app).revision == "r2")
    #expect(try two.service.app(one.app).revision == "r2")
  }

  @Test(
    "EX-6 a proposal that takes from payers is published only by a person who types its revision"
  )
  func page() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let ada = try await AdminBrowser(server, .developer)
    #expect(try await ada.get("/blueprint").text.contains("Nothing is proposed."))
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.propose(
      BlueprintProposal(
        revision: "r2", after: 1, at: server.now, author: "ci", note: "<b>fewer</b>",
        whatIf: "different 3 customers",
        losses: [
          ProposedLoss(
            "refused: a subscriber is refused a use of `send-message`: it is not included",
            customers: 3, instants: 40, samples: ["customer-7", "customer-9"])
        ]))
    let page = try await ada.get("/blueprint")
    #expect(page.text.contains("What paying customers would have lost"))
    #expect(page.text.contains("3 customers, 40 times: customer-7 customer-9"))
    #expect(page.body.contains(#"href="/admin/\#(server.app)/customers/customer-9""#))
    #expect(page.text.contains("No histories were searched: the file alone was read."))
    #expect(page.text.contains("UTC: r1 , from a server's file"))
    #expect(page.text.contains("takes access from paying customers"))
    #expect(page.text.contains("different 3 customers"))
    #expect(page.text.contains("r.yml: careful"))
    #expect(page.body.contains("&lt;b&gt;fewer"))
    let publish = ["change": "publish", "revision": "r2", "after": "1", "typed": " R2 "]
    for fields in [
      ["change": "publish", "revision": "r3", "after": "1"],
      ["change": "publish", "revision": "r2", "after": "2"],
      ["change": "publish", "revision": "r2"], ["change": "roll-back", "after": "1"],
      publish.merging(["typed": ""]) { $1 }, publish.merging(["typed": "r1"]) { $1 },
      publish.filter { $0.key != "typed" },
      ["change": "roll-back", "after": "1", "to": "9"], ["change": "else", "after": "1"],
      publish.merging(["after": "\(Int.max)"]) { $1 },
      ["change": "roll-back", "after": "\(Int.max)", "to": "1"],
    ] {
      #expect(try await ada.post("/blueprint", fields).status == 422, "\(fields)")
    }
    let reader = try await AdminBrowser(server, .readOnly, email: "pm@example.com")
    #expect(!(try await reader.get("/blueprint").body.contains("Publish to every server")))
    #expect(try await reader.post("/blueprint", publish).status == 403)
    let support = try await AdminBrowser(server, .support, email: "help@example.com")
    #expect(try await support.get("/blueprint").status == 403)

    // Also by a double click, whose clicks may arrive at once; it publishes once.
    async let first = ada.post("/blueprint", publish)
    async let second = ada.post("/blueprint", publish)
    #expect(try await [first.status, second.status] == [303, 303])
    #expect(try await ada.post("/blueprint", publish).status == 303)
    #expect(try await revisions.all().count == 2)
    #expect(try server.service.app(server.app).revision == "r2")
    let served = try await ada.get("/blueprint").text
    #expect(served.contains("UTC: r2 , proposed by ci, published by ada@example.com"))
    #expect(served.contains("Nothing is proposed."))
    let rollBack = ["change": "roll-back", "after": "2", "to": "1", "typed": "r1"]
    let untyped = try await ada.post("/blueprint", rollBack.filter { $0.key != "typed" })
    #expect(untyped.status == 422)
    #expect(untyped.text.contains("Type the revision, r1, to have it served"))
    for _ in 1...2 { #expect(try await ada.post("/blueprint", rollBack).status == 303) }
    #expect(try await BlueprintRevisions(server.ledger, of: server.app).all().count == 3)
    #expect(try server.service.app(server.app).revision == "r1")
    #expect(
      try await AdminBrowser(server, .owner, email: "o@example.com").get("/audit").text.contains(
        "ada@example.com blueprint rolled back 3 to revision 1"))
  }

  @Test("a customer whose facts are ahead of the clock does not stand in the way of the page")
  func lossOfTomorrow() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let now = server.now
    server.set(now.adding(milliseconds: 3 * 86_400_000))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("maya@example.com")
    server.set(now)
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let ada = try await AdminBrowser(server, .developer)
    try await revisions.store(try Self.stricter(than: server), at: now)
    try await revisions.propose(
      BlueprintProposal(
        revision: "r2", after: 1, at: now, author: "ci", note: nil, whatIf: "different 1 customer",
        losses: [
          ProposedLoss("refused: a payer", customers: 1, instants: 2, samples: [phone.id])
        ]))
    #expect(try await ada.get("/customers/\(phone.id)").status == 503)
    let page = try await ada.get("/blueprint")
    #expect(page.status == 200 && page.text.contains("1 customer, 2 times"))
    #expect(!page.text.contains("For example"))
    server.set(now.adding(milliseconds: 3 * 86_400_000))
    #expect(try await ada.get("/blueprint").text.contains("For example"))
  }

  @Test(
    "EX-6 going back shows first who loses, and wants the revision typed if payers may",
    arguments: [
      (RevisionComparison(whatIf: "different nobody", losses: []), nil),
      (
        RevisionComparison(whatIf: "different nobody", losses: [], limit: 2),
        "Only the first 2 customers by id were compared"
      ),
      (
        RevisionComparison(
          whatIf: "different 1 customer",
          losses: [
            ProposedLoss("refused: a payer", customers: 1, instants: 2, samples: ["customer-7"])
          ]),
        "Paying customers lose access."
      ),
      (nil, "This revision could not be compared with the one that is served"),
    ] as [(RevisionComparison?, String?)])
  func goingBack(_ comparison: RevisionComparison?, _ doubt: String?) async throws {
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.replay = { new, old, names in
      guard let comparison, new.definition != old.definition else { throw CancellationError() }
      return RevisionComparison(
        whatIf: "\(names.new) instead of \(names.old): \(comparison.whatIf)",
        losses: comparison.losses, limit: comparison.limit)
    }
    let server = try await TestServer("coach-paid", configuration: configuration)
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let ada = try await AdminBrowser(server, .developer)
    #expect(!(try await ada.get("/blueprint").text.contains("Go back to")))
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    #expect(try await ada.get("/blueprint").text.contains("Go back to revision 1"))
    let reader = try await AdminBrowser(server, .readOnly, email: "pm@example.com")
    #expect(!(try await reader.get("/blueprint").text.contains("Go back to")))
    let preview = ["change": "preview", "to": "1"]
    #expect(try await reader.post("/blueprint", preview).status == 403)
    for to in ["", "2", "9"] {
      let refused = try await ada.post("/blueprint", ["change": "preview", "to": to])
      #expect(refused.status == 422, "\(to)")
    }

    let page = try await ada.post("/blueprint", preview)
    #expect(page.status == 200)
    #expect(page.text.contains("r1 , from a server's file"))
    #expect(page.text.contains("no paying customer loses access") == (doubt == nil))
    if let comparison {
      #expect(page.text.contains("revision 1 instead of revision 2: \(comparison.whatIf)"))
      #expect(page.text.contains("No histories were searched"))
    }
    if let doubt { #expect(page.text.contains(doubt)) }
    let losses = "What paying customers would have lost"
    #expect(page.text.contains(losses) == (comparison?.losses.isEmpty == false))
    #expect(try await revisions.all().count == 2)

    // What the page could show holds for this revision after that one, and in this session.
    let confirmed = page.hiddenFields.merging(["change": "roll-back"]) { $1 }
    #expect((confirmed["compared"] == nil) == (doubt != nil))
    let ben = try await AdminBrowser(server, .owner, email: "ben@example.com")
    let other = confirmed.filter { $0.key != "form" }
    #expect(try await ben.post("/blueprint", other).status == 422)
    if doubt != nil {
      #expect(try await ada.post("/blueprint", confirmed).status == 422)
      #expect(try await revisions.all().count == 2)
    }
    // Customers may have bought since.
    server.advance(Period(1, .hour))
    if doubt == nil { #expect(try await ada.post("/blueprint", confirmed).status == 422) }
    let again = try await ada.post("/blueprint", preview).hiddenFields
    let confirmedAgain = again.merging(["change": "roll-back"]) { $1 }
    let typed = confirmedAgain.merging(doubt == nil ? [:] : ["typed": "r1"]) { $1 }
    for _ in 1...2 { #expect(try await ada.post("/blueprint", typed).status == 303) }
    #expect(try await revisions.all().map(\.revision) == ["r1", "r2", "r1"])
    #expect(try server.service.app(server.app).revision == "r1")
    #expect(try await ada.get("/blueprint").text.contains("Go back to revision 2"))
    // The form is not about what is served now.
    let outdated = confirmed.merging(["to": "2"]) { $1 }
    #expect(try await ada.post("/blueprint", outdated).status == 422)
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .blueprintRolledBack), in: server.app)
    #expect(audit.map(\.author) == ["ada@example.com"])
    #expect(audit.map(\.reason) == ["to revision 1"])
  }

  @Test("EX-6 a revision names who proposed it, unless it was published without a proposal")
  func proposer() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    func propose(_ revision: String, after number: Int) async throws {
      try await revisions.propose(
        BlueprintProposal(
          revision: revision, after: number, at: server.now, author: "ada", note: nil, whatIf: "",
          losses: []))
    }
    try await propose("r2", after: 1)
    try await revisions.publish("r2", after: 1, by: "ben", at: server.now)
    // What else is proposed then has nothing to do with it.
    try await revisions.rollBack(by: "eve", at: server.now)
    try await propose("r1", after: 3)
    try await revisions.publish("r2", after: 3, by: "ben", at: server.now)
    let all = try await revisions.all()
    #expect(all.map(\.author) == ["server", "ben", "eve", "ben"])
    #expect(all.map(\.proposer) == [nil, "ada", nil, nil])
    #expect(try await revisions.proposal()?.revision == "r1")
  }

  @Test(
    "a proposal that was compared with an earlier revision is not published, and can be removed")
  func outdated() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.store(try Self.stricter(than: server, revision: "r3"), at: server.now)
    try await revisions.propose(
      BlueprintProposal(
        revision: "r3", after: 1, at: server.now, author: "ci", note: nil, whatIf: "", losses: []))
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    let ada = try await AdminBrowser(server, .owner)
    let page = try await ada.get("/blueprint")
    #expect(page.text.contains("It was compared with revision 1, which is no longer served"))
    #expect(!page.body.contains("Publish to every server"))
    let fields = ["revision": "r3", "after": "1"]
    let other = ["change": "withdraw", "revision": "r2", "after": "1"]
    #expect(try await ada.post("/blueprint", other).status == 422)
    #expect(
      try await ada.post("/blueprint", fields.merging(["change": "publish"]) { $1 }).status == 422)
    #expect(
      try await ada.post("/blueprint", fields.merging(["change": "withdraw"]) { $1 }).status == 303)
    #expect(try await revisions.proposal() == nil)
  }

  @Test(
    "EX-9 the page says whether histories were searched, and to their end",
    arguments: [
      (BlueprintSearch.skipped, "No histories were searched"),
      (.cutShort, "cut short at its limit: there may be more"), (.complete, "ran to its end"),
    ])
  func searched(search: BlueprintSearch, sentence: String) async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let ada = try await AdminBrowser(server, .owner)
    // What a server reads from its file is not searched.
    #expect(try await ada.get("/blueprint").text.contains("No histories were searched"))
    let stricter = try Self.stricter(than: server)
    try await revisions.store(
      StoredBlueprint(
        stricter.blueprint, revision: "r2", search: search,
        coverage: search == .cutShort ? ["Searched: all products.", "Not searched: renewals."] : []),
      at: server.now)
    try await revisions.propose(
      BlueprintProposal(
        revision: "r2", after: 1, at: server.now, author: "ci", note: nil, whatIf: "", losses: []))
    let page = try await ada.get("/blueprint").text
    #expect(page.contains(sentence))
    #expect(page.contains("Not searched: renewals.") == (search == .cutShort))
    #expect(page.contains("no paying customer loses access"))
    #expect(!page.contains("type its revision"))
  }

  @Test(
    "EX-9 what is served stays as it is when a stricter version finds mistakes in it, and says so")
  func stricterVersion() async throws {
    let server = try await TestServer("coach-paid")
    _ = try await Self.refresh(server).start()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.store(try Self.stricter(than: server), at: server.now)
    try await revisions.store(try Self.stricter(than: server, revision: "r3"), at: server.now)
    try await revisions.publish("r2", after: 1, by: "ada", at: server.now)
    // As if the version that published it had accepted a plan that does not exist.
    var mistaken = try Self.stricter(than: server).blueprint.definition
    mistaken.plan = ["misspelt"]
    let text = try StoredBlueprint(try Blueprint(served: mistaken), revision: "r2").text()
    try await server.ledger.set(LedgerProperty("blueprint r2 \(server.app)"), to: text)

    let upgraded = try await server.restarted()
    let log = LogLines()
    let refresh = BlueprintRefresh(
      upgraded.service, logger: Logger(label: "tests") { _ in log.handler },
      mistakes: { BlueprintRefresh.unusable($0) + ["features.read: careful"] })
    #expect(try await refresh.start()[server.app]?.number == 2)
    let served = try upgraded.service.app(server.app)
    #expect(served.revision == "r2")
    #expect(served.blueprint.definition == mistaken)
    #expect(served.mistakes.count == 2)
    #expect(served.mistakes.first?.hasPrefix("plan: there is no entitlement `misspelt`") == true)
    #expect(served.mistakes.last == "features.read: careful")
    #expect(log.all.count { $0.contains("has a mistake by this version") } == 2)
    // Customers get it, and phones can use it.
    let phone = try await upgraded.phone()
    let snapshot: CustomerSnapshot = try await upgraded.send(.me, token: phone.token)
    #expect(snapshot.blueprintRevision == "r2")

    let ready = try await upgraded.exchange(.ready)
    #expect(ready.status == 200)
    let response = try JSONDecoder().decode(ReadinessResponse.self, from: Data(ready.body.utf8))
    #expect(response.checks.contains(.init("blueprint", .warn, code: "mistakes")))
    let ada = try await AdminBrowser(upgraded, .owner)
    #expect(try await ada.get("").text.contains("has 2 mistakes by this version"))
    let page = try await ada.get("/blueprint").text
    #expect(page.contains("Mistakes in what is served"))
    #expect(page.contains("plan: there is no entitlement `misspelt`"))

    // It is not published with them again, but a rollback to it is possible.
    try await server.ledger.set(
      LedgerProperty("blueprint-candidate r3 \(server.app)"),
      to: try StoredBlueprint(try Blueprint(served: mistaken), revision: "r3").text())
    await #expect(throws: Problem.self) {
      try await revisions.publish("r3", after: 2, by: "ada", at: server.now)
    }
    try await revisions.rollBack(to: 1, by: "ada", at: server.now)
    await refresh.runOnce()
    #expect(try upgraded.service.app(server.app).mistakes == ["features.read: careful"])
    #expect(try await revisions.rollBack(to: 2, by: "ada", at: server.now).revision == "r2")
    await refresh.runOnce()
    #expect(try upgraded.service.app(server.app).revision == "r2")
  }
}
