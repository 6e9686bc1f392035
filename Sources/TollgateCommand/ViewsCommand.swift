import ArgumentParser
import TollgateLedger

/// Prints SQL that creates views of a ledger for tools that read databases.
struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Print SQL views of a ledger, for spreadsheets and dashboards that read a database.",
    discussion: """
      The views have a row for each customer, transaction, use, trial, paywall event,
      variant and milestone, with the same columns in SQLite and PostgreSQL. The
      server does not need them. With SQLite, create them in a copy of the ledger;
      with PostgreSQL, on the primary. Drop them before an upgrade, and create them
      again after it. Documentation/Reports.md lists the columns.

      EXAMPLES:
        tollgate backup copy.sqlite
        tollgate views | sqlite3 copy.sqlite
        tollgate views --postgresql | psql postgres://tollgate@db/tollgate
        tollgate views --postgresql --drop | psql postgres://tollgate@db/tollgate
      """)

  @Flag(help: "Print them for PostgreSQL instead of SQLite.")
  var postgresql = false

  @Flag(help: "Print the statements that drop the views.")
  var drop = false

  func run() {
    let views = ReportViews(postgresql ? .postgreSQL(schema: "tollgate") : .sqlite)
    Output.print(drop ? views.removal : views.creation)
  }
}
