import ArgumentParser
import Tollgate
import TollgateLedger
import TollgateServer

/// Manages the secret keys of apps' own backends.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Create, list and revoke the secret keys of your own backend.",
    discussion: """
      With a secret key, your backend checks access and counts uses for any
      customer of one app. The ledger stores the keys as hashes. A running server
      needs no restart: it accepts a new key, and refuses a revoked one, from the
      next request on.

      EXAMPLES:
        tollgate keys create --app coach --name backend
        tollgate keys list --app coach --database all.sqlite
        tollgate keys list --app coach --database postgres://tollgate@db/tollgate
        tollgate keys revoke sk_coach_0f3a91c2d4e5b678
      """,
    subcommands: [Create.self, List.self, Revoke.self])

  /// The ledger whose keys are managed.
  struct Options: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The ledger's file or address, as passed to `tollgate serve`.", valueName: "ledger"))
    var database = "tollgate.sqlite"

    /// Opens the ledger, which a running server may have open too.
    func withKeys<Value>(_ body: (SecretKeys) async throws -> Value) async throws -> Value {
      let location = try LedgerLocation(database: database, inMemory: false)
      // Not closed: that would wait for the requests of a running server, and could fail after the key was written.
      return try await body(
        SecretKeys(ledger: try await location.openBesideServer(), clock: { .current }))
    }
  }

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: "Create a key, and print it; it is shown only once.",
      discussion: """
        Only the key goes to standard output, so that it can be piped into a secret
        store.
        """)

    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @Option(help: "A name for the key, such as `backend`.")
    var name: String

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let (text, record) = try await options.withKeys { keys in
        try await keys.create(named: name, in: Blueprint.App.ID(app))
      }
      Output.print(text)
      Output.printError(
        """
        This key of the app \(app) is shown only once: keep it where your backend reads its secrets.
        To revoke it: tollgate keys revoke \(record.id)
        """)
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List an app's keys: valid ones first, then the newest.")

    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let keys = try await options.withKeys { try await $0.list(in: Blueprint.App.ID(app)) }
      guard !keys.isEmpty else {
        Output.print("The app \(app) has no keys.")
        return
      }
      Output.printTable(
        [["KEY", "NAME", "CREATED", "LAST USED", "STATUS"]] + keys.map(\.columns))
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke",
      abstract: "Revoke a key for good.")

    @Argument(help: ArgumentHelp("The key as `list` shows it, or the whole key.", valueName: "key"))
    var key: String

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let record = try await options.withKeys { try await $0.revoke(key) }
      Output.print("\(record.id) (\(record.name)) is revoked.")
    }
  }
}

extension LedgerSecretKey {
  /// The key's line in a list.
  fileprivate var columns: [String] {
    let status = revokedAt.map { "revoked \($0.minute)" } ?? "valid"
    return [id, name, createdAt.minute, lastUsedAt?.minute ?? "never", status]
  }
}
