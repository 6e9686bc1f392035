import Tollgate

/// A blueprint, facts and the instants at which they are compared, all from one seed.
struct Sample {
  let seed: UInt64
  let blueprint: Blueprint
  let facts: [Fact]
  let instants: [Instant]

  /// The number of instants at which a sample is compared.
  static let instantsPerSample = 24

  /// Creates a sample: usually a plausible lifecycle up to some instant, sometimes facts that no store signs together.
  init(seed: UInt64, shipped: [Blueprint]) {
    var random = Seeded(seed)
    self.seed = seed
    let isShipped = random.chance(25)
    blueprint =
      isShipped
      ? random.pick(from: shipped) ?? GeneratedBlueprint.make(&random)
      : GeneratedBlueprint.make(&random)
    var history = GeneratedHistory(blueprint, Seeded(random.next()))
    history.run(steps: random.number(2...14))
    // Only what had arrived by some instant is known.
    let count =
      random.chance(40) ? history.arrivals.count : random.number(0...history.arrivals.count)
    var facts = history.arrivals.prefix(count).map(\.fact)
    if random.chance(20) { facts = Implausible.change(facts, &random) }
    self.facts = facts
    instants = Self.instants(facts, blueprint.definition, &random)
  }

  /// Mostly instants at which the server could decide, and some in the past.
  private static func instants(
    _ facts: [Fact], _ definition: Blueprint.Definition, _ random: inout Seeded
  ) -> [Instant] {
    var candidates = Moments.all(of: facts, in: definition)
    let stamp = Moments.newestStamp(facts) ?? GeneratedHistory.start
    let isUsed = facts.contains { fact in if case .use = fact { true } else { false } }
    // Uses later than now count, so nobody ever saw the past of a history with uses in this state.
    if isUsed || random.chance(75) { candidates.removeAll { $0 < stamp } }
    candidates += (0..<6).map { _ in stamp.adding(milliseconds: random.time(upTo: 70 * .day)) }
    candidates.append(stamp)
    return Array(candidates.shuffled(using: &random).prefix(instantsPerSample)).sorted()
  }
}
