import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints
import TollgateLedger

/// Counts a chart over what a ledger recorded.
struct ChartsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "charts",
    abstract: "Count charts of subscriptions from recorded facts.",
    discussion: """
      Without a chart, all of them are listed with their definitions. A chart is
      counted from every customer's facts, each time, so it can be counted as it
      was known on any day: with --as-of, what was recorded later does not count.
      A server may be using the ledger: nothing is written.

      Only purchases in production count. Documentation/Charts.md defines each chart.

      EXIT CODES:
        0  the chart was counted
        1  a file or the ledger cannot be read, or an exchange rate is missing

      EXAMPLES:
        tollgate charts
        tollgate charts mrr coach.yml
        tollgate charts revenue coach.yml --by country --period week --format csv
        tollgate charts churn coach.yml --from 2026-01-01 --to 2026-06-30 \\
          --product pro.monthly --product pro.yearly
        tollgate charts trial-conversion coach.yml --by variant:headline
        tollgate charts paywall-conversion coach.yml --by paywall --period week
        tollgate charts mrr coach.yml --as-of 2026-03-01 --currency USD \\
          --rate EUR=1.08
      """)

  @Argument(help: "The chart; without one, all are listed.")
  var chart: Chart?

  @Argument(help: ArgumentHelp("The blueprint.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("The ledger's file or address, or a backup.", valueName: "ledger"))
  var database = "tollgate.sqlite"

  @OptionGroup(title: "Periods")
  var periodOptions: ChartPeriodOptions

  @OptionGroup(title: "Segments")
  var segmentOptions: ChartSegmentOptions

  @OptionGroup(title: "Amounts")
  var amountOptions: ChartAmountOptions

  @Flag(help: "List the customers behind each number.")
  var customers = false

  @Option(help: "What to print.")
  var format = ChartFormat.table

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    if chart != nil, file == nil { throw ValidationError("A chart needs a blueprint.") }
  }

  func run() async throws {
    guard let chart, let file else {
      return Output.printTable(Chart.allCases.map { [$0.rawValue, $0.definition] })
    }
    let definition = try BlueprintFile.loadDespiteMistakes(path: file).blueprint.definition
    let known = periodOptions.known ?? .current
    var query = ChartQuery(chart, over: try periodOptions.periods(knownAt: known))
    segmentOptions.apply(to: &query)
    try amountOptions.apply(to: &query)
    for product in definition.products { query.billing[product.id] = product.period }
    query.listsCustomers = customers
    let empty = try ChartBook(query, knownAt: known)
    let location = try LedgerLocation(database: database, inMemory: false)
    let book = try await location.reportHistories(
      on: definition.app.id, title: "Counting", empty,
      { histories in
        var book = empty
        for history in histories { try book.add(history) }
        return book
      }, merging: { $0.merge($1) })
    let output = ChartsOutput(
      book: book, length: periodOptions.period, file: file, ledger: location.description)
    Output.print(try output.text(in: format))
  }
}

enum ChartFormat: String, CaseIterable, ExpressibleByArgument {
  case table, csv, json
}

extension Chart: ExpressibleByArgument {}
extension ChartPeriod.Length: ExpressibleByArgument {}
