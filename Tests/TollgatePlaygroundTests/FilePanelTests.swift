import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgatePlayground

@Suite("The blueprint beside the phone")
@MainActor
struct FilePanelTests {
  private struct NoFile: Error {}

  private static func template() throws -> String {
    try BlueprintTemplate(
      name: "Coach", bundleID: "com.example.coach", features: ["export"]
    ).text()
  }

  private static func file(_ text: String) throws -> BlueprintFile {
    try BlueprintFile.parse(text, name: "coach.yml") { _ in throw NoFile() }
  }

  private static func worlds(_ text: String) async throws -> Worlds {
    try await Worlds(
      own: BlueprintReading(
        name: "coach.yml", file: try file(text), problems: [], isSearched: true),
      chain: try SigningChain(), pages: try Pages(), pause: {})
  }

  @Test("the lines of a rule are those on which it is written, and without a rule the feature's")
  func lines() throws {
    let text = try Self.template()
    let file = try Self.file(text)
    let rows = text.components(separatedBy: "\n")
    let rule = try #require(file.lines(ofRule: 1, in: "export"))
    #expect(rows[rule.lowerBound - 1].contains("otherwise: deny"))
    let first = try #require(file.lines(ofRule: 0, in: "export"))
    #expect(rows[first.lowerBound - 1].contains("entitled: premium"))
    #expect(first.upperBound < rule.lowerBound)
    let feature = try #require(file.lines(ofRule: nil, in: "export"))
    #expect(rows[feature.lowerBound - 1].contains("export:"))
    #expect(feature.contains(rule.upperBound))
    #expect(file.lines(ofRule: 0, in: "nothing") == nil)
  }

  @Test("EX-8 each answer names the lines of its rule, and the file is beside the phone")
  func page() async throws {
    let text = try Self.template()
    let worlds = try await Self.worlds(text)
    let rule = try #require(try Self.file(text).lines(ofRule: 1, in: "export"))
    let document = try await worlds.document(of: .own)
    #expect(
      document.contains(
        #"data-key="feature-export" data-lines="\#(rule.lowerBound)-\#(rule.upperBound)""#))
    #expect(document.contains(#"data-file="/playground/own/blueprint""#))
    #expect(worlds.text(of: .own) == text)
  }

  @Test(
    "EX-8 a changed rule is in force at once for what was done, with what differs marked, and undone"
  )
  func edited() async throws {
    let text = try Self.template()
    let worlds = try await Self.worlds(text)
    _ = try await worlds.perform(.use("export", item: nil, text: nil), in: .own)
    let freer = text.replacing("otherwise: deny", with: "otherwise: { upTo: 2, per: ever }")
    let changed = try await worlds.edit(freer, in: .own)
    #expect(changed.contains("`features.export.rules.otherwise` is changed."))
    #expect(changed.contains("1 answer differs, export."))
    #expect(changed.contains("Allowed: 1 of 2 used"))
    #expect(changed.contains("Before the change") && changed.contains("Refused: not included"))
    #expect(worlds.text(of: .own) == freer)
    let later = try await worlds.perform(.advance(.hour), in: .own)
    #expect(!later.contains("Before the change"))
    let undone = try await worlds.undo(in: .own)
    #expect(!undone.contains("answer differs") && !undone.contains("Before the change"))
    #expect(worlds.text(of: .own) == text)
  }

  @Test(
    "EX-8 a change that no answer shows yet is named, and said to change nothing so far once something was done"
  )
  func withoutEffect() async throws {
    var template = BlueprintTemplate(
      name: "Coach", bundleID: "com.example.coach", features: ["export"])
    template.trial = .days(7)
    let text = try template.text()
    let longer = text.replacing("lasts: P7D", with: "lasts: P14D")
    let worlds = try await Self.worlds(text)
    let fresh = try await worlds.edit(longer, in: .own)
    #expect(fresh.contains("`trial.lasts` is now P14D (was P7D)."))
    #expect(!fresh.contains("Replayed"))
    _ = try await worlds.undo(in: .own)
    _ = try await worlds.perform(.advance(.hour), in: .own)
    let lived = try await worlds.edit(longer, in: .own)
    #expect(
      lived.contains(
        """
        `trial.lasts` is now P14D (was P7D). Replayed from the start under the new file: the customer may do the same as before. \
        This customer has not had a trial yet: the change shows once one begins. \
        On a live server, customers whose trial has begun keep its terms.
        """))
    let undone = try await worlds.undo(in: .own)
    #expect(!undone.contains("is now") && !undone.contains("Replayed"))
  }

