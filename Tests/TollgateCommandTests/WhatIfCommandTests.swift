import ArgumentParser
import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateCommand

@Suite("what-if on the command line")
struct WhatIfCommandTests {
  private static let start = Instant(milliseconds: 1_767_225_600_000)

  private static func app(subscribers: Int, free: String) -> String {
    """
    app: { id: a, name: A, bundleID: a.b, appleID: 1 }
    legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
    hasFreeTier: true
    products:
      pro.monthly: { name: Pro, group: plans, level: 1, entitlements: pro, price: 2.99 USD, period: P1M }
    features:
      note:
        paywall: plans
        rules:
          - when: { entitled: pro }
            allow: { upTo: \(subscribers), per: day }
          - otherwise: \(free)
    paywalls:
      plans: { title: Pro, packages: [pro.monthly] }
    """
  }

  /// A folder with two blueprints, and a ledger of a subscriber and a free customer, which a server has open.
  static func folder() async throws -> (folder: TemporaryFolder, server: SQLiteLedger) {
    let folder = try TemporaryFolder()
    for (name, text) in [
      "old.yml": app(subscribers: 3, free: "{ upTo: 1, per: day }"),
      "new.yml": app(subscribers: 1, free: "deny"),
      "other.yml": app(subscribers: 1, free: "deny").replacing("id: a,", with: "id: b,"),
    ] {
      try text.write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let server = try SQLiteLedger(path: folder.url.appendingPathComponent("tollgate.sqlite").path)
    let bought = StoreTransaction(
      id: "1", originalID: "1", product: "pro.monthly", group: "plans", purchasedAt: start,
      expiresAt: after(hours: 30 * 24), signedAt: start)
    try await append("ann", 0, .transaction(bought), hours: 0, to: server)
    for use in 1...3 { try await append("ann", use, note(use, "ann"), hours: use, to: server) }
    try await append("bob", 0, note(0, "bob"), hours: 0, to: server)
    try await append("bob", 1, note(168, "bob"), hours: 168, to: server)
    return (folder, server)
  }

  private static func append(
    _ customer: Customer.ID, _ version: Int, _ fact: Fact, hours: Int, to ledger: SQLiteLedger
  ) async throws {
    _ = try await ledger.append(
      LedgerWrite(
        app: "a", customer: customer, expectedVersion: version, facts: [fact],
        at: after(hours: hours)))
  }

  private static func note(_ hours: Int, _ customer: Customer.ID) -> Fact {
    .use(
      Use(
        feature: "note", key: Idempotency.Key("k\(hours)"), origin: customer,
        at: after(hours: hours)))
  }

  private static func after(hours: Int) -> Instant {
    start.advanced(by: .seconds(hours * 3600))
  }

  private static let arguments = [
    "what-if", "new.yml", "--against", "old.yml", "--until", "2026-01-09T00:00:00Z",
  ]

  @Test("EX-6 payers who lose access come first, with the rule, the weeks and the customers")
  func text() async throws {
    let (folder, server) = try await Self.folder()
    let command = try Command(Self.arguments, in: folder.url)
    #expect(command.errors == "")
    #expect(command.status == 0)
    #expect(
      command.output == """
        new.yml instead of old.yml, over tollgate.sqlite
          replayed     2 customers, 6 facts
          compared     8 instants
          different    2 customers
          not counted  uses that were refused or had no limit: they are not recorded

        Access is taken from paying customers:

          refused: a subscriber is refused a use of `note`: the limit is reached (new.yml:10)
            1 customer, 2 uses on 2026-01-01
            ann: 2026-01-01T02:00Z, 2026-01-01T03:00Z

          loses: a subscriber loses `note`: 1 a day instead of 3 a day (new.yml:10)
            1 customer, 2 instants from 2026-01-01 to 2026-01-09
            week of 2025-12-29  1  ####################
            week of 2026-01-05  1  ####################
            ann: 2026-01-01T00:00Z, 2026-01-09T00:00Z

          loses: a subscriber loses `note`: nothing instead of 3 a day (new.yml:10)
            1 customer, 2 instants on 2026-01-01
            ann: 2026-01-01T01:00Z, 2026-01-01T02:00Z

        Other differences:

          refused: a free customer is refused a use of `note`: it is not included (new.yml:12)
            1 customer, 2 uses from 2026-01-01 to 2026-01-08
            week of 2025-12-29  1  ####################
            week of 2026-01-05  1  ####################
            bob: 2026-01-01T00:00Z, 2026-01-08T00:00Z

          loses: a free customer loses `note`: nothing instead of 1 a day (new.yml:12)
            1 customer, 1 instant on 2026-01-09
            bob: 2026-01-09T00:00Z

        """)
    let document = try String(
      contentsOf: Command.root.appendingPathComponent("Documentation/WhatIf.md"), encoding: .utf8)
    #expect(document.contains("```\n\(command.output)```\n"))
    // The server was not disturbed.
    try await Self.append("bob", 2, Self.note(169, "bob"), hours: 169, to: server)
    try await server.close()
  }

