public import ArgumentParser
import Foundation
import Tollgate
public import TollgateServer
import TollgateWire

/// Manages the keys with which a server signs tokens and answers.
struct ServerKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server-keys",
    abstract: "Create, list and rotate the keys that sign tokens and answers.",
    discussion: """
      Anyone with these keys can act as the server, and without them the ledger's
      sessions end, so back up their file apart from the ledger. A server reads them
      when it starts. To replace the key for answers:

        1. Add the next key, and release an app that pins both.
        2. Promote the next key once everybody has that app.
        3. Retire the previous key, and release an app without it.

      The key for tokens needs no release: promote the next one, and retire the
      previous one when its tokens have been exchanged, after 30 days of use.

      EXAMPLES:
        tollgate server-keys list
        tollgate server-keys add answers --key-file /etc/tollgate/live.keys
        tollgate server-keys promote 0f3a91c2d4e5b678
        tollgate server-keys retire 77c01be2a93d4f10
        TOLLGATE_KEYS=$(tollgate server-keys create --print) tollgate serve coach.yml
      """,
    subcommands: [Add.self, Create.self, List.self, Promote.self, Retire.self])

  /// The file whose keys are managed.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The file with the server's keys.", valueName: "file"))
    var keyFile = "tollgate.keys"

    /// Runs an action on the file, and names it in what goes wrong.
    func withFile<Value>(
      _ action: (KeyFile) throws(ConfigurationError) -> Value
    ) throws(Failure) -> Value {
      do { return try action(KeyFile(keyFile)) } catch {
        throw Failure(in: keyFile, error.message)
      }
    }

    /// Changes the keys in the file.
    func change<Value>(
      _ change: (inout ServerKeys) throws(ConfigurationError) -> Value
    ) throws(Failure) -> Value {
      try withFile { (file) throws(ConfigurationError) in
        try file.change(change)
      }
    }
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: "Create the keys of a new server; `tollgate serve --create` does so too.")

    @Flag(help: "Print the keys, for the environment variable TOLLGATE_KEYS, and write no file.")
    var print = false

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
      let keys = try ServerKeys(at: .current)
      guard !print else {
        Output.print(String(decoding: try keys.json(), as: UTF8.self))
        return
      }
      try options.withFile { (file) throws(ConfigurationError) in try file.create(keys) }
      Output.print("Created \(options.keyFile): back it up, apart from the ledger.")
      if let pin = keys.current(.answers).publicKey {
        Output.print("Answers are signed with \(pin): pin it in your clients.")
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the keys, the oldest first, without secrets.")

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
      let keys = try options.withFile { (file) throws(ConfigurationError) in try file.read() }
      Output.printTable(
        [["KEY", "SIGNS", "STATE", "CREATED", "PIN"]]
          + keys.keys.map { key in
            [
              key.id, key.use.rawValue, key.state.rawValue, key.createdAt.minute,
              key.publicKey?.base64 ?? "",
            ]
          })
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add the key that will sign next.")

    @Argument(help: "What it will sign.")
    var use: ServerKey.Use

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
      let key = try options.change { (keys) throws(ConfigurationError) in
        try keys.add(use, at: .current)
      }
      Output.print("Added \(key.id), which signs \(use) once it is promoted.")
      if let pin = key.publicKey {
        Output.print("Pin it in your clients together with the current key: \(pin)")
      }
    }
  }

  struct Promote: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "promote", abstract: "Make a key the one that signs.")

    @Argument(help: ArgumentHelp("The key as `list` shows it.", valueName: "key"))
    var key: String

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
      try options.change { (keys) throws(ConfigurationError) in try keys.promote(key, at: .current)
      }
      Output.print("\(key) signs after the server's next start.")
    }
  }

  struct Retire: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retire",
      abstract: "Erase a key for good: tokens that it signed are no longer valid.")

    @Argument(help: ArgumentHelp("The key as `list` shows it.", valueName: "key"))
    var key: String

    @OptionGroup var options: Options
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
      try options.change { (keys) throws(ConfigurationError) in try keys.retire(key) }
      Output.print("\(key) is retired, from the server's next start on.")
    }
  }
}

extension ServerKey.Use: ExpressibleByArgument {}
