import Logging
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("Editing a revision's files on its page")
struct EditTests {
  private static let path = "/blueprint/1/edit"

  /// A server that serves a file as revision 1, and reads each other text as a blueprint of its own.
  ///
  /// - Parameters:
  ///   - mistakes: What is wrong with a text.
  ///   - replay: Compares two revisions.
  ///   - search: Searches what is proposed.
  private static func server(
    text: String = "trial: 5\n", mistakes: @escaping @Sendable (String) -> [String] = { _ in [] },
    replay: @escaping RevisionComparison.Replay = { _, _, _ in
      RevisionComparison(whatIf: "", losses: [])
    }, search: ProposalSearch.Run? = nil
  ) async throws -> TestServer {
    let definition = try await TestServer("coach-paid").blueprint.definition
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.replay = replay
    configuration.searchesProposals = search
    configuration.readsEdits = { files in
      let found = mistakes(files[0].text)
      guard found.isEmpty, let blueprint = try? Blueprint(definition) else {
        return .mistaken(found)
      }
      return .usable(
        StoredBlueprint(
          blueprint, revision: files[0].text == text ? "r1" : "r-\(files[0].text.utf8.count)",
          source: files))
    }
    let server = try await TestServer("coach-paid", configuration: configuration)
    let refresh = BlueprintRefresh(
      server.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    _ = try await refresh.start(sources: [server.app: [SourceFile(path: "coach.yml", text: text)]])
    return server
  }

  @Test("the files of a blueprint with a font of its own are not edited")
  func fonts() async throws {
    let server = try await Self.server()
    for fonts in [[], [Skin.FontFile(digest: "9f86", bytes: [1])]] {
      var definition = server.blueprint.definition
      definition.fonts = fonts
      let stored = StoredBlueprint(
        try Blueprint(definition), revision: "r2",
        source: [SourceFile(path: "coach.yml", text: "# why\n")])
      #expect(stored.isEditable(within: 256 * 1024) == fonts.isEmpty)
    }
  }

  @Test(
    "EX-6 what is proposed on the page is searched in the background, with its progress shown"
  )
  func search() async throws {
    let latch = Latch()
    let server = try await Self.server(search: { new, _, name, progress, isStopped in
      progress { "12 states, beside \(name)" }
      latch.wait()
      guard !isStopped() else { return nil }
      return StoredBlueprint(
        new.blueprint, revision: new.revision, findings: ["payer locked out: write"],
        search: .complete, source: new.source)
    })
    let ada = try await AdminBrowser(server, .developer)
    let fields = try await ada.get(Self.path).hiddenFields
    let proposed = try await ada.post(
      Self.path, fields.merging(["change": "propose", "file0": "trial: 50\n"]) { $1 })
    #expect(proposed.status == 303)
    func page(until isShown: (Exchange) -> Bool) async throws -> Exchange {
      for _ in 0..<10_000 {
        let page = try await ada.get("/blueprint")
        if isShown(page) { return page }
        await Task.yield()
      }
      return try await ada.get("/blueprint")
    }
    let running = try await page { $0.text.contains("12 states") }
    #expect(
      running.text.contains(
        "This server is still searching histories and may find more: 12 states, beside revision 1."
      ))
    #expect(running.body.contains("data-runs") && running.body.contains("<script>"))
    latch.open()
    let over = try await page { !$0.body.contains("data-runs") }
    #expect(over.text.contains("payer locked out: write") && !over.body.contains("<script>"))
    #expect(over.text.contains("The search of histories (tollgate check --quick) ran to its end."))
  }

