import ArgumentParser
import Foundation
import Tollgate
import TollgateServer

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
      waits at /admin for somebody to publish it.

      EXAMPLES:
        tollgate revisions propose coach.yml --note "A shorter trial"
        tollgate revisions publish coach.yml
        tollgate revisions publish coach.yml --yes --database all.sqlite
        tollgate revisions list --app coach
        tollgate revisions rollback --app coach
        tollgate revisions rollback --app coach --to 3
      """,
    subcommands: [List.self, Propose.self, Publish.self, Rollback.self])

  /// The ledger and the app whose blueprint is meant.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @OptionGroup var ledger: Ledger

    func revisions() async throws -> BlueprintRevisions {
      try await ledger.revisions(of: Blueprint.App.ID(app))
    }
  }

  /// The ledger, which a running server may have open too.
  struct Ledger: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The ledger's file or address, as passed to `tollgate serve`.", valueName: "ledger"))
    var database = "tollgate.sqlite"

    var location: LedgerLocation {
      get throws { try LedgerLocation(database: database, inMemory: false) }
    }

    func revisions(of app: Blueprint.App.ID) async throws -> BlueprintRevisions {
      // Not closed: that would wait for the requests of a running server.
      BlueprintRevisions(try await location.openBesideServer(), of: app)
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
        [["NUMBER", "BLUEPRINT", "SINCE", "HOW", "BY", "NOTE"]]
          + (try await revisions.all()).map { change in
            [
              "\(change.number)", String(change.revision.prefix(12)), change.at.minute,
              change.origin.rawValue, change.author, change.note ?? "",
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

  struct Propose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "propose",
      abstract: "Compare a file with what is served, and propose it at /admin.")

    @OptionGroup var candidate: BlueprintCandidate
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let (revisions, comparison) = try await candidate.compare()
      try await revisions.store(comparison.stored)
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

    @Flag(help: "Publish without asking.")
    var yes = false

    @Flag(help: "With --yes: publish even if paying customers lose access.")
    var allowLosses = false

    @OptionGroup var candidate: BlueprintCandidate
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let (revisions, comparison) = try await candidate.compare()
      Output.print("")
      if yes {
        guard allowLosses || comparison.losses.isEmpty else {
          Output.printError(
            "Nothing is published: paying customers would lose access; --allow-losses publishes it."
          )
          throw ExitCode(3)
        }
      } else {
        guard isatty(STDIN_FILENO) == 1 else {
          throw Failure(in: nil, "nothing is published without an answer; add --yes")
        }
        FileHandle.standardOutput.write(Data("Publish it to every server? [y/N] ".utf8))
        guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
          throw Failure(in: nil, "nothing is published")
        }
      }
      try await revisions.store(comparison.stored)
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
        """)

    @Option(help: ArgumentHelp("The number of the earlier revision.", valueName: "number"))
    var to: Int?

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let change = try await options.revisions().rollBack(
        to: to, by: People.commandLine, at: .current)
      Output.print(
        "Revision \(change.number) of \(options.app) is served: \(change.revision.prefix(12)), \(change.note ?? "")."
      )
    }
  }
}
