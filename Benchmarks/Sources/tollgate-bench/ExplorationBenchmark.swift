import Foundation
import TollgateBlueprints
import TollgateExplorer

/// How fast `tollgate check` searches the lives that the five apps allow.
enum ExplorationBenchmark {
  static func run() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Blueprints")
    for app in ["coach-free", "coach-paid", "grobro", "strikelab", "techniq"] {
      let path = folder.appendingPathComponent("\(app).yml").path
      let explorer = Explorer(try BlueprintFile.load(path: path).blueprint)
      let start = ContinuousClock.now
      let exploration = explorer.explore()
      let seconds = start.duration(to: .now) / .seconds(1)
      report(
        "all histories of \(app)",
        "\(decimal(seconds)) s, \(Int(Double(exploration.states) / seconds)) states/s",
        goal: "under 5 s")
    }
  }
}
