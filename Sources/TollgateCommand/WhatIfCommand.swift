import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints
import TollgateExplorer
import TollgateLedger

/// Replays a changed blueprint over what a ledger recorded.
struct WhatIfCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if",
    abstract: "Replay a changed blueprint over recorded history.",
    discussion: """
      Every customer's facts are read in the order in which they were recorded. At
      each instant at which something was recorded, and now, both blueprints answer.
      Each difference is counted, with its customers, its weeks and the rule of the
      new blueprint that decides. What takes access from paying customers comes
      first. A server may be using the ledger: nothing is written.

      A trial keeps the terms it started with. Uses that were refused, and uses
      without a limit, are not recorded, so they are not counted.
      Documentation/WhatIf.md explains each line.

      EXIT CODES:
        0  the history was replayed
        1  a file or the ledger cannot be read
        3  with --strict: access is taken from a paying customer

      EXAMPLES:
        tollgate what-if new.yml --against coach.yml
        tollgate what-if new.yml --against coach.yml --since 2026-10-01T00:00:00Z
        tollgate what-if new.yml --against coach.yml --customers 10000 --json
        tollgate what-if new.yml --against coach.yml --strict \\
          --database postgres://tollgate@db/tollgate
      """)

  @Argument(help: ArgumentHelp("The changed blueprint.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("The blueprint that it is to replace.", valueName: "file"))
  var against: String

  @Option(help: ArgumentHelp("The ledger's file or address, or a backup.", valueName: "ledger"))
  var database = "tollgate.sqlite"

  @Option(
    help: ArgumentHelp(
      "Compare from this instant on; earlier facts still count.", valueName: "instant"))
  var since: String?

  @Option(
    help: ArgumentHelp("Compare up to this instant instead of now.", valueName: "instant"))
  var until: String?

  @Option(help: ArgumentHelp("Replay only the first customers by id.", valueName: "number"))
  var customers: Int?

  @Flag(help: "Exit with 3 if a paying customer loses access.")
  var strict = false

  @Flag(help: "Print one JSON object instead of text.")
  var json = false

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    try Instant.validate(["since": since, "until": until])
    if let customers, customers < 1 { throw ValidationError("--customers must be at least 1.") }
  }

  func run() async throws {
    let (new, old) = try (
      BlueprintFile.load(path: file), BlueprintFile.loadDespiteMistakes(path: against)
    )
    let app = new.blueprint.definition.app.id
    guard app == old.blueprint.definition.app.id else {
      throw Failure(
        in: file,
        "the blueprint is for the app `\(app)`, and \(against) for `\(old.blueprint.definition.app.id)`"
      )
    }
    let whatIf = WhatIf(
      new.blueprint, against: old.blueprint, since: since.flatMap { Instant($0) },
      at: until.flatMap { Instant($0) } ?? .current)
    let location = try LedgerLocation(database: database, inMemory: false)
    let report = try await location.report(
      on: app, limit: customers, title: "Replaying", WhatIfReport(), { whatIf.replay($0) },
      merging: { $0.merge($1) })
    let described = WhatIfOutput(
      report: report, new: new, names: (file, against, location.description), since: whatIf.since)
    Output.print(json ? try described.json() : described.text)
    if strict, report.takesFromPayers { throw ExitCode(3) }
  }
}
