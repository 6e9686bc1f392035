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
    abstract: "Live a customer's life in five apps, on simulated phones in a browser.",
    discussion: """
      The clock, the store and the network are in your hands. Everything is kept
      in memory and reachable from this machine only.

      EXAMPLES:
        tollgate playground
        tollgate playground --port 0             any port that is free
      """)

  @Option(help: "The port to listen at; 0 takes any that is free.")
  var port = 8080

  @Option(help: ArgumentHelp("The folder of the five blueprints.", valueName: "folder"))
  var blueprints = "Blueprints"

  func validate() throws { try validatePort(port) }

  func run() async throws {
    try await Failure.told {
      guard FileManager.default.fileExists(atPath: blueprints) else {
        throw Failure(
          "There is no folder \(blueprints): run this where Tollgate's Blueprints are, or name it with --blueprints."
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
}
