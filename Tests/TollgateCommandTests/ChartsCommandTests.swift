import ArgumentParser
import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateCommand

@Suite("charts on the command line")
struct ChartsCommandTests {
  private static let app = """
    app: { id: a, name: A, bundleID: a.b, appleID: 1 }
    legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
    products:
      pro.monthly: { name: Pro, group: plans, level: 1, entitlements: pro, price: 4.99 USD, period: P1M }
    features:
      note: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny, paywall: plans }]
    paywalls:
      plans: { title: Pro, packages: [pro.monthly] }
    """

  /// A folder with a blueprint, and a ledger of two subscribers, which a server has open.
  private static func folder() async throws -> (folder: TemporaryFolder, server: SQLiteLedger) {
    let folder = try TemporaryFolder()
    try app.write(
      to: folder.url.appendingPathComponent("app.yml"), atomically: true, encoding: .utf8)
    let server = try SQLiteLedger(path: folder.url.appendingPathComponent("tollgate.sqlite").path)
    for (customer, start, end, currency) in [
      ("ann", "2026-01-01", "2026-02-01", "USD"), ("bob", "2026-01-10", "2026-02-10", "EUR"),
    ] {
      let (start, end) = (try #require(Instant(start)), try #require(Instant(end)))
      let bought = StoreTransaction(
        id: StoreTransaction.ID(customer), originalID: StoreTransaction.OriginalID(customer),
        product: "pro.monthly", group: "plans", purchasedAt: start, expiresAt: end,
        price: Money(milliunits: 4_990, currency: currency), signedAt: start)
      _ = try await server.append(
        LedgerWrite(
          app: "a", customer: Customer.ID(customer), expectedVersion: 0,
          facts: [.transaction(bought)], at: start))
    }
    return (folder, server)
  }

  @Test("EX-15 a table shows amounts in one currency, and which period is not over")
  func table() async throws {
    let (folder, server) = try await Self.folder()
    let command = try Command(
      [
        "charts", "mrr", "app.yml", "--from", "2026-01-01", "--as-of", "2026-02-05",
        "--currency", "USD", "--rate", "EUR=1.1",
      ], in: folder.url)
    #expect(command.errors == "")
    #expect(command.status == 0)
    #expect(
      command.output == """
        mrr: the prices of active subscriptions at the period's end, each for a month
        app.yml, over tollgate.sqlite, as known at 2026-02-05T00:00Z: 2 customers, 2 facts

        USD, by month:
          2026-01-01  10.48
          2026-02-01   5.49  (not over)

        """)
    let document = try String(
      contentsOf: Command.root.appendingPathComponent("Documentation/Charts.md"), encoding: .utf8)
    #expect(document.contains("```\n\(command.output)```\n"))
    let missing = try Command(
      ["charts", "mrr", "app.yml", "--as-of", "2026-02-05", "--currency", "USD"], in: folder.url)
    #expect(missing.status == 1)
    #expect(missing.errors == "error: There is no rate for EUR.\n")
    try await server.close()
  }

  @Test("EX-15 CSV has a line for each customer behind a number, and --as-of hides what came later")
  func csv() async throws {
    let (folder, server) = try await Self.folder()
    let header = "from,to,complete,segment,currency,customer,value,base\n"
    for (known, lines) in [
      (
        "2026-02-05",
        """
        2026-01-01,2026-02-01,true,pro.monthly,,ann,1,0
        2026-01-01,2026-02-01,true,pro.monthly,,bob,1,0

        """
      ), ("2026-01-10", "2026-01-01,2026-02-01,false,pro.monthly,,ann,1,0\n"),
    ] {
      let command = try Command(
        [
          "charts", "active-subscriptions", "app.yml", "--from", "2026-01-31", "--to", "2026-01-31",
          "--as-of", known, "--by", "product", "--customers", "--format", "csv",
        ], in: folder.url)
      #expect(command.errors == "")
      #expect(command.output == header + lines)
    }
    try await server.close()
  }

