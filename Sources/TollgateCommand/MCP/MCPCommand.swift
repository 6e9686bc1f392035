import ArgumentParser
import Foundation
import Tollgate
import TollgateAppStore
import TollgateMutex

/// Offers the command line and a server's answers to an agent.
struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Offer checks, scenarios, charts and customers' histories to an agent.",
    discussion: """
      Speaks the Model Context Protocol over standard input and output, so an agent
      starts this command and calls its tools: check, simulate, what-if, charts; with
      --server, also to find customers and explain their answers.

      It only reads. With --allow-changes, an agent may propose a blueprint, which a
      person publishes at /admin, and grant entitlements if the key's scope allows
      it. The secret key of an operator is read from TOLLGATE_SECRET_KEY.

      EXAMPLES:
        tollgate mcp
        tollgate mcp --database postgres://tollgate@db/tollgate
        tollgate mcp --server https://tollgate.coach.app --app coach
        tollgate mcp --server https://tollgate.coach.app --app coach --allow-changes
      """)

  @Option(
    help: ArgumentHelp(
      "The ledger's file or address, for what-if and charts.", valueName: "ledger"))
  var database = "tollgate.sqlite"

  @Option(
    help: ArgumentHelp(
      "The address of a server that is asked about customers.", valueName: "url"))
  var server: String?

  @Option(help: ArgumentHelp("The app that the server is asked about.", valueName: "id"))
  var app: String?

  @Flag(help: "Also offer tools that change something.")
  var allowChanges = false

  @OptionGroup
  var outputOptions: OutputOptions

  /// Where the secret key is read from, which would be visible as an option.
  private static let keyVariable = "TOLLGATE_SECRET_KEY"

  func validate() throws {
    guard (server == nil) == (app == nil) else {
      throw ValidationError("--server and --app go together.")
    }
    guard let server else { return }
    guard let url = URL(string: server), ["http", "https"].contains(url.scheme), url.host != nil,
      ["", "/"].contains(url.path), url.query == nil
    else {
      throw ValidationError(
        "\(server) is not the address of a server; use one such as https://tollgate.coach.app.")
    }
    guard OutgoingHTTP.allows(server) else {
      throw ValidationError(
        "--server must be an `https` address, or `http` on this machine: a secret key goes there.")
    }
  }

  func run() async throws {
    var tools = MCPTool.commands(over: database)
    if allowChanges { tools.append(.proposeBlueprint(over: database)) }
    if let server, let app {
      guard let key = ProcessInfo.processInfo.environment[Self.keyVariable], !key.isEmpty else {
        throw Failure(
          in: nil,
          "set \(Self.keyVariable) to a key that `tollgate keys create --scope support` printed")
      }
      let customers = OperatorTools(
        address: server.hasSuffix("/") ? String(server.dropLast()) : server,
        app: Blueprint.App.ID(app), key: key)
      tools += customers.reading + (allowChanges ? customers.changing : [])
    }
    let output = MCPOutput()
    await MCPServer(tools: tools, write: { output.write($0) }).run(Self.lines)
  }

  /// The lines of standard input, which are read on a thread of their own, since reading waits.
  private static var lines: AsyncStream<String> {
    AsyncStream { continuation in
      Thread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }.start()
    }
  }
}

/// Writes one reply at a time: a long one takes several writes, between which no other may come.
private final class MCPOutput: Sendable {
  private let isWriting = Mutex(())

  func write(_ line: String) { isWriting.withLock { _ in Output.print(line) } }
}
