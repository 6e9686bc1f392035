import ArgumentParser
import Tollgate
import TollgateServer

/// The apps whose builds have RevenueCat's SDK.
struct RevenueCatOptions: ParsableArguments {
  @Option(
    name: .customLong("revenuecat"), parsing: .singleValue,
    help: ArgumentHelp(
      "Answer builds with RevenueCat's SDK: an app, and the public key in its builds; repeatable.",
      valueName: "app=key"))
  var keysByApp: [String] = []

  func validate() throws { _ = try keys() }

  /// The keys.
  ///
  /// - Throws: `ValidationError` for anything but an app and a public key.
  func keys() throws -> RevenueCatKeys {
    var keys = RevenueCatKeys()
    for text in keysByApp {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, keys.add(parts[1], for: Blueprint.App.ID(parts[0])) else {
        throw ValidationError("--revenuecat needs an app and its public key: coach=appl_AbCdEf")
      }
    }
    return keys
  }
}