  @Test("EX-15 JSON has the share's parts for each period, and filters apply")
  func json() async throws {
    let (folder, server) = try await Self.folder()
    let arguments = [
      "charts", "churn", "app.yml", "--from", "2026-02-01", "--as-of", "2026-02-05", "--format",
    ]
    let command = try Command(arguments + ["json"], in: folder.url)
    #expect(command.errors == "")
    #expect(
      command.output == """
        {
          "asOf" : "2026-02-05T00:00:00Z",
          "chart" : "churn",
          "customers" : 2,
          "definition" : "\(Chart.churn.definition)",
          "facts" : 2,
          "period" : "month",
          "series" : [
            {
              "points" : [
                {
                  "base" : 2,
                  "customers" : 2,
                  "from" : "2026-02-01",
                  "isComplete" : false,
                  "to" : "2026-03-01",
                  "value" : 1
                }
              ]
            }
          ]
        }

        """)
    let table = try Command(arguments + ["table"], in: folder.url)
    #expect(table.output.contains("\n  2026-02-01  50.0 % (1 of 2)  (not over)\n"))
    let other = try Command(arguments + ["table", "--product", "basic"], in: folder.url)
    #expect(other.output.hasSuffix("\n\nby month:\n  2026-02-01  -  (not over)\n"))
    try await server.close()
  }

  @Test("EX-15 all charts are listed with their definitions")
  func list() throws {
    let command = try Command(["charts"])
    #expect(command.status == 0)
    let lines = command.output.split(separator: "\n")
    #expect(lines.count == Chart.allCases.count)
    for (line, chart) in zip(lines, Chart.allCases) {
      #expect(line.hasPrefix(chart.rawValue + " "))
      #expect(line.hasSuffix("  " + chart.definition))
    }
  }

  @Test(
    "EX-15 what cannot be counted is refused with the reason",
    arguments: [
      (["mrr"], 64, "A chart needs a blueprint."),
      (["mrr", "app.yml"], 1, "tollgate.sqlite: error: There is no database file."),
      (
        ["new-customers", "app.yml", "--by", "product"], 1,
        "error: The chart `new-customers` counts customers before they buy, so it has no products."
      ),
      (
        ["mrr", "app.yml", "--by", "paywall"], 1,
        "error: The chart `mrr` counts purchases, so it has no paywalls."
      ),
      (
        ["paywall-conversion", "app.yml", "--product", "pro.monthly"], 1,
        "error: The chart `paywall-conversion` counts views of paywalls, so it has no products."
      ), (["mrr", "app.yml", "--by", "week"], 64, "'week' is invalid for '--by <segment>'"),
      (
        ["mrr", "app.yml", "--as-of", "soon"], 64,
        "--as-of: `soon` is not a date and time; use 2026-10-01T00:00:00Z."
      ),
      (
        ["mrr", "app.yml", "--from", "2026-02-01", "--to", "2026-01-01"], 64,
        "--to must not be earlier than --from."
      ),
      (
        ["mrr", "app.yml", "--from", "2020-01-01", "--to", "2026-01-01", "--period", "day"], 1,
        "error: A chart is limited to 1000 periods: begin later, or use longer periods."
      ), (["mrr", "app.yml", "--rate", "EUR=1.08"], 64, "--rate needs --currency."),
      (["mrr", "app.yml", "--rate", "EUR"], 64, "'EUR' is invalid for '--rate <currency=rate>'"),
      (["proceeds", "app.yml", "--deductions", "101"], 64, "--deductions must be from 0 to 100."),
    ] as [([String], Int32, String)])
  func refused(arguments: [String], status: Int32, reason: String) throws {
    let folder = try TemporaryFolder()
    try Self.app.write(
      to: folder.url.appendingPathComponent("app.yml"), atomically: true, encoding: .utf8)
    let command = try Command(["charts"] + arguments, in: folder.url)
    #expect(command.status == status)
    #expect(command.errors.contains(reason))
  }

  @Test("EX-15 the examples of the help are valid")
  func examples() throws {
    let discussion = ChartsCommand.configuration.discussion
    #expect(discussion.split(separator: "\n").allSatisfy { $0.count <= 79 })
    let examples = try #require(discussion.split(separator: "EXAMPLES:\n").last)
      .replacing("\\\n", with: "").split(separator: "\n")
    #expect(examples.count == 7)
    for example in examples {
      let words = example.split(separator: " ").map(String.init)
      #expect(words.starts(with: ["tollgate", "charts"]))
      _ = try ChartsCommand.parse(Array(words.dropFirst(2)))
    }
  }
}
