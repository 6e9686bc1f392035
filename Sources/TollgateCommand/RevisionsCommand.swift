import ArgumentParser
import Foundation
import Tollgate
import TollgateExplorer
import TollgateServer
import TollgateWire

/// Publishes a blueprint to running servers, and rolls it back.
struct RevisionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revisions",
    abstract: "Publish a blueprint to running servers, and roll it back.",
    discussion: """
      A server serves the file it was started with until something is published. From
      then on, every server of the app serves what was published last, within two
      seconds and after every restart, whatever its file says.

      `propose` and `publish` first check the file, compare it with what is served,
      and replay it over the recorded history, as `tollgate what-if` does. A proposal
      waits at /admin for somebody to publish it. `rollback` compares what it serves
      again in the same way.

      EXAMPLES:
        tollgate revisions propose coach.yml --note "A shorter trial"
        tollgate revisions publish coach.yml
        tollgate revisions publish coach.yml --yes --database all.sqlite
        tollgate revisions list --app coach
        tollgate revisions diff proposal --app coach
        tollgate revisions rollback --app coach
        tollgate revisions rollback --app coach --to 3
      """,
    subcommands: [List.self, Diff.self, Propose.self, Publish.self, Rollback.self])

  /// The ledger and the app whose blueprint is meant.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @OptionGroup var ledger: ServedLedgerOptions

    func revisions() async throws -> BlueprintRevisions {
      try await ledger.revisions(of: Blueprint.App.ID(app))
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Show what was served since when, and what is proposed.")

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let revisions = try await options.revisions()
      _ = try await revisions.current()
      Output.printTable(
        [["NUMBER", "BLUEPRINT", "SINCE", "PROPOSED BY", "HOW", "BY", "NOTE"]]
          + (try await revisions.all()).map { change in
            [
              "\(change.number)", String(change.revision.prefix(12)), change.at.minute,
              change.proposer ?? "", change.origin.rawValue, change.author, change.note ?? "",
            ]
          })
      if let proposal = try await revisions.proposal() {
        Output.print("")
        Output.print(
          "Proposed \(proposal.at.minute) by \(proposal.author), after revision \(proposal.after): \(proposal.revision.prefix(12))\(proposal.note.map { ", \($0)" } ?? "")"
        )
      }
    }
  }

  struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Show the lines that a revision changes in its files.",
      discussion: """
        Without another revision, it is compared with the one that is served. That one is
        compared with the last one that differs, and the first one is all new. Pictures
        and fonts are not compared.
        """)

    @Argument(
      help: ArgumentHelp(
        "The revision's number, or `proposal` for what is proposed.", valueName: "revision"))
    var revision: String

    @Argument(
      help: ArgumentHelp("The revision that it is compared with.", valueName: "other"))
    var other: String?

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let revisions = try await options.revisions()
      let new = try await revisions.read(revision)
      let old: RecordedRevision? =
        if let other { try await revisions.read(other) } else { try await revisions.base(of: new) }
      for compared in [old, new].compactMap({ $0 }) where compared.stored.source.isEmpty {
        throw Failure("the files of \(compared.name) are not stored")
      }
      let diff = SourceDiff(from: old?.stored.source ?? [], to: new.stored.source)
      Output.print(
        diff.files.isEmpty
          ? "No line differs. Pictures and fonts are not compared."
          : diff.text(named: (old?.name ?? "", new.name)))
    }
  }

  struct Propose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "propose",
      abstract: "Compare a file with what is served, and propose it at /admin.")

    @OptionGroup var candidate: BlueprintCandidate
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let (revisions, comparison) = try await candidate.compare()
      try await revisions.store(comparison.stored, at: .current)
      try await revisions.propose(
        BlueprintProposal(
          revision: comparison.stored.revision, after: comparison.served.number, at: .current,
          author: People.commandLine, note: candidate.note, whatIf: comparison.whatIf,
          losses: comparison.losses))
      Output.print("")
      Output.print(
        "Proposed: an owner or a developer publishes it at \(AdminPath.blueprint(of: comparison.stored.blueprint.app.id))."
      )
    }
  }

  struct Publish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "publish",
      abstract: "Compare a file with what is served, and publish it.",
      discussion: """
        It asks before it publishes, unless --yes is given. If a paying customer would
        have lost access, --yes publishes nothing without --allow-losses.

        EXIT CODES:
          0  it is published
          1  the file or the ledger cannot be used, or nothing was answered
          3  with --yes: a paying customer would have lost access
        """)

    @OptionGroup var consent: RevisionConsent
    @OptionGroup var candidate: BlueprintCandidate
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let (revisions, comparison) = try await candidate.compare()
      Output.print("")
      try consent.require(
        "Publish it to every server?", "published", doubt: comparison.losses.doubt)
      try await revisions.store(comparison.stored, at: .current)
      let change = try await revisions.publish(
        comparison.stored.revision, after: comparison.served.number, note: candidate.note,
        by: People.commandLine, at: .current)
      let app = comparison.stored.blueprint.app.id
      Output.print(
        "Revision \(change.number) of \(app) is published. To take it back: tollgate revisions rollback --app \(app)"
      )
    }
  }

  struct Rollback: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rollback",
      abstract: "Have an earlier revision served again.",
      discussion: """
        Without --to, it is the last one that differs from the one that is served, so a
        second rollback undoes the first.

        It compares that revision with the one that is served, over the recorded
        history, and asks, unless --yes is given. If a paying customer would have lost
        access, or nothing can be compared because what is served cannot be read,
        --yes rolls nothing back without --allow-losses.

        EXIT CODES:
          0  the earlier revision is served
          1  the ledger cannot be used, there is no such revision, or nothing was
             answered
          3  with --yes: a paying customer would have lost access, or might have
        """)

    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @Option(help: ArgumentHelp("The number of the earlier revision.", valueName: "number"))
    var to: Int?

    @OptionGroup var consent: RevisionConsent
    @OptionGroup var replay: RevisionReplay
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let revisions = try await replay.ledger.revisions(of: Blueprint.App.ID(app))
      let served = try await revisions.current()
      let earlier = try await revisions.earlier(to)
      let new = try await revisions.blueprint(of: earlier.revision).blueprint
      let doubt: String?
      if let old = try await blueprint(of: served, revisions) {
        doubt = try await compare(new, as: earlier, with: old, as: served).doubt
      } else {
        Output.print("Nothing is compared: revision \(served.number) cannot be read.")
        doubt = "paying customers may lose access"
      }
      Output.print("")
      try consent.require(
        "Serve revision \(earlier.number) on every server?", "rolled back", doubt: doubt)
      let change = try await revisions.rollBack(
        to: earlier.number, after: served.number, by: People.commandLine, at: .current)
      Output.print(
        "Revision \(change.number) of \(app) is served: \(change.revision.prefix(12)), \(change.note ?? "")."
      )
    }

    /// The blueprint that is served; nil if this version cannot read it, which a rollback may be the way out of.
    private func blueprint(
      of served: PublishedRevision, _ revisions: BlueprintRevisions
    ) async throws(Problem) -> Blueprint? {
      do throws(Problem) {
        return try await revisions.blueprint(of: served.revision).blueprint
      } catch {
        guard !error.isRetryable else { throw error }
        return nil
      }
    }

    /// Prints who would be treated differently, and returns what paying customers would have lost.
    private func compare(
      _ new: Blueprint, as earlier: PublishedRevision, with old: Blueprint,
      as served: PublishedRevision
    ) async throws -> [ProposedLoss] {
      let names = (new: "revision \(earlier.number)", old: "revision \(served.number)")
      if !replay.noSearch {
        let progress = ProgressLine(names.new)
        let comparison = Explorer(new, options: Explorer.Options(isQuick: true))
          .compare(against: old, progress: { progress.show("comparing: \($0.words)") })
        progress.clear()
        Output.print(comparison.summary(against: names.old))
        for difference in comparison.described(in: names.new) { Output.print(difference) }
        Output.print("")
      }
      return try await replay.run(new, against: old, named: names).losses
    }
  }
}

extension ServedLedgerOptions {
  func revisions(of app: Blueprint.App.ID) async throws -> BlueprintRevisions {
    BlueprintRevisions(try await open(), of: app)
  }
}