  @Test("what a file says differently than before is named by its keys")
  func changes() throws {
    let text = try Self.template()
    let before = try Self.file(text)
    let retitled = try Self.file(
      text.replacing("title: Export", with: "title: Mine # and a comment"))
    let changes = retitled.changes(since: before)
    #expect(changes.map(\.keys) == ["features.export.title"])
    #expect(changes.map(\.before) == ["Export"])
    #expect(changes.map(\.now) == ["Mine"])
    #expect(try Self.file("# Only a comment\n" + text).changes(since: before).isEmpty)
    let denied = try Self.file(
      text.replacing("otherwise: deny", with: "otherwise: { upTo: 2, per: ever }"))
    #expect(before.changes(since: denied).map(\.now) == ["deny"])
    #expect(before.changes(since: denied).map(\.before) == [nil])
  }

  @Test("EX-8 a mistake is shown at its line, changes nothing, and is undone")
  func mistake() async throws {
    let text = try Self.template()
    let worlds = try await Self.worlds(text)
    let wrong = text.replacing("otherwise: deny", with: "otherwise: dny")
    let line = wrong.components(separatedBy: "\n").firstIndex { $0.contains("dny") }.map { $0 + 1 }
    let refused = try await worlds.edit(wrong, in: .own)
    #expect(refused.contains("The file has mistakes"))
    #expect(refused.contains("line \(line ?? 0)"))
    #expect(worlds.text(of: .own) == text)
    let undone = try await worlds.undo(in: .own)
    #expect(!undone.contains("The file has mistakes"))
  }

  @Test("EX-8 changes are undone one by one, including one with mistakes, or all at once")
  func undone() async throws {
    let text = try Self.template()
    let worlds = try await Self.worlds(text)
    let texts = ["title: Mine", "titel: Mine", "title: Yours"].map {
      text.replacing("title: Export", with: $0)
    }
    for changed in texts { _ = try await worlds.edit(changed, in: .own) }
    #expect(worlds.typedText(of: .own) == texts[2] && worlds.text(of: .own) == texts[2])
    let mistaken = try await worlds.undo(in: .own)
    #expect(mistaken.contains("The file has mistakes"))
    #expect(worlds.typedText(of: .own) == texts[1] && worlds.text(of: .own) == texts[0])
    let first = try await worlds.undo(in: .own)
    #expect(!first.contains("The file has mistakes"))
    #expect(worlds.typedText(of: .own) == texts[0])
    _ = try await worlds.edit(texts[2], in: .own)
    _ = try await worlds.undo(all: true, in: .own)
    #expect(worlds.typedText(of: .own) == text && worlds.text(of: .own) == text)
    _ = try await worlds.undo(in: .own)
    #expect(worlds.text(of: .own) == text)
  }

