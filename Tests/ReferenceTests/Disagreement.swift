import Tollgate

/// A history, as short as possible, on which the engine and the reference disagree.
struct Disagreement {
  let seed: UInt64
  let definition: Blueprint.Definition
  let facts: [Fact]
  let instant: Instant
  let differences: [String]

  /// The first disagreement in a world, without the facts that it does not need; nil if there isn't one.
  static func find(in world: World) -> Disagreement? {
    guard let first = first(world, world.facts, world.instants) else { return nil }
    return shrunk(first, world.facts) { self.first(world, $0, [first.instant]) }
  }

  private static func first(_ world: World, _ facts: [Fact], _ instants: [Instant])
    -> Disagreement?
  {
    let definition = world.blueprint.definition
    let reference = ReferenceDecider(definition, facts: facts)
    let customer = Customer(facts)
    for instant in instants {
      let expected = reference.answer(at: instant)
      let actual = Answer(Membership(of: customer, in: world.blueprint, at: instant))
      if expected != actual {
        return Disagreement(
          seed: world.seed, definition: definition, facts: facts, instant: instant,
          differences: Answer.differences(reference: expected, engine: actual))
      }
    }
    return nil
  }
}

extension Disagreement: CustomStringConvertible {
  var description: String {
    """
    seed \(seed), at \(instant), in \(Report.summary(of: definition))
    \(facts.map { "  " + Report.line(of: $0) }.joined(separator: "\n"))
    \(differences.map { "  " + $0 }.joined(separator: "\n"))
    """
  }
}
