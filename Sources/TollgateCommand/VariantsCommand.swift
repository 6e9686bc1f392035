import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints
import TollgateLedger

/// Compares the variants of a blueprint's experiments over what a ledger recorded.
struct VariantsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "variants",
    abstract: "Compare variants by what their customers bought.",
    discussion: """
      For each experiment of the blueprint: how many customers have each variant, how
      many started a trial and paid since it first mattered to them, what they paid
      and what was refunded. Each variant is compared with the first one. Look as
      often as you like: the comparison accounts for it. It says so plainly when
      there are not enough customers yet, and when the shares of the variants show
      that something is wrong. A server may be using the ledger: nothing is written.

      Documentation/Experiments.md explains each line and the method.

      EXIT CODES:
        0  the experiments were compared
        1  a file or the ledger cannot be read

      EXAMPLES:
        tollgate variants coach.yml
        tollgate variants coach.yml --since 2026-10-01T00:00:00Z
        tollgate variants coach.yml --json --database postgres://tollgate@db/tollgate
      """)

  @Argument(help: ArgumentHelp("The blueprint.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("The ledger's file or address, or a backup.", valueName: "ledger"))
  var database = "tollgate.sqlite"

  @Option(
    help: ArgumentHelp(
      "Leave out customers whose variant mattered before.", valueName: "instant"))
  var since: String?

  @Option(
    help: ArgumentHelp("Read up to this instant instead of now.", valueName: "instant"))
  var until: String?

  @Flag(help: "Print one JSON object instead of text.")
  var json = false

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    try Instant.validate(["since": since, "until": until])
  }

  func run() async throws {
    let definition = try BlueprintFile.loadDespiteMistakes(path: file).blueprint.definition
    let location = try LedgerLocation(database: database, inMemory: false)
    let experiments = definition.experiments
    let (start, end) = (since.flatMap { Instant($0) }, until.flatMap { Instant($0) } ?? .current)
    let report = try await location.reportHistories(
      on: definition.app.id, title: "Reading", VariantReport(),
      { histories in
        var part = VariantReport()
        for history in histories {
          try part.add(history, in: experiments, since: start, until: end)
        }
        return part
      }, merging: { $0.merge($1) })
    let described = VariantsOutput(
      report: report, experiments: experiments, file: file,
      ledger: location.description)
    Output.print(json ? try described.json() : described.text)
  }
}
