import ArgumentParser
import Foundation
import Testing
import Tollgate
import TollgateBlueprints
import TollgateLedger
import TollgateWire

@testable import TollgateCommand
@testable import TollgateServer

@Suite("Revisions on the command line")
struct RevisionsCommandTests {
  /// A folder with two blueprints and a ledger with history; a server has recorded in it that it serves `old.yml`.
  private static func folder() async throws -> (folder: TemporaryFolder, server: SQLiteLedger) {
    let (folder, server) = try await WhatIfCommandTests.folder()
    let file = try BlueprintFile.load(path: folder.url.appendingPathComponent("old.yml").path)
    try await BlueprintRevisions(server, of: "a").recordFile(
      StoredBlueprint(file.blueprint, revision: file.revision), at: .current)
    return (folder, server)
  }

  private static func run(
    _ folder: TemporaryFolder, _ arguments: String...
  ) throws -> Command {
    try Command(["revisions"] + arguments, in: folder.url)
  }

  @Test("EX-6 a file is published after its what-if, listed and rolled back")
  func published() async throws {
    let (folder, server) = try await Self.folder()
    let revisions = BlueprintRevisions(server, of: "a")
    // Without a terminal nobody can answer, and paying customers would lose access.
    let asked = try Self.run(folder, "publish", "new.yml")
    #expect(asked.status == 1)
    #expect(asked.output.contains("new.yml instead of revision 1, over tollgate.sqlite"))
    #expect(asked.output.contains("Access is taken from paying customers:"))
    #expect(asked.output.contains("pairs of states with revision 1"))
    #expect(asked.errors == "error: nothing is published without an answer; add --yes\n")
    let refused = try Self.run(folder, "publish", "new.yml", "--yes", "--no-search")
    #expect(refused.status == 3)
    #expect(
      refused.errors
        == "Nothing is published: paying customers would lose access; --allow-losses allows that.\n"
    )
    #expect(!refused.output.contains("pairs of states"))
    #expect(try await revisions.all().count == 1)