  @Test("EX-8 whoever leaves the story at any step is on the trial's first day, or stays there")
  func takenOver() async throws {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try BlueprintFile.load(path: root.appending(path: "Blueprints/coach-paid.yml").path)
    let worlds = try await Worlds(
      [.coachPaid: file], own: nil, chain: try SigningChain(),
      pages: try Pages(), firstUpdate: 0, pause: {})
    for step in [1, 3, 5] {
      _ = try await worlds.perform(
        .follow(JourneyPosition(id: "story", step: step)), in: .coachPaid)
      let taken = try await worlds.perform(.takeOver, in: .coachPaid)
      #expect(taken.contains("Day 1 of 3 — 100 conversations left"))
      #expect(taken.contains("It is day 1 of her trial."))
      #expect(!taken.contains("Try it yourself"))
    }
    let text = worlds.text(of: .coachPaid)
    let longer = try await worlds.edit(
      text.replacing("lasts: P3D", with: "lasts: P7D"), in: .coachPaid)
    #expect(longer.contains("the trial lasts 7 days, the introductory offer of"))
    #expect(longer.contains("`check` warns at line"))
    _ = try await worlds.undo(in: .coachPaid)
    let shorter = try await worlds.edit(
      text.replacing("limit: 100", with: "limit: 7"), in: .coachPaid)
    #expect(shorter.contains("Day 1 of 3 — 7 conversations left"))
    #expect(!shorter.contains("It is day 1 of her trial."))
    _ = try await worlds.perform(.follow(JourneyPosition(id: "story", step: 5)), in: .coachPaid)
    let stayed = try await worlds.perform(.leaveJourney, in: .coachPaid)
    #expect(stayed.contains("subscribed") && !stayed.contains("It is day 1 of her trial."))
    // Before the trial, a limit of it shows nowhere yet.
    _ = try await worlds.undo(all: true, in: .coachPaid)
    _ = try await worlds.perform(.follow(JourneyPosition(id: "story", step: 2)), in: .coachPaid)
    _ = try await worlds.perform(.leaveJourney, in: .coachPaid)
    let early = try await worlds.edit(
      text.replacing("limit: 100", with: "limit: 7"), in: .coachPaid)
    #expect(early.contains("This customer has not had a trial yet"))
  }

  @Test(
    "a file that was saved elsewhere replaces the changes, and a search of the same file does not")
  func read() async throws {
    let text = try Self.template()
    let worlds = try await Self.worlds(text)
    let mine = text.replacing("title: Export", with: "title: Mine")
    _ = try await worlds.edit(mine, in: .own)
    await worlds.read(
      BlueprintReading(
        name: "coach.yml", file: try Self.file(text), problems: [], isSearched: true))
    #expect(worlds.text(of: .own) == mine)
    let theirs = text.replacing("title: Export", with: "title: Theirs")
    await worlds.read(
      BlueprintReading(
        name: "coach.yml", file: try Self.file(theirs), problems: [], isSearched: true))
    #expect(worlds.text(of: .own) == theirs)
  }

  @Test("EX-8 changes are kept in the visitor's own file, unless that has changed in the meantime")
  func kept() async throws {
    let text = try Self.template()
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).yml")
    defer { try? FileManager.default.removeItem(at: url) }
    try text.write(to: url, atomically: true, encoding: .utf8)
    let worlds = try await Worlds(
      own: BlueprintReading(
        name: "coach.yml", path: url.path, file: try Self.file(text), problems: [],
        isSearched: true),
      chain: try SigningChain(), pages: try Pages(), pause: {})
    let mine = text.replacing("title: Export", with: "title: Mine")
    let edited = try await worlds.edit(mine, in: .own)
    #expect(edited.contains("Keep in coach.yml"))
    try "# Theirs\n\(text)".write(to: url, atomically: true, encoding: .utf8)
    let refused = try await worlds.keep()
    #expect(refused.contains("has changed since this page read it"))
    try text.write(to: url, atomically: true, encoding: .utf8)
    let kept = try await worlds.keep()
    #expect(!kept.contains("Keep in coach.yml"))
    let written = try String(contentsOf: url, encoding: .utf8)
    #expect(written == mine)
  }

  @Test("each change has the products of the file as it was, also after mistakes")
  func productsAgain() async throws {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = try BlueprintFile.load(path: root.appending(path: "Blueprints/grobro.yml").path)
    let worlds = try await Worlds(
      own: BlueprintReading(name: "grobro.yml", file: file, problems: [], isSearched: true),
      chain: try SigningChain(), pages: try Pages(), pause: {})
    let text = worlds.text(of: .own)
    let other = text.replacing("holding: 3", with: "holding: 1")
    for change in [other, "app: {}", text, other] {
      _ = try await worlds.edit(change, in: .own)
    }
    #expect(worlds.text(of: .own) == other)
    #expect(worlds.products(of: .own)?.isEmpty == false)
  }

  @Test("a changed text reads no file that the blueprint did not name before")
  func otherFiles() throws {
    let file = try Self.file(try Self.template())
    #expect(throws: BlueprintFileError.self) {
      try file.rewritten("parts: [other.yml]\n" + Self.template())
    }
  }
}
