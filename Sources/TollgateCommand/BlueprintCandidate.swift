import ArgumentParser
import Tollgate
import TollgateBlueprints
import TollgateExplorer
import TollgateServer

/// A file that may be published, and how it is compared with what is served.
struct BlueprintCandidate: ParsableArguments {
  /// What differs between a file and the blueprint that is served.
  struct Comparison {
    /// The file's blueprint, with what the check found.
    let stored: StoredBlueprint
    /// What it was compared with.
    let served: PublishedRevision
    /// The report of the replay.
    let whatIf: String
    /// What paying customers would have lost.
    let losses: [ProposedLoss]
  }

  @Argument(help: ArgumentHelp("The blueprint.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("What to say about the change.", valueName: "text"))
  var note: String?

  @OptionGroup var replay: RevisionReplay

  func validate() throws {
    if let note, note.count > BlueprintRevisions.noteLimit {
      throw ValidationError("--note has at most \(BlueprintRevisions.noteLimit) characters.")
    }
  }

  /// Checks the file, compares it with what is served, and prints what differs.
  ///
  /// - Returns: The app's revisions, and what differs.
  /// - Throws: ``Failure`` if the file has mistakes, is served already, or belongs to an app that was never served.
  func compare() async throws -> (revisions: BlueprintRevisions, comparison: Comparison) {
    try requireFile(file)
    var check = CheckedFile(path: file)
    guard check.report.isGood, let candidate = check.file else {
      Output.print(check.description)
      throw Failure(in: file, "a blueprint with mistakes is not published")
    }
    let app = candidate.blueprint.app.id
    let revisions = try await replay.ledger.revisions(of: app)
    let served = try await revisions.current()
    guard served.revision != candidate.revision else {
      throw Failure(in: file, "it is served already, as revision \(served.number)")
    }
    try await revisions.check(candidate.blueprint)
    let old = try await revisions.blueprint(of: served.revision).blueprint
    let name = "revision \(served.number)"
    if !replay.noSearch { check.search(isQuick: true, against: old, named: name) }
    Output.print(check.description)
    Output.print("")
    let (text, losses) = try await replay.run(
      candidate.blueprint, in: candidate, against: old, named: (file, name))
    let comparison = Comparison(
      stored: StoredBlueprint(
        candidate.blueprint, revision: candidate.revision, findings: check.findings,
        search: check.extent, coverage: check.coverage, source: candidate.written),
      served: served, whatIf: text, losses: losses)
    return (revisions, comparison)
  }
}

extension CheckedFile {
  /// What was searched and what was not, a sentence each; none if nothing was searched.
  var coverage: [String] {
    guard let extent = exploration?.extent else { return [] }
    return ["Searched: \(extent.searchedWords).", "Not searched: \(extent.leftOutWords)."]
  }

  /// How far the histories were searched, for findings and for differences.
  var extent: BlueprintSearch {
    guard let exploration else { return .skipped }
    return exploration.isComplete && comparison?.isComplete ?? true ? .complete : .cutShort
  }
}