  @Test(
    "EX-6 --json prints one object, --customers and --since limit it, and --strict has an exit code"
  )
  func options() async throws {
    let (folder, server) = try await Self.folder()
    let limits = ["--customers", "1", "--since", "2026-01-01T03:00:00Z"]
    let command = try Command(Self.arguments + limits + ["--json", "--strict"], in: folder.url)
    #expect(command.errors == "")
    #expect(command.status == 3)
    #expect(
      command.output == """
        {
          "affected" : 1,
          "against" : "old.yml",
          "changes" : [
            {
              "customers" : 1,
              "first" : "2026-01-01T03:00:00Z",
              "instants" : 1,
              "isPaying" : true,
              "kind" : "refused",
              "last" : "2026-01-01T03:00:00Z",
              "rule" : "new.yml:10",
              "samples" : [
                {
                  "customer" : "ann",
                  "instants" : [
                    "2026-01-01T03:00:00Z"
                  ]
                }
              ],
              "sentence" : "a subscriber is refused a use of `note`: the limit is reached",
              "subject" : "features.note",
              "weeks" : [
                {
                  "from" : "2025-12-29",
                  "instants" : 1
                }
              ]
            },
            {
              "customers" : 1,
              "first" : "2026-01-09T00:00:00Z",
              "instants" : 1,
              "isPaying" : true,
              "kind" : "loses",
              "last" : "2026-01-09T00:00:00Z",
              "rule" : "new.yml:10",
              "samples" : [
                {
                  "customer" : "ann",
                  "instants" : [
                    "2026-01-09T00:00:00Z"
                  ]
                }
              ],
              "sentence" : "a subscriber loses `note`: 1 a day instead of 3 a day",
              "subject" : "features.note",
              "weeks" : [
                {
                  "from" : "2026-01-05",
                  "instants" : 1
                }
              ]
            }
          ],
          "customers" : 1,
          "facts" : 4,
          "instants" : 2,
          "new" : "new.yml",
          "takesFromPayers" : true
        }

        """)
    let same = try Command(
      ["what-if", "old.yml", "--against", "old.yml", "--strict"], in: folder.url)
    #expect(same.status == 0)
    #expect(same.output.contains("  different    nobody\n"))
    try await server.close()
  }

  @Test("EX-6 what cannot be replayed is refused with the reason")
  func refused() throws {
    let folder = try TemporaryFolder()
    for (name, id) in [("new.yml", "a"), ("other.yml", "b")] {
      try Self.app(subscribers: 1, free: "deny").replacing("id: a,", with: "id: \(id),").write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let other = try Command(["what-if", "new.yml", "--against", "other.yml"], in: folder.url)
    #expect(other.status == 1)
    #expect(
      other.errors == "new.yml: error: the blueprint is for the app `a`, and other.yml for `b`\n")
    let missing = try Command(["what-if", "new.yml", "--against", "new.yml"], in: folder.url)
    #expect(missing.status == 1)
    #expect(missing.errors == "tollgate.sqlite: error: There is no database file.\n")
    for (option, sentence) in [
      ("--since", "--since: `soon` is not a date and time; use 2026-10-01T00:00:00Z."),
      ("--until", "--until: `soon` is not a date and time; use 2026-10-01T00:00:00Z."),
    ] {
      let command = try Command(
        ["what-if", "new.yml", "--against", "new.yml", option, "soon"], in: folder.url)
      #expect(command.status == 64)
      #expect(command.errors.contains(sentence))
    }
  }

  @Test("EX-6 the help says what is compared, and what is not recorded")
  func help() {
    #expect(
      TollgateCommand.helpMessage(for: WhatIfCommand.self, columns: 80) == """
        OVERVIEW: Replay a changed blueprint over recorded history.

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

        USAGE: tollgate what-if <file> --against <file> [--database <ledger>] [--since <instant>] [--until <instant>] [--customers <number>] [--strict] [--json] [--color <color>]

        ARGUMENTS:
          <file>                  The changed blueprint.

        OPTIONS:
          --against <file>        The blueprint that it is to replace.
          --database <ledger>     The ledger's file or address, or a backup. (default:
                                  tollgate.sqlite)
          --since <instant>       Compare from this instant on; earlier facts still
                                  count.
          --until <instant>       Compare up to this instant instead of now.
          --customers <number>    Replay only the first customers by id.
          --strict                Exit with 3 if a paying customer loses access.
          --json                  Print one JSON object instead of text.
          --color <color>         When to use color; `auto` is on a terminal, unless
                                  NO_COLOR is set. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }
}
