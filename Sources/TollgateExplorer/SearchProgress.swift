/// How far a search is, and what it is searching.
public struct SearchProgress: Hashable, Sendable {
  /// How many states, or pairs of them, were visited.
  public let states: Int
  /// How many of them wait to be searched from.
  public let waiting: Int
  /// How many steps the histories have that it extends now.
  public let steps: Int
  /// The variant that everyone has, as the end of a sentence; nil without one.
  public let variant: String?
  /// What was found so far and is not accepted, each with its place.
  public let found: [String]

  public init(
    states: Int, waiting: Int, steps: Int, variant: String? = nil, found: [String] = []
  ) {
    self.states = states
    self.waiting = waiting
    self.steps = steps
    self.variant = variant
    self.found = found
  }

  /// The progress as a line.
  public var words: String {
    "\(states) states, \(waiting) waiting: searching histories of more than \(steps) "
      + (steps == 1 ? "step" : "steps") + (variant.map { " \($0)" } ?? "")
      + (found.isEmpty ? "" : "; found \(found.joined(separator: ", "))")
  }
}
