import ArgumentParser
import Foundation
import Testing
import Tollgate

@testable import TollgateCommand
@testable import TollgateLedger

@Suite("The audit list on the command line")
struct AuditCommandTests {
  /// A ledger in which something was done on three days.
  private static func folder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(
      path: folder.url.appendingPathComponent("tollgate.sqlite").path)
    let rows: [(day: String, author: String, action: LedgerAuditEntry.Action, reason: String?)] = [
      ("2026-03-01", "ada@example.com", .granted, "The outage,\non Monday"),
      ("2026-03-02", "command line", .keyRevoked, nil),
      ("2026-03-03", "ada@example.com", .granted, "=A \"gift\""),
    ]
    for row in rows {
      let entry = LedgerAuditEntry(
        id: row.day, at: try #require(Instant(row.day)), author: row.author, action: row.action,
        customer: row.action == .granted ? "maya" : nil,
        subject: row.action == .granted ? "grant_1" : "sk_coach_1", reason: row.reason)
      try await ledger.administration.record(entry, in: "coach")
    }
    try await ledger.close()
    return folder
  }

  @Test("the audit list is printed newest first, each entry on a line")
  func table() async throws {
    let folder = try await Self.folder()
    let command = try Command(["audit", "--app", "coach"], in: folder.url)
    #expect(command.status == 0)
    #expect(command.errors.isEmpty)
    #expect(
      command.output == """
        WHEN               BY               ACTION       CUSTOMER  SUBJECT     REASON
        2026-03-03T00:00Z  ada@example.com  granted      maya      grant_1     =A "gift"
        2026-03-02T00:00Z  command line     key-revoked            sk_coach_1
        2026-03-01T00:00Z  ada@example.com  granted      maya      grant_1     The outage, on Monday

        """)
  }

  @Test("the audit list is filtered by person, action, customer and time, and can be cut")
  func filters() async throws {
    let folder = try await Self.folder()
    let rows: [(arguments: [String], days: [String])] = [
      (["--by", "ada@example.com"], ["03", "01"]), (["--by", "command line"], ["02"]),
      (["--action", "granted"], ["03", "01"]), (["--customer", "maya"], ["03", "01"]),
      (["--from", "2026-03-02"], ["03", "02"]), (["--until", "2026-03-02"], ["01"]),
      (["--from", "2026-03-02T00:00:01Z", "--until", "2026-03-03T00:00:00Z"], []),
      (["--limit", "2"], ["03", "02"]), (["--limit", "3"], ["03", "02", "01"]),
    ]
    for row in rows {
      let command = try Command(
        ["audit", "--app", "coach", "--format", "csv"] + row.arguments, in: folder.url)
      let days = command.output.matches(of: /(?m)^"2026-03-(\d\d)T/).map { String($0.output.1) }
      #expect(days == row.days, "\(row.arguments)")
      #expect(
        command.errors.contains("There are older entries") == (row.arguments == ["--limit", "2"]))
    }
    let nothing = try Command(["audit", "--app", "garden"], in: folder.url)
    #expect(nothing.output == "Nothing that was done in the app garden matches.\n")
  }

  @Test("the audit list as CSV has every field in quotation marks, and no formulas")
  func csv() async throws {
    let folder = try await Self.folder()
    let command = try Command(
      ["audit", "--app", "coach", "--from", "2026-03-02", "--format", "csv"], in: folder.url)
    #expect(
      command.output == """
        "when","by","action","customer","subject","reason"
        "2026-03-03T00:00Z","ada@example.com","granted","maya","grant_1","'=A ""gift""\"
        "2026-03-02T00:00Z","command line","key-revoked","","sk_coach_1",""

        """)
  }

  @Test("an option of the audit list that cannot be read is refused")
  func refusals() async throws {
    let folder = try await Self.folder()
    let rows: [(arguments: [String], message: String)] = [
      (["--action", "exploded"], "--action must be one of: granted, grant-extended,"),
      (["--from", "soon"], "--from: `soon` is not a date and time;"),
      (["--until", "soon"], "--until: `soon` is not a date and time;"),
      (["--limit", "0"], "--limit must be from 1 to 100000."),
    ]
    for row in rows {
      let command = try Command(["audit", "--app", "coach"] + row.arguments, in: folder.url)
      #expect(command.status == 64, "\(row.arguments)")
      #expect(command.errors.contains(row.message), "\(command.errors)")
    }
    let missing = try Command(
      ["audit", "--app", "coach", "--database", "no.sqlite"], in: folder.url)
    #expect(missing.status == 1)
    #expect(missing.errors.contains("there is no ledger here"))
  }

  @Test("audit's help says what it does, with examples and defaults")
  func help() {
    #expect(
      TollgateCommand.helpMessage(for: AuditCommand.self, columns: 80) == """
        OVERVIEW: List what operators, keys and the command line did.

        The newest entries come first. A person is named by the email address, and a
        secret key by its public part. An owner sees the same list at /admin. A server
        may be using the ledger: nothing is written.

        EXAMPLES:
          tollgate audit --app coach
          tollgate audit --app coach --by ada@example.com --action granted
          tollgate audit --app coach --from 2026-03-01 --until 2026-04-01 --format csv

        USAGE: tollgate audit --app <id> [--by <name>] [--action <action>] [--customer <id>] [--from <time>] [--until <time>] [--limit <number>] [--format <format>] [--database <ledger>] [--color <color>]

        OPTIONS:
          --app <id>              The app, as its blueprint names it.
          --by <name>             Who did it: an email address, the public part of a
                                  key, `command line` or `server`.
          --action <action>       What was done, such as `granted` or `key-revoked`.
          --customer <id>         The customer that it was done to.
          --from <time>           When the first of them was done.
          --until <time>          When the first later one was done.
          --limit <number>        How many to list at most. (default: 100)
          --format <format>       What to print. (values: table, csv; default: table)
          --database <ledger>     The ledger's file or address, as passed to `tollgate
                                  serve`. (default: tollgate.sqlite)
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }
}
