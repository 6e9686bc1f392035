import ArgumentParser
import TollgateServer

/// How many requests a minute a server accepts.
struct RateOptions: ParsableArguments {
  private static let defaults = RequestRates.standard
  private static let limit = 60_000_000

  @Option(
    help: ArgumentHelp(
      "How many requests a minute to accept from one address; 0 means any number.",
      valueName: "number"))
  var maxRequestsPerAddress = defaults.perAddress

  @Option(
    help: ArgumentHelp(
      "How many requests a minute to accept from one customer; 0 means any number.",
      valueName: "number"))
  var maxRequestsPerCustomer = defaults.perCustomer

  @Option(
    help: ArgumentHelp(
      "How many requests a minute to accept for one app; 0 means any number.", valueName: "number"))
  var maxRequestsPerApp = defaults.perApp

  @Option(
    help: ArgumentHelp(
      "How many requests a minute to accept with one secret key; 0 means any number.",
      valueName: "number"))
  var maxRequestsPerKey = defaults.perKey

  func validate() throws {
    for (name, value) in [
      ("address", maxRequestsPerAddress), ("customer", maxRequestsPerCustomer),
      ("app", maxRequestsPerApp), ("key", maxRequestsPerKey),
    ] where !(0...Self.limit).contains(value) {
      throw ValidationError(
        "--max-requests-per-\(name) must be a number from 0 to \(Self.limit), not \(value).")
    }
  }

  var rates: RequestRates {
    RequestRates(
      perAddress: maxRequestsPerAddress, perCustomer: maxRequestsPerCustomer,
      perApp: maxRequestsPerApp, perKey: maxRequestsPerKey)
  }
}
