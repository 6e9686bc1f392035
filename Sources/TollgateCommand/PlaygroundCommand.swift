import AppStoreSimulator
import ArgumentParser
import Foundation
import Logging
import TollgatePlayground
import TollgateServer

/// Runs the playground.
struct PlaygroundCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playground",
    abstract: "Try five apps on simulated phones in a browser.",
    discussion: """
      You control the clock, the store and the network. Everything is kept in
      memory and reachable from this machine only.

      EXAMPLES:
        tollgate playground
        tollgate playground --port 0             on any free port
      """)

  @Option(help: "The port to listen on; 0 takes any free port.")
  var port = 8080

  @Option(help: ArgumentHelp("The folder with the five blueprints.", valueName: "folder"))
  var blueprints = "Blueprints"

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws { try validatePort(port) }

  func run() async throws {
    guard FileManager.default.fileExists(atPath: blueprints) else {
      throw Failure(
        in: blueprints,
        "there is no such folder; run this beside Tollgate's Blueprints, or name the folder with --blueprints"
      )
    }
    try await Playground.run(
      blueprints: blueprints, configuration: ServerConfiguration(port: port),
      chain: try SigningChain(), logger: Output.logger("tollgate.playground", level: .warning)
    ) { port in
      Output.print("The playground is open. Press Control-C to close it.")
      Output.print("http://127.0.0.1:\(port)")
    }
  }
}