  @Test("a search that another one replaced stays replaced, also by one of the same files")
  func replacedSearch() async throws {
    let (latch, end, order) = (Latch(), Latch(), Order())
    let searches = ProposalSearches { new, _, _, _, isStopped in
      latch.wait()
      order.add("\(new.revision) \(isStopped())")
      end.wait()
      return nil
    }
    let blueprint = try await TestServer("coach-paid").blueprint
    for revision in ["a", "b", "a", "a"] {
      searches.start(
        StoredBlueprint(blueprint, revision: revision), against: blueprint, named: "revision 1"
      ) { _ in }
    }
    for _ in 1...3 { latch.open() }
    for _ in 0..<10_000 where order.names.count < 3 {
      try await Task.sleep(for: .milliseconds(1))
    }
    for _ in 1...3 { end.open() }
    #expect(order.names.sorted() == ["a false", "a true", "b true"])
  }

  @Test("a mistake in a file with line breaks of Windows is shown with its line")
  func lineBreaks() async throws {
    let server = try await Self.server(
      text: "a: 1\r\nb: 2\r\n",
      mistakes: { $0.contains("c") ? ["coach.yml:2:1: error: there is no key `c`"] : [] })
    let ada = try await AdminBrowser(server, .developer)
    let fields = try await ada.get(Self.path).hiddenFields
    let page = try await ada.post(
      Self.path, fields.merging(["change": "check", "file0": "a: 1\r\nc: 2\r\n"]) { $1 })
    #expect(page.status == 422)
    #expect(page.body.contains("<code>c: 2</code>"))
  }

  @Test("an edit does not take the place of a proposal that its author has not seen")
  func otherProposal() async throws {
    let server = try await Self.server()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let ada = try await AdminBrowser(server, .developer)
    let bob = try await AdminBrowser(server, .developer, email: "bob@example.com")
    let opened = try await ada.get(Self.path).hiddenFields
    let changes = ["change": "propose", "file0": "trial: 30\n"]
    let his = ["change": "propose", "file0": "trial: 100\n"]
    #expect(try await bob.post(Self.path, changes).status == 422)
    let seen = try await bob.get(Self.path).hiddenFields
    #expect(try await bob.post(Self.path, seen.merging(his) { $1 }).status == 303)
    let proposed = try await revisions.proposal()

    let refused = try await ada.post(Self.path, opened.merging(changes) { $1 })
    #expect(refused.status == 422)
    #expect(refused.text.contains("bob@example.com has proposed another blueprint since"))
    #expect(refused.body.contains(">\ntrial: 30\n</textarea>"))
    #expect(try await revisions.proposal() == proposed)
    // Now she knows of it, but it is withdrawn meanwhile.
    try await revisions.withdrawProposal(by: "bob@example.com", at: server.now)
    let again = try await ada.post(Self.path, refused.hiddenFields.merging(changes) { $1 })
    #expect(again.status == 422)
    #expect(again.text.contains("has been published or withdrawn since"))
    #expect(try await ada.post(Self.path, again.hiddenFields.merging(changes) { $1 }).status == 303)
    #expect(try await revisions.proposal()?.author == "ada@example.com")

    // The text of a proposal that is gone stays too.
    let proposal = "/blueprint/proposal/edit"
    let last = try await ada.get(proposal).hiddenFields
    try await revisions.withdrawProposal(by: "bob@example.com", at: server.now)
    let gone = try await ada.post(
      proposal, last.merging(["change": "propose", "file0": "trial: 7\n"]) { $1 })
    #expect(gone.status == 422)
    #expect(gone.body.contains(">\ntrial: 7\n</textarea>"))
  }

  @Test("both clicks of a double click lead to the proposal of the first, which is compared once")
  func doubleClick() async throws {
    let comparisons = Order()
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let server = try await Self.server(
      replay: { _, _, names in
        comparisons.add(names.new)
        start.finish()
        for await _ in released {}
        return RevisionComparison(whatIf: "", losses: [])
      })
    let ada = try await AdminBrowser(server, .developer)
    let fields = try await ada.get(Self.path).hiddenFields
      .merging(["change": "propose", "file0": "trial: 30\n"]) { $1 }
    async let first = ada.post(Self.path, fields)
    for await _ in started {}
    async let second = ada.post(Self.path, fields)
    release.finish()
    #expect(try await [first.status, second.status] == [303, 303])
    #expect(try await ada.post(Self.path, fields).status == 303)
    #expect(comparisons.names == ["the edited files"])
  }

