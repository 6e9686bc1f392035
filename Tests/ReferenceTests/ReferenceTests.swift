import BlueprintFile
import Foundation
import Testing
import Tollgate

/// The engine against a second opinion that shares nothing with it, over worlds made from seeds.
@Suite struct ReferenceTests {
  /// How many worlds are compared; each is asked about ``World/instantsPerWorld`` instants.
  static var runs: Int {
    ProcessInfo.processInfo.environment["EXPLORE_RUNS"].flatMap { Int($0) } ?? 400
  }

  /// The first seed, to repeat a single world.
  static var firstSeed: UInt64 {
    ProcessInfo.processInfo.environment["EXPLORE_SEED"].flatMap { UInt64($0) } ?? 1
  }

  @Test("EX-9 the engine answers as a reference written from the rules alone does")
  func engineAgrees() throws {
    let shipped = try Shipped.blueprints()
    var disagreements: [String] = []
    for offset in 0..<UInt64(Self.runs) {
      let world = World(seed: Self.firstSeed &+ offset, shipped: shipped)
      guard let disagreement = Disagreement.find(in: world) else { continue }
      disagreements.append(disagreement.description)
      if disagreements.count == 3 { break }
    }
    #expect(disagreements.isEmpty, "\(disagreements.joined(separator: "\n\n"))")
  }
}

/// The blueprints of this repository.
enum Shipped {
  static func blueprints() throws -> [Blueprint] {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"].map {
      try BlueprintFile.load(path: repository.appendingPathComponent("Blueprints/\($0).yml").path)
        .blueprint
    }
  }
}
