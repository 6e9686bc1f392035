public import ArgumentParser
import Tollgate
import TollgateLedger
public import TollgateServer

/// Shows and replays the events that a server delivers.
struct WebhooksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhooks",
    abstract: "Show and replay the events that a server delivers.",
    discussion: """
      `tollgate serve --webhook-url` posts what happens to an address, and
      --webhook-file appends it to a file. A running server does a replay, and needs
      no restart.

      EXAMPLES:
        tollgate webhooks list --app coach
        tollgate webhooks replay --app coach --customer cus_5d20
        tollgate webhooks replay --app coach --from 2026-03-01 --to file
        tollgate webhooks test --app coach --webhook-url https://example.com/hook
      """,
    subcommands: [List.self, Replay.self, Test.self])

  /// The ledger and the app whose events are delivered.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @OptionGroup var ledger: ServedLedgerOptions

    /// The deliveries, in a ledger which a running server may have open too.
    func deliveries() async throws -> WebhookDeliveries {
      WebhookDeliveries(try await ledger.open(), of: Blueprint.App.ID(app))
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Show how far the events have come, and which were given up.")

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let all = try await options.deliveries().status()
      guard !all.isEmpty else {
        Output.print("No events of the app \(options.app) have been delivered yet.")
        return
      }
      Output.printTable(
        [["TO", "STATUS", "READ TO", "WAITING", "NEXT TRY", "REPLAYS", "DEAD LETTERS"]]
          + all.map(\.columns))
      let letters = all.flatMap(\.lastDeadLetters)
      guard !letters.isEmpty else { return }
      Output.print("")
      Output.printTable(
        [["FACT", "CUSTOMER", "GIVEN UP"]]
          + letters.map { ["\($0.sequence)", $0.customer.rawValue, $0.at.minute] })
    }
  }

  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract: "Have the server repeat events, of a time or a customer.",
      discussion: """
        They come in their order and under their ids, which a receiver that has seen
        them can ignore. A time is a date, or a date and time in UTC.
        """)

    @Option(
      help: ArgumentHelp(
        "Where to repeat them: `url` or `file`. (default: url, or file if only that was used)",
        valueName: "destination"))
    var to: WebhookDestination.Name?

    @Option(help: ArgumentHelp("When the first of them was recorded.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("When the first later one was recorded.", valueName: "time"))
    var until: String?

    @Option(help: ArgumentHelp("The customer, with everyone merged into it.", valueName: "id"))
    var customer: String?

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
      _ = try Self.instant(from, "--from")
      _ = try Self.instant(until, "--until")
    }

    func run() async throws {
      let deliveries = try await options.deliveries()
      let used = try await deliveries.status().map(\.destination)
      try await deliveries.replay(
        to: to ?? (used == [.file] ? .file : .url), from: try Self.instant(from, "--from"),
        until: try Self.instant(until, "--until"),
        of: customer.map { Customer.ID($0) }, by: People.commandLine, at: .current)
      Output.print("The server repeats these events; follow it with `tollgate webhooks list`.")
    }

    private static func instant(_ text: String?, _ name: String) throws -> Instant? {
      guard let text else { return nil }
      guard let instant = Instant(text) else {
        throw ValidationError(
          "\(name) is not a date and time; use 2026-03-01 or 2026-03-01T09:00:00Z.")
      }
      return instant
    }
  }

  struct Test: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Send an event of type `webhook.test` once, to see that it arrives.")

    @Option(help: ArgumentHelp("The app that the event names.", valueName: "id"))
    var app: String

    @OptionGroup var webhooks: WebhookOptions
    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
      guard webhooks.webhookURL != nil || webhooks.webhookFile != nil else {
        throw ValidationError("Name a destination with --webhook-url or --webhook-file.")
      }
    }

    func run() async throws {
      let deliveries = WebhookDeliveries(SQLiteLedger.inMemory(), of: Blueprint.App.ID(app))
      for destination in try webhooks.destinations() {
        guard await deliveries.test(destination, at: .current) else {
          throw Failure(
            in: nil, "The \(destination.name.rawValue) did not accept the event.")
        }
        Output.print("The \(destination.name.rawValue) accepted the event.")
      }
    }
  }
}

extension WebhookDestination.Name: ExpressibleByArgument {}

extension WebhookDeliveries.Status {
  /// The destination's line in a list.
  fileprivate var columns: [String] {
    [
      destination.rawValue, isUnavailable ? "unavailable" : "available", "\(cursor)", "\(waiting)",
      nextAt?.minute ?? "none", "\(replays)", "\(deadLetters)",
    ]
  }
}
