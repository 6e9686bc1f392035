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
        tollgate keys create --app coach --name dashboard --scope read
        tollgate keys list --app coach --database all.sqlite
        tollgate keys list --app coach --database postgres://tollgate@db/tollgate
        tollgate keys revoke sk_coach_0f3a91c2d4e5b678
        tollgate keys revoke sk_coach_0f3a91c2d4e5b678 --after 7
      """,
    subcommands: [Create.self, List.self, Revoke.self])

  /// The ledger whose keys are managed.
  struct Options: ParsableArguments {
    @OptionGroup var ledger: ServedLedgerOptions

    /// Opens the ledger, which a running server may have open too.
    ///
    /// - Parameter app: The app that a key is created for; nil if none is.
    /// - Throws: ``Failure`` if the ledger cannot be opened or the app is misspelled, or what the body throws.
    func withKeys<Value>(
      creatingFor app: Blueprint.App.ID? = nil, _ body: (SecretKeys) async throws -> Value
    ) async throws -> Value {
      let opened = try await ledger.open()
      if let app { try await ledger.location.check(app, in: opened) }
      return try await body(SecretKeys(ledger: opened, clock: { .current }))
    }
  }

  /// What a key allows, as an option.
  enum Scope: String, CaseIterable, ExpressibleByArgument {
    case backend, read
    case readOnly = "read-only"
    case support, developer, owner

    var scope: LedgerSecretKey.Scope { LedgerSecretKey.Scope(rawValue: rawValue) }
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

    @Option(
      help: """
        What the key allows: for your backend, `backend` everything, `read` only checks; for operators, `owner` \
        everything, `developer` everything but the audit list, `support` no revenue, `read-only` no changes.
        """
    )
    var scope = Scope.backend

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let id = Blueprint.App.ID(app)
      let (text, record) = try await options.withKeys(creatingFor: id) { keys in
        try await keys.create(named: name, scope: scope.scope, in: id)
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
      abstract: "List an app's keys: those without an end first, then the newest.")

    @Option(help: ArgumentHelp("The app, as its blueprint names it.", valueName: "id"))
    var app: String

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() async throws {
      let now = Instant.current
      let keys = try await options.withKeys { try await $0.list(in: Blueprint.App.ID(app)) }
      guard !keys.isEmpty else {
        Output.print("The app \(app) has no keys.")
        return
      }
      Output.printTable(
        [["KEY", "NAME", "SCOPE", "CREATED", "LAST USED", "STATUS"]]
          + keys.map { $0.columns(at: now) })
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke",
      abstract: "Revoke a key for good.")

    private static let longestDelay = 365

    @Argument(help: ArgumentHelp("The key as `list` shows it, or the whole key.", valueName: "key"))
    var key: String

    @Option(
      help: ArgumentHelp(
        "Accept the key for this many days more, while another one replaces it.",
        valueName: "days"))
    var after = 0

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
      guard (0...Self.longestDelay).contains(after) else {
        throw ValidationError("`--after` must be between 0 and \(Self.longestDelay) days.")
      }
    }

    func run() async throws {
      let record = try await options.withKeys {
        try await $0.revoke(key, after: .seconds(after * 86_400))
      }
      let end = record.revokedAt.flatMap { Instant.current < $0 ? $0.minute : nil }
      let status = end.map { "valid until \($0)" } ?? "revoked"
      Output.print("\(record.id) (\(record.name)) is \(status).")
    }
  }
}

extension LedgerSecretKey {
  /// The key's line in a list.
  fileprivate func columns(at now: Instant) -> [String] {
    let status = revokedAt.map { "\(isValid(at: now) ? "valid until" : "revoked") \($0.minute)" }
    return [
      id, name, scope.rawValue, createdAt.minute, lastUsedAt?.minute ?? "never", status ?? "valid",
    ]
  }
}
