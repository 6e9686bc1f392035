import Tollgate

/// Removes, one by one, the facts that a fault does not need.
///
/// - Parameters:
///   - fault: The fault, as found with all facts.
///   - facts: The facts.
///   - find: Returns the fault with fewer facts, or nil if it is gone.
/// - Returns: The fault, as found with only the facts that it needs.
func shrunk<Fault>(_ fault: Fault, _ facts: [Fact], _ find: ([Fact]) -> Fault?) -> Fault {
  var (facts, found, index) = (facts, fault, 0)
  while index < facts.count {
    var fewer = facts
    fewer.remove(at: index)
    if let still = find(fewer) {
      (facts, found) = (fewer, still)
    } else {
      index += 1
    }
  }
  return found
}