    let published = try Self.run(
      folder, "publish", "new.yml", "--yes", "--allow-losses", "--no-search", "--note", "less")
    #expect(published.status == 0)
    #expect(
      published.output.hasSuffix(
        "Revision 2 of a is published. To take it back: tollgate revisions rollback --app a\n"))
    let served = try await revisions.current()
    #expect((served.origin, served.note) == (.published, "less"))
    let again = try Self.run(folder, "publish", "new.yml", "--yes")
    #expect(again.errors == "new.yml: error: it is served already, as revision 2\n")

    let unanswered = try Self.run(folder, "rollback", "--app", "a")
    #expect(unanswered.status == 1)
    #expect(unanswered.output.contains("revision 1 instead of revision 2, over tollgate.sqlite"))
    #expect(unanswered.output.contains("pairs of states with revision 2"))
    #expect(
      unanswered.errors == "error: nothing is rolled back without an answer; add --yes\n")
    let back = try Self.run(folder, "rollback", "--app", "a", "--yes", "--no-search")
    #expect(back.status == 0)
    #expect(!back.output.contains("pairs of states"))
    #expect(back.output.contains("\nRevision 3 of a is served: "))
    #expect(back.output.hasSuffix(", to revision 1.\n"))
    let list = try Self.run(folder, "list", "--app", "a").output.split(separator: "\n")
    #expect(list.count == 4)
    #expect(list[0].hasPrefix("NUMBER  BLUEPRINT     SINCE"))
    #expect(list[3].contains("rolled-back  command line  to revision 1"))
    #expect(
      try Self.run(folder, "rollback", "--app", "a", "--to", "9").errors
        == "error: There is no revision 9.\n")
  }

  @Test("EX-6 a rollback that takes access from payers says from whom, and wants that allowed")
  func rolledBackToLess() async throws {
    let (folder, server) = try await Self.folder()
    let revisions = BlueprintRevisions(server, of: "a")
    for arguments in [
      ["publish", "new.yml", "--yes", "--allow-losses", "--no-search"],
      ["rollback", "--app", "a", "--yes", "--no-search"],
    ] { #expect(try Command(["revisions"] + arguments, in: folder.url).status == 0) }

    let refused = try Self.run(folder, "rollback", "--app", "a", "--yes", "--no-search")
    #expect(refused.status == 3)
    #expect(refused.output.contains("Access is taken from paying customers:"))
    #expect(refused.output.contains("    ann: "))
    #expect(
      refused.errors
        == "Nothing is rolled back: paying customers would lose access; --allow-losses allows that.\n"
    )
    #expect(try await revisions.all().count == 3)
    let allowed = try Self.run(
      folder, "rollback", "--app", "a", "--to", "2", "--yes", "--allow-losses", "--no-search")
    #expect(allowed.status == 0)
    #expect(allowed.output.hasSuffix(", to revision 2.\n"))
  }

  @Test("EX-6 a server compares revisions for its page as the command does, for so many customers")
  func comparedByServer() async throws {
    let (folder, server) = try await Self.folder()
    let (old, new) = try (
      BlueprintFile.load(path: folder.url.appendingPathComponent("old.yml").path).blueprint,
      BlueprintFile.load(path: folder.url.appendingPathComponent("new.yml").path).blueprint
    )
    let names = (new: "revision 1", old: "revision 2")
    let location = LedgerLocation.file("tollgate.sqlite")
    let less = try await RevisionComparison.replay(over: server, at: location)(new, old, names)
    #expect(less.whatIf.hasPrefix("revision 1 instead of revision 2, over tollgate.sqlite\n"))
    #expect(less.whatIf.contains("2 customers, "))
    #expect(less.losses.first?.samples == ["ann"])
    #expect(less.limit == nil)
    let more = try await RevisionComparison.replay(over: server, at: location)(old, new, names)
    #expect(more.losses.isEmpty)
    let part = try await RevisionComparison.replay(over: server, at: location, limit: 1)(
      new, old, names)
    #expect(part.whatIf.contains("1 customer, "))
    #expect(part.limit == 1)
  }

  @Test("EX-6 a rollback from a revision that cannot be read compares nothing, and says so")
  func rolledBackFromUnreadable() async throws {
    let (folder, server) = try await Self.folder()
    let published = try Self.run(
      folder, "publish", "new.yml", "--yes", "--allow-losses", "--no-search")
    #expect(published.status == 0)
    let revisions = BlueprintRevisions(server, of: "a")
    let served = try await revisions.current()
    try await server.set(.blueprint(served.revision, of: "a"), to: "{}")

    let refused = try Self.run(folder, "rollback", "--app", "a", "--yes")
    #expect(refused.status == 3)
    #expect(refused.output == "Nothing is compared: revision 2 cannot be read.\n\n")
    #expect(refused.errors.hasPrefix("Nothing is rolled back: paying customers may lose access;"))
    let allowed = try Self.run(folder, "rollback", "--app", "a", "--yes", "--allow-losses")
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(try await revisions.current().note == "to revision 1")
  }

  @Test("EX-6 a proposal waits for somebody to publish it, and the list names both")
  func proposed() async throws {
    let (folder, server) = try await Self.folder()
    let proposed = try Self.run(
      folder, "propose", "new.yml", "--no-search", "--note", "A stricter plan")
    #expect(proposed.status == 0)
    #expect(
      proposed.output.hasSuffix(
        "Proposed: an owner or a developer publishes it at /admin/a/blueprint.\n"))
    let revisions = BlueprintRevisions(server, of: "a")
    let proposal = try #require(try await revisions.proposal())
    #expect(proposal.losses.first?.samples == ["ann"])
    #expect(proposal.losses.first?.customers == 1)
    #expect(
      proposal.losses.allSatisfy {
        $0.sentence.hasPrefix("refused: ") || $0.sentence.hasPrefix("loses: ")
      })
    #expect(try await revisions.blueprint(of: proposal.revision).search == .skipped)
    #expect(proposal.whatIf.contains("refused: a subscriber is refused a use of `note`"))
    #expect(proposal.after == 1)
    let list = try Self.run(folder, "list", "--app", "a").output
    #expect(list.contains(", after revision 1: \(proposal.revision.prefix(12)), A stricter plan"))
    #expect(try Self.run(folder, "propose", "new.yml").status == 0)
    #expect(try await revisions.blueprint(of: proposal.revision).search == .complete)

    try await revisions.publish(proposal.revision, after: 1, by: "ada@example.com", at: .current)
    let published = try Self.run(folder, "list", "--app", "a").output.split(separator: "\n")
    #expect(published[0].contains("  PROPOSED BY   HOW        BY"))
    #expect(published[1].contains("                file       server"))
    #expect(published[2].contains("  command line  published  ada@example.com"))
  }

  @Test("EX-6 a revision is stored with its files as they were written, comments included")
  func source() async throws {
    let (folder, server) = try await Self.folder()
    let file = folder.url.appendingPathComponent("new.yml")
    let whole = try String(contentsOf: file, encoding: .utf8)
    let cut = try #require(whole.range(of: "paywalls:\n"))
    let yaml = "# What it costs us\nparts: words/paywalls.yml\n" + whole[..<cut.lowerBound]
    let part = "# As marketing wrote it\n" + whole[cut.lowerBound...]
    try yaml.write(to: file, atomically: true, encoding: .utf8)
    let words = folder.url.appendingPathComponent("words")
    try FileManager.default.createDirectory(at: words, withIntermediateDirectories: true)
    try part.write(
      to: words.appendingPathComponent("paywalls.yml"), atomically: true, encoding: .utf8)
    let proposed = try Self.run(folder, "propose", "new.yml", "--no-search")
    #expect(proposed.status == 0, "\(proposed.output)\(proposed.errors)")
    let revisions = BlueprintRevisions(server, of: "a")
    let proposal = try #require(try await revisions.proposal())
    #expect(
      try await revisions.blueprint(of: proposal.revision).source == [
        SourceFile(path: "new.yml", text: yaml), SourceFile(path: "words/paywalls.yml", text: part),
      ])
  }

  @Test("EX-6 diff prints the lines that a proposal or a revision changes")
  func diff() async throws {
    let (folder, server) = try await Self.folder()
    let missing = try Self.run(folder, "diff", "proposal", "--app", "a")
    #expect(missing.status == 1)
    #expect(missing.errors == "error: Nothing is proposed.\n")
    #expect(try Self.run(folder, "propose", "new.yml", "--no-search").status == 0)
    // As the server recorded its file, without the YAML.
    let unknown = try Self.run(folder, "diff", "proposal", "--app", "a")
    #expect(unknown.errors == "error: the files of revision 1 are not stored\n")

    let file = try BlueprintFile.load(path: folder.url.appendingPathComponent("old.yml").path)
    let revisions = BlueprintRevisions(server, of: "a")
    try await revisions.recordFile(
      StoredBlueprint(file.blueprint, revision: file.revision, source: file.written), at: .current)
    let proposed = try Self.run(folder, "diff", "proposal", "--app", "a")
    #expect(proposed.status == 0)
    #expect(
      proposed.output == """
        --- old.yml (revision 1)
        +++ new.yml (the proposal)
        @@ -8,7 +8,7 @@
             paywall: plans
             rules:
               - when: { entitled: pro }
        -        allow: { upTo: 3, per: day }
        -      - otherwise: { upTo: 1, per: day }
        +        allow: { upTo: 1, per: day }
        +      - otherwise: deny
         paywalls:
           plans: { title: Pro, packages: [pro.monthly] }
        \\ No newline at end of file

        """)
    let published = try Self.run(
      folder, "publish", "new.yml", "--yes", "--allow-losses", "--no-search")
    #expect(published.status == 0)
    // The one that is served is compared with the one before it; others with it, or with one that is named.
    let served = try Self.run(folder, "diff", "2", "--app", "a").output
    #expect(served == proposed.output.replacing("the proposal", with: "revision 2"))
    let back = try Self.run(folder, "diff", "1", "--app", "a").output
    #expect(back.hasPrefix("--- new.yml (revision 2)\n+++ old.yml (revision 1)\n"))
    #expect(try Self.run(folder, "diff", "2", "1", "--app", "a").output == served)
    #expect(
      try Self.run(folder, "diff", "1", "1", "--app", "a").output
        == "No line differs. Pictures and fonts are not compared.\n")
    #expect(
      try Self.run(folder, "diff", "9", "--app", "a").errors == "error: There is no revision 9.\n")
  }

  @Test("EX-6 edited files are read as check reads them, and have the revision of equal files")
  func edited() async throws {
    let (folder, _) = try await Self.folder()
    let file = try BlueprintFile.load(path: folder.url.appendingPathComponent("new.yml").path)
    guard case .usable(let stored) = EditedBlueprint.read(file.written) else {
      Issue.record("the file was refused")
      return
    }
    #expect(stored.revision == file.revision)
    #expect(stored.blueprint.definition == file.blueprint.definition)
    #expect(stored.source == file.written)
    let text = try #require(file.written.first?.text)
    let edited = SourceFile(
      path: "new.yml", text: text.replacing("paywall: plans", with: "paywall: plan"))
    guard case .mistaken(let mistakes) = EditedBlueprint.read([edited]) else {
      Issue.record("the mistake was accepted")
      return
    }
    #expect(mistakes.first?.hasPrefix("new.yml:8:") == true, "\(mistakes)")
  }

  /// A blueprint whose lines end as on Windows, with a part whose lines do not.
  private static let parts = [
    SourceFile(
      path: "coach.yml",
      text: """
        app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
        parts: [paywalls.yml]
        legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
        products:
          coach.monthly: { name: Coach, entitlements: premium, price: 9.99 USD, period: P1M }
        features:
          chat:
            - { when: { entitled: premium }, allow: unlimited }
            - { otherwise: deny, paywall: plans }

        """.replacing("\n", with: "\r\n")),
    SourceFile(
      path: "paywalls.yml",
      text: """
        paywalls:
          plans:
            title: Keep talking?
            benefits: [{ icon: chat, title: "*Talk*" }]
            packages: [coach.monthly]

        """),
  ]

  @Test("EX-6 a form sends a blueprint's files back as they were, and changes are found in a part")
  func sentBack() throws {
    let files = Self.parts
    guard case .usable(let stored) = EditedBlueprint.read(files) else {
      Issue.record("the files were refused")
      return
    }
    #expect(stored.source == files)
    let fields = [
      "file0": files[0].text, "file1": files[1].text.replacing("\n", with: "\r\n"),
    ]
    let sent = EditPage.edited(files, by: fields)
    #expect(sent.map { Array($0.text.utf8) } == files.map { Array($0.text.utf8) })
    guard case .usable(let same) = EditedBlueprint.read(sent) else {
      Issue.record("the files were refused")
      return
    }
    #expect(same.revision == stored.revision)

    let wrong = EditPage.edited(
      files, by: ["file1": files[1].text.replacing("coach.monthly", with: "coach.weekly")])
    guard case .mistaken(let mistakes) = EditedBlueprint.read(wrong) else {
      Issue.record("the mistake was accepted")
      return
    }
    #expect(mistakes.contains { $0.hasPrefix("paywalls.yml:5:") }, "\(mistakes)")

    let font = "skin: { accent: '#1F7A4D', font: { name: Sora, file: fonts/sora.woff2 } }"
    let fonts = EditPage.edited(files, by: ["file0": "\(files[0].text)\(font)\r\n"])
    guard case .mistaken = EditedBlueprint.read(fonts) else {
      Issue.record("a font was read that nobody has")
      return
    }
  }

  @Test("a file that cannot be published is refused before anything is written")
  func refused() async throws {
    let (folder, server) = try await Self.folder()
    try "app: {".write(
      to: folder.url.appendingPathComponent("broken.yml"), atomically: true, encoding: .utf8)
    for (file, error) in [
      ("old.yml", "old.yml: error: it is served already, as revision 1\n"),
      ("broken.yml", "broken.yml: error: a blueprint with mistakes is not published\n"),
      ("none.yml", "none.yml: error: there is no such file\n"),
      (
        "other.yml",
        "error: No server has served the app b from this ledger: start one, so that there is a revision to compare with.\n"
      ),
    ] {
      let command = try Self.run(folder, "publish", file, "--yes")
      #expect(command.status == 1)
      #expect(command.errors == error)
    }
    #expect(try await BlueprintRevisions(server, of: "a").all().count == 1)
    let missing = try Self.run(folder, "list", "--app", "a", "--database", "none.sqlite")
    #expect(missing.errors.hasPrefix("none.sqlite: error: there is no ledger here"))
  }
}
