import AppStoreSimulatorLauncher
import ArgumentParser
import Foundation

/// The command line.
@main
struct TollgateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tollgate",
    abstract: "Subscriptions, trials and paywalls from one blueprint file per app.",
    discussion: """
      EXAMPLES:
        tollgate playground                five apps on simulated phones
        tollgate check Blueprints          are these blueprints right?
        tollgate dev coach.yml             a server for an app run from Xcode
        tollgate serve coach.yml --create  a server with its SQLite ledger
        tollgate bundle coach.yml          the blueprint to ship in the app
        tollgate simulate --scenario scenario.yml
                                           run a scenario and print its timeline
        tollgate keys create --app coach --name backend
                                           a secret key for your own backend
        tollgate store --config Shop.storekit
                                           an App Store for your backend's tests
      """,
    version: releaseVersion,
    subcommands: [
      AdminCommand.self, AuditCommand.self, BackupCommand.self, BundleCommand.self,
      ChartsCommand.self,
      CheckCommand.self,
      DevCommand.self, DoctorCommand.self,
      FormatCommand.self,
      GenerateCommand.self, ImportCommand.self, InitCommand.self, KeysCommand.self,
      MCPCommand.self, MoveCommand.self,
      OpenAPICommand.self, PlaygroundCommand.self, PruneCommand.self, RestoreCommand.self,
      RevisionsCommand.self,
      SchemaCommand.self,
      ServeCommand.self, ServerKeysCommand.self, SimulateCommand.self, StoreCommand.self,
      TextsCommand.self,
      VariantsCommand.self, VerifyCommand.self, ViewsCommand.self, WebhooksCommand.self,
      WhatIfCommand.self,
    ])

  static let _errorPrefix = Failure.prefix

  /// What the command says on its own.
  static let firstSteps = """
    Subscriptions, trials and paywalls from one blueprint file per app. Try:

      tollgate playground       five apps on simulated phones, in your browser
      tollgate init             a first blueprint for your own app
      tollgate check coach.yml  what is wrong with a blueprint, and what it allows

    All commands: tollgate --help
    """

  func run() async throws { Output.print(Self.firstSteps) }

  static func main() async {
    do {
      let arguments = try ConfiguredArguments(
        Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment, warn: Output.printError)
      try await run(await parsed(arguments))
      Output.flushLog()
    } catch {
      exit(withReport: error)
    }
  }

  private static func parsed(_ line: ConfiguredArguments) async -> any ParsableCommand {
    do {
      return try await asyncParseAsRoot(line.arguments)
    } catch {
      let place = line.place(of: fullMessage(for: error)).map { "\($0): " } ?? ""
      exit(
        withReport: error, at: place,
        suggestion: Misspelling(in: line.arguments, of: Self.self))
    }
  }

  static func run(_ command: any ParsableCommand) async throws {
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
  }

  /// Reports why the command failed, and ends the process with its exit code.
  private static func exit(
    withReport error: any Error, at place: String = "", suggestion: Misspelling? = nil
  ) -> Never {
    let code = exitCode(for: error)
    guard !code.isSuccess else { exit(withError: error) }
    let text = fullMessage(for: error)
    Output.flushLog()
    let report = Failure.description(of: error) ?? suggestion?.report(with: text) ?? place + text
    if !report.isEmpty { Output.printError(report) }
    exit(withError: code)
  }
}
