import AppStoreSimulator
import ArgumentParser
import Foundation
import Logging
import TollgateBlueprints
import TollgatePlayground
import TollgateServer

/// Runs the playground.
struct PlaygroundCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playground",
    abstract: "Try five apps, or your own, on simulated phones in a browser.",
    discussion: """
      You control the clock, the store and the network. Everything is kept in
      memory, and reachable from this machine only unless --host says otherwise. A
      blueprint of your own is read again whenever you save it, with its mistakes
      and findings beside the phone.

      EXAMPLES:
        tollgate playground
        tollgate playground my-app.yml           your own blueprint
        tollgate playground --port 0             on any free port
        tollgate playground --host 0.0.0.0       in a container
      """)

  @Argument(help: "A blueprint of your own, instead of the five apps.")
  var blueprint: String?

  @OptionGroup
  var hostOptions: HostOptions

  @Option(help: "The port to listen on; 0 takes any free port.")
  var port = 8080

  @Option(help: ArgumentHelp("The folder with the five blueprints.", valueName: "folder"))
  var blueprints = "Blueprints"

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws { try validatePort(port) }

  func run() async throws {
    let configuration = ServerConfiguration(host: hostOptions.host, port: port)
    let logger = Output.logger("tollgate.playground", level: .warning)
    if let blueprint {
      try await Playground.run(
        blueprint: try reading(of: blueprint), changes: BlueprintWatch(path: blueprint).changes,
        configuration: configuration, chain: try SigningChain(), logger: logger,
        onRunning: announce)
    } else {
      try requireBlueprints()
      try await Playground.run(
        blueprints: blueprints, configuration: configuration, chain: try SigningChain(),
        logger: logger, onRunning: announce)
    }
  }

  /// The blueprint as it is when the command begins.
  ///
  /// - Throws: `Failure` if there is no such file, `BlueprintFileError` if it cannot be used.
  private func reading(of path: String) throws -> BlueprintReading {
    try requireFile(path)
    let reading = BlueprintWatch(path: path).read()
    if reading.file == nil { _ = try BlueprintFile.load(path: path) }
    return reading
  }

  private func requireBlueprints() throws {
    guard FileManager.default.fileExists(atPath: blueprints) else {
      throw Failure(
        in: blueprints,
        "there is no such folder; run this where Tollgate's Blueprints are, or name the folder with --blueprints"
      )
    }
  }

  @Sendable
  private func announce(_ port: Int) async {
    hostOptions.warn("read your blueprint, and press every button of the playground")
    Output.print("The playground is open. Press Control-C to close it.")
    Output.print(hostOptions.address(port))
  }
}
