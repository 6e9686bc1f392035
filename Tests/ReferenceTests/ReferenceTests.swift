import Foundation
import TestSupport
import Testing
import Tollgate
import TollgateBlueprints

/// Compares the engine with a second decider that shares none of its code, over samples generated from seeds.
///
/// `EXPLORE_RUNS` is the number of samples, and `EXPLORE_SEED` the first seed: to repeat a sample that a failure names by
/// its seed, set `EXPLORE_RUNS=1 EXPLORE_SEED=…`.
@Suite struct ReferenceTests {
  @Test("EX-9 the engine answers as the reference decider does")
  func engineAgrees() throws {
    try expectNone(samples: Exploration.runs, Disagreement.find)
  }

  @Test("EX-2 nothing changes before the next change, and something does at it")
  func nextChangeIsExact() throws {
    try expectNone(samples: Exploration.runs / 4, WrongNextChange.find)
  }

  @Test("EX-9 a paywall sells what the store would start now, and all of it that gives something")
  func offersAreSound() throws {
    try expectNone(samples: Exploration.runs / 4, UnsoundOffer.find)
  }

  /// Finds at most three faults, as short histories.
  private func expectNone<Fault: CustomStringConvertible>(
    samples: Int, _ find: (Sample) -> Fault?
  ) throws {
    let shipped = try Exploration.shippedBlueprints()
    var faults: [String] = []
    for offset in 0..<UInt64(max(1, samples)) where faults.count < 3 {
      let sample = Sample(seed: Exploration.firstSeed &+ offset, shipped: shipped)
      if let fault = find(sample) { faults.append("\(fault)") }
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n\n"))")
  }
}

/// How far an exploration goes, and over which blueprints.
enum Exploration {
  /// How many samples are compared; each is compared at ``Sample/instantsPerSample`` instants.
  static var runs: Int { number("EXPLORE_RUNS") ?? (isExhaustive ? 150 : 50) }

  /// The seed of the first sample.
  static var firstSeed: UInt64 { UInt64(number("EXPLORE_SEED") ?? 1) }

  /// The blueprints of this repository.
  static func shippedBlueprints() throws -> [Blueprint] {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"].map {
      try BlueprintFile.load(path: repository.appendingPathComponent("Blueprints/\($0).yml").path)
        .blueprint
    }
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
