import Tollgate

/// A history, as short as possible, on which the engine and the reference disagree.
struct Disagreement {
  let seed: UInt64
  let definition: Blueprint.Definition
  let facts: [Fact]
  let instant: Instant
  let differences: [String]

  /// The first disagreement in a sample, without the facts that it does not need; nil if there isn't one.
  static func find(in sample: Sample) -> Disagreement? {
    guard let first = first(sample, sample.facts, sample.instants) else { return nil }
    return shrunk(first, sample.facts) { self.first(sample, $0, [first.instant]) }
  }

  private static func first(_ sample: Sample, _ facts: [Fact], _ instants: [Instant])
    -> Disagreement?
  {
    let definition = sample.blueprint.definition
    let reference = ReferenceDecider(definition, facts: facts)
    let customer = Customer(facts)
    for instant in instants {
      let expected = reference.answer(at: instant)
      let actual = Answer(Membership(of: customer, in: sample.blueprint, at: instant))
      if expected != actual {
        return Disagreement(
          seed: sample.seed, definition: definition, facts: facts, instant: instant,
          differences: Answer.differences(reference: expected, engine: actual))
      }
    }
    return nil
  }
}

extension Disagreement: CustomStringConvertible {
  var description: String {
    """
    seed \(seed), at \(instant), in \(Rendering.summary(of: definition))
    \(facts.map { "  " + Rendering.line(of: $0) }.joined(separator: "\n"))
    \(differences.map { "  " + $0 }.joined(separator: "\n"))
    """
  }
}
