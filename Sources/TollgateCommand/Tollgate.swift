import ArgumentParser

/// The command line.
@main
struct TollgateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tollgate",
    abstract: "Subscriptions, trials and paywalls from one blueprint file an app.",
    discussion: """
      EXAMPLES:
        tollgate playground                five apps on simulated phones
        tollgate check Blueprints/*.yml    is everything right in these?
        tollgate serve coach.yml           a server with its SQLite ledger
        tollgate simulate coach.yml --scenario life.yml
                                           a customer's life, as a timeline
        tollgate store --config Shop.storekit
                                           an App Store for your backend's tests
      """,
    version: "0.1.0",
    subcommands: [
      CheckCommand.self, PlaygroundCommand.self, SchemaCommand.self, ServeCommand.self,
      SimulateCommand.self, StoreCommand.self,
    ])
}
