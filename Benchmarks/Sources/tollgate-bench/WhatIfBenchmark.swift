import Foundation
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// How many facts a second one core replays under two blueprints, against the bare fold.
enum WhatIfBenchmark {
  static func run() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Blueprints/coach-free.yml").path
    let blueprint = try BlueprintFile.load(path: path).blueprint
    let start = Instant(milliseconds: 1_772_000_000_000)
    let facts = EngineBenchmark.facts(from: start, count: 100)
    let recorded = facts.enumerated().map { number, fact in
      (at: start.advanced(by: .seconds(number * 60)), fact: fact)
    }
    let lives = (0..<100).map {
      RecordedLife(customer: Customer.ID("customer-\($0)"), facts: recorded)
    }
    let whatIf = WhatIf(
      blueprint, against: blueprint, at: start.advanced(by: .seconds(facts.count * 60)))
    let count = lives.count * facts.count
    let replay = Measurement(rounds: count) { use(whatIf.replay(lives)) }
    let fold = Measurement(rounds: count) {
      for _ in lives { use(Customer(facts)) }
    }
    report(
      "replaying a fact under two blueprints : folding it",
      "\(decimal(replay.nanosecondsPerRound / fold.nanosecondsPerRound)) "
        + "(\(grouped(replay.perSecond))/s : \(grouped(fold.perSecond))/s)",
      goal: "over 500,000/s")
  }
}