  @Test("an edit during another comparison is refused with the reason, and keeps what was typed")
  func busy() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let server = try await Self.server(
      replay: { _, _, names in
        if names.new.hasPrefix("revision") {
          start.finish()
          for await _ in released {}
        }
        return RevisionComparison(whatIf: "", losses: [])
      })
    let ada = try await AdminBrowser(server, .developer)
    let fields = try await ada.get(Self.path).hiddenFields
    let first = ["change": "propose", "file0": "trial: 30\n"]
    #expect(try await ada.post(Self.path, fields.merging(first) { $1 }).status == 303)
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    try await revisions.publish("r-10", after: 1, by: "ada", at: server.now)

    async let preview = ada.post("/blueprint", ["change": "preview", "to": "1"])
    for await _ in started {}
    let edit = fields.merging(["change": "propose", "file0": "trial: 100\n"]) { $1 }
    let page = try await ada.post(Self.path, edit)
    #expect(page.status == 503)
    #expect(page.text.contains("Other revisions are being compared"))
    #expect(page.body.contains(">\ntrial: 100\n</textarea>"))
    release.finish()
    #expect(try await preview.status == 200)
    #expect(try await ada.post(Self.path, edit).status == 303)
  }

  @Test("an edit keeps what a search found in the same files, and is refused if it changes nothing")
  func searched() async throws {
    let server = try await Self.server()
    let revisions = BlueprintRevisions(server.ledger, of: server.app)
    let text = "trial: 30\n"
    let stored = StoredBlueprint(
      server.blueprint, revision: "r-10", findings: ["a payer is locked out"], search: .complete,
      source: [SourceFile(path: "coach.yml", text: text)])
    try await revisions.store(stored, at: server.now)
    let proposal = BlueprintProposal(
      revision: "r-10", after: 1, at: server.now, author: "ci", note: "Longer", whatIf: "",
      losses: [])
    try await revisions.propose(proposal)
    let ada = try await AdminBrowser(server, .developer)
    let path = "/blueprint/proposal/edit"
    let form = try await ada.get(path)
    #expect(form.body.contains(#"name="note" value="Longer""#))
    let fields = form.hiddenFields.merging(["change": "propose", "file0": text]) { $1 }
    let same = try await ada.post(path, fields)
    #expect(same.status == 422)
    #expect(same.text.contains("Nothing differs from the proposal."))
    #expect(try await revisions.proposal() == proposal)

    // From another revision it comes to the same files.
    try await revisions.withdrawProposal(by: "ci", at: server.now)
    let other = try await ada.get(Self.path).hiddenFields
    let edit = other.merging(["change": "propose", "file0": text]) { $1 }
    #expect(try await ada.post(Self.path, edit).status == 303)
    let kept = try await revisions.blueprint(of: "r-10")
    #expect((kept.search, kept.findings) == (.complete, ["a payer is locked out"]))
  }

  @Test(
    "files that a form cannot send back are not edited on the page",
    arguments: [
      (String(repeating: "a", count: 200_000), true), (String(repeating: "{", count: 70_000), true),
      (String(repeating: "{", count: 100_000), false),
      (String(repeating: "a\n", count: 40_000), false),
      (String(repeating: "a\r\n", count: 30_000), true),
    ])
  func large(text: String, isEditable: Bool) async throws {
    let server = try await Self.server(text: text)
    let ada = try await AdminBrowser(server, .developer)
    #expect(try await ada.get("/blueprint/1").body.contains(">Edit</a>") == isEditable)
    let form = try await ada.get(Self.path)
    #expect(form.status == (isEditable ? 200 : 422))
    guard isEditable else { return }
    let checked = try await ada.post(
      Self.path, form.hiddenFields.merging(["change": "check", "file0": "\(text)#"]) { $1 })
    #expect(checked.status == 200)
  }
}
