struct IndexedCondition: Hashable, Sendable {
  let phases: UInt16
  let entitled: UInt64
  let notEntitled: UInt64
  let reached: UInt64
  let notReached: UInt64
  let heldPosition: Int
  let heldAtLeast: Int

  init(_ condition: Condition, _ index: Blueprint.Index) {
    phases = condition.phases.isEmpty ? .max : condition.phases.reduce(0) { $0 | $1.bit }
    entitled = index.bits(condition.entitled)
    notEntitled = index.bits(condition.notEntitled)
    reached = index.bits(condition.reached)
    notReached = index.bits(condition.notReached)
    heldPosition = condition.held.flatMap { index.heldFeatures.firstIndex(of: $0.feature) } ?? -1
    heldAtLeast = condition.held?.atLeast ?? 0
  }
}
