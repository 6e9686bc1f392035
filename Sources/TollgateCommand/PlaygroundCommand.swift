import AppStoreSimulator
import AppStoreSimulatorLauncher
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
      and findings next to the phone. Without the folder Blueprints, the command
      plays the blueprint in the current folder, or else an example.

      EXAMPLES:
        tollgate playground
        tollgate playground my-app.yml           your own blueprint
        tollgate playground --port 0             on any free port
        tollgate playground --host 0.0.0.0       in a container
      """)

  @Argument(help: "Your own blueprint or its folder, not the five apps.")
  var blueprint: String?

  @OptionGroup
  var hostOptions: HostOptions

  @Option(help: "The port to listen on; 0 takes any free port.")
  var port = 8080

  private static let usualFolder = "Blueprints"

  @Option(help: ArgumentHelp("The folder with the five blueprints.", valueName: "folder"))
  var blueprints = PlaygroundCommand.usualFolder

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws { try validatePort(port) }

  func run() async throws {
    let configuration = ServerConfiguration(host: hostOptions.host, port: port)
    let logger = Output.logger("tollgate.playground", level: .warning)
    switch try played() {
    case .apps(let folder):
      try await Playground.run(
        blueprints: folder, configuration: configuration, chain: try SigningChain(),
        logger: logger, onRunning: announce)
    case .own(let reading, let changes):
      try await Playground.run(
        blueprint: reading, changes: changes, configuration: configuration,
        chain: try SigningChain(), logger: logger, onRunning: announce)
    }
  }

  private enum Played {
    /// The five apps of a folder.
    case apps(String)
    /// A blueprint as it is now, with the mistakes that the page lists, and each time it is read again.
    case own(BlueprintReading, AsyncStream<BlueprintReading>)
  }

  /// The file that is named; of a folder, the five apps, else its first blueprint, else an example.
  ///
  /// - Throws: `Failure` if there is no such file or folder.
  private func played() throws -> Played {
    if let blueprint, !BlueprintFolder.isFolder(blueprint) {
      try requireFile(blueprint)
      return own(blueprint)
    }
    let folder = try playedFolder()
    if Playground.hasApps(in: folder) { return .apps(folder) }
    let files = try BlueprintFolder(path: folder).blueprints
    guard let file = files.first else {
      return .own(try example(for: folder), AsyncStream { $0.finish() })
    }
    if files.count > 1 {
      Output.print("\(file) is the first of \(files.count) blueprints in \(name(of: folder)).")
    }
    return own(file)
  }

  private func own(_ path: String) -> Played {
    let watch = BlueprintWatch(path: path)
    return .own(watch.read(), watch.changes)
  }

  /// The folder that is played: the current one, unless another is named or has the usual name.
  private func playedFolder() throws -> String {
    if let blueprint { return blueprint }
    if BlueprintFolder.isFolder(blueprints) { return blueprints }
    guard blueprints == Self.usualFolder else {
      throw Failure(in: blueprints, "there is no such folder")
    }
    return "."
  }

  private func name(of folder: String) -> String {
    URL(fileURLWithPath: folder).standardizedFileURL.path
  }

  /// An app to try where there is no blueprint yet.
  private func example(for folder: String) throws -> BlueprintReading {
    var template = BlueprintTemplate(
      name: "Example", bundleID: "com.example.app", features: ["export", "themes"])
    template.trial = .days(7)
    let file = "example.yml"
    Output.print(
      "There is no blueprint in \(name(of: folder)): this is an example. `tollgate init` writes yours."
    )
    return BlueprintReading(
      name: file,
      file: try BlueprintFile.parse(try template.text(), name: file) {
        throw Failure(in: $0, "there is no such file")
      }, problems: [], isSearched: false,
      note:
        "One file decides what every customer of your app may do. This one is an example: change it beside the phone."
    )
  }

  @Sendable
  private func announce(_ port: Int) async {
    hostOptions.warn("read your blueprint, and press every button of the playground")
    Output.print("The playground is open. Press Control-C to close it.")
    Output.print(hostOptions.address(port))
  }
}
