import Foundation
import TollgateBlueprints
import TollgateExplorer

/// How fast `tollgate check` searches the lives that blueprints allow.
enum ExplorationBenchmark {
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Measures the five apps and Glow.
  static func run() throws {
    for app in ["coach-free", "coach-paid", "glow", "grobro", "strikelab", "techniq"] {
      let search = try Search(project.appendingPathComponent("Blueprints/\(app).yml"))
      report(
        "all histories of \(app)",
        "\(decimal(search.seconds)) s, \(Int(Double(search.states) / search.seconds)) states/s",
        goal: "under 5 s")
    }
  }

  /// Measures the sound blueprints of other apps, which the tests of findings judge.
  static func others() throws {
    let folder = project.appendingPathComponent("Tests/Blueprints/judged/sound")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "yml" }.sorted { $0.path < $1.path }
    var quick = 0
    for file in files {
      let search = try Search(file)
      if search.isComplete, search.seconds < 30 { quick += 1 }
      report(
        "all histories of \(file.deletingPathExtension().lastPathComponent)",
        "\(decimal(search.seconds)) s, \(search.states) states\(search.isComplete ? "" : ", cut short")",
        goal: "under 30 s")
    }
    report(
      "searched to the end within 30 s", "\(quick) of \(files.count)", goal: "nine in ten")
  }

  /// A search of a blueprint on all cores.
  private struct Search {
    let seconds: Double
    let states: Int
    let isComplete: Bool

    init(_ file: URL) throws {
      let explorer = Explorer(try BlueprintFile.load(path: file.path).blueprint)
      let start = ContinuousClock.now
      let exploration = explorer.explore()
      seconds = start.duration(to: .now) / .seconds(1)
      (states, isComplete) = (exploration.states, exploration.isComplete)
    }
  }
}
