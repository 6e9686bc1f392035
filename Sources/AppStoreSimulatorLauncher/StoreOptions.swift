import AppStoreSimulatorHTTP
package import ArgumentParser
import Foundation
import TollgateAppStore

/// How a simulated store is started, for each program that starts one.
package struct StoreOptions: ParsableArguments, Sendable {
  package enum StoreEnvironment: String, CaseIterable, ExpressibleByArgument, Sendable {
    case sandbox, production
  }

  package enum Clock: String, CaseIterable, ExpressibleByArgument, Sendable {
    case manual, real
  }

  /// The store's renewal rates by their names.
  package enum Rate: String, CaseIterable, ExpressibleByArgument, Sendable {
    case realTime, monthIn30Seconds, monthIn5Minutes, monthIn15Minutes, monthIn30Minutes,
      monthInAnHour
  }

  @Option(
    help: "The bundle identifier of the app; the file's, or com.example.app, by default.")
  package var bundleId: String?

  @Option(help: "Apple's number for the app; the one in the file, or 1234567890, by default.")
  package var appAppleId: Int64?

  @Option(help: ArgumentHelp("Where to post notifications.", valueName: "url"))
  package var notify: String?

  @OptionGroup
  package var hostOptions: HostOptions

  @Option(help: "The port to listen on; 0 takes any free port.")
  package var port = 8090

  @Option(help: "The environment that signed data names.")
  package var environment = StoreEnvironment.sandbox

  @Option(help: "How fast subscriptions renew.")
  package var rate = Rate.realTime

  @Option(help: "The seed of identifiers and keys.")
  package var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Misbehave as Apple's servers can, in ways that this seed chooses.", valueName: "seed"))
  package var chaos: UInt64?

  @Option(help: "How the clock moves: on request, or in real time.")
  package var clock = Clock.manual

  @Option(
    help: ArgumentHelp("When the clock starts; now, unless it is given.", valueName: "instant"))
  package var start: String?

  @Option(
    help: ArgumentHelp("Where to write the key and the root certificate.", valueName: "folder"))
  package var keyDirectory = "tollgate-store"

  @Option(help: ArgumentHelp("A .p8 key to use instead of a new one.", valueName: "file"))
  package var key: String?

  @Option(help: "The identifier of that key.")
  package var keyId: String?

  @Option(help: "The issuer of that key.")
  package var issuerId: String?

  package init() {}

  package func validate() throws {
    try validatePort(port)
    if let notify, !StoreService.isAddress(notify) {
      throw ValidationError("\(notify) is not a URL; it must begin with http:// or https://.")
    }
    if let start, Instant(dateAndTime: start) == nil {
      throw ValidationError(
        "\(start) is not a date and time; use a form such as 2026-03-01T09:00:00Z.")
    }
    guard (key == nil) == (keyId == nil), (key == nil) == (issuerId == nil) else {
      throw ValidationError("Use --key, --key-id and --issuer-id together, or none of them.")
    }
  }
}
