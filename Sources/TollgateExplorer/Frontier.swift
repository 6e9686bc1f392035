/// The states that wait to be expanded, first in, first out.
struct Frontier<Node> {
  private var nodes: [Node] = []
  private var next = 0

  var count: Int { nodes.count - next }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ node: Node) { nodes.append(node) }

  /// Removes and returns the node that has waited longest, or nil if none waits.
  mutating func popFirst() -> Node? {
    guard next < nodes.count else { return nil }
    defer { next += 1 }
    // Removing in batches keeps each removal cheap.
    if next == 512 {
      nodes.removeFirst(next)
      next = 0
    }
    return nodes[next]
  }
}
