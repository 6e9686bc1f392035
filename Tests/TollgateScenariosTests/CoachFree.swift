import Foundation
import TollgateAppStore
import TollgateBlueprints
import TollgateScenarios

/// Scenarios of the app `coach-free`, written in a test.
enum CoachFree {
  private static let loaded = Result {
    let folder = Lives.folder.deletingLastPathComponent().appendingPathComponent("Blueprints")
    return (
      try BlueprintFile.load(path: folder.appendingPathComponent("coach-free.yml").path),
      try StoreKitConfiguration(
        json: try Data(contentsOf: folder.appendingPathComponent("coach-free.storekit")))
    )
  }

  static func scenario(_ yaml: String) throws -> Scenario {
    let (blueprint, products) = try loaded.get()
    return try Scenario.parse(yaml, name: "life.yml", blueprint: blueprint, products: products)
  }
}
