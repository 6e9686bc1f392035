/// How much the checks of one file have gone through: its conditions, and the states that customers can be in.
///
/// It grows in proportion to the blueprint; a check that goes through everything for each feature makes it quadratic, and
/// an author waits. Tests count it, since time depends on the machine.
final class CheckedWork {
  private(set) var steps = 0

  func add(_ steps: Int) { self.steps += steps }
}
