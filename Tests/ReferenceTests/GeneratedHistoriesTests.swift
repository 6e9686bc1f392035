import Testing
import Tollgate
import TollgateExplorer

/// The search of `tollgate check` over blueprints generated from seeds: whatever it finds must be the blueprint's
/// fault.
///
/// It searches a tenth of `EXPLORE_RUNS` blueprints, starting at the seed `EXPLORE_SEED`; see ``ReferenceTests``.
@Suite struct GeneratedHistoriesTests {
  @Test("EX-9 no history that a generated blueprint allows shows a defect of the engine")
  func noDefects() {
    var defects: [String] = []
    let runs = max(1, Exploration.runs / 10)
    for seed in Exploration.firstSeed..<Exploration.firstSeed + UInt64(runs) {
      var random = Seeded(seed)
      let options = Explorer.Options(stateLimit: 600, isQuick: !seed.isMultiple(of: 3))
      let search = Explorer(GeneratedBlueprint.make(&random), options: options).explore()
      for finding in search.findings where finding.isDefect {
        defects.append(
          "seed \(seed), \(finding.subject): \(finding.sentence)\n\(finding.history?.description ?? "")"
        )
      }
    }
    #expect(defects.isEmpty, "\(defects.joined(separator: "\n\n"))")
  }
}
