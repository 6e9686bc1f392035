/// A dictionary with a limit, which evicts the least recently used entry.
///
/// Looking up, inserting and removing take constant time. The entries form a doubly linked list in one array, by
/// position and not by reference, so that the cache is a value and allocates nothing once it is full.
struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An entry of the list; -1 stands for no neighbor.
  private struct Node {
    let key: Key
    var value: Value
    var newer: Int
    var older: Int
  }

  private let limit: Int
  /// Where each key's node is in ``nodes``.
  private var positions: [Key: Int] = [:]
  private var nodes: [Node] = []
  /// The position of the most recently used node; -1 while the cache is empty.
  private var newest = -1
  /// The position of the node to evict next; -1 while the cache is empty.
  private var oldest = -1

  /// Creates an empty cache of at least one entry, by default of any number.
  init(limit: Int = .max) { self.limit = max(1, limit) }

  /// The number of entries, at most the limit.
  var count: Int { positions.count }

  /// All entries, in no particular order.
  var entries: [(key: Key, value: Value)] { nodes.map { ($0.key, $0.value) } }

  /// The value of a key, which becomes the most recently used; assigning nil removes it.
  subscript(key: Key) -> Value? {
    mutating get {
      guard let position = positions[key] else { return nil }
      touch(position)
      return nodes[position].value
    }
    set { _ = updateValue(newValue, forKey: key) }
  }

  /// Assigns a key's value as the subscript does, and returns the former one.
  mutating func updateValue(_ value: Value?, forKey key: Key) -> Value? {
    guard let value else { return remove(key) }
    guard let position = positions[key] else {
      insert(value, of: key)
      return nil
    }
    let former = nodes[position].value
    nodes[position].value = value
    touch(position)
    return former
  }

  /// Adds an entry, in place of the least recently used one if the cache is full.
  private mutating func insert(_ value: Value, of key: Key) {
    if nodes.count < limit {
      nodes.append(Node(key: key, value: value, newer: -1, older: -1))
      positions[key] = nodes.count - 1
      link(nodes.count - 1)
    } else {
      let position = oldest
      unlink(position)
      positions[nodes[position].key] = nil
      nodes[position] = Node(key: key, value: value, newer: -1, older: -1)
      positions[key] = position
      link(position)
    }
  }

  /// Removes the least recently used entry and returns it; nil if the cache is empty.
  mutating func removeOldest() -> (key: Key, value: Value)? {
    guard oldest >= 0 else { return nil }
    let node = nodes[oldest]
    remove(node.key)
    return (node.key, node.value)
  }

  /// Removes an entry and moves the last node into the gap, so that the array has none; returns its value.
  @discardableResult
  private mutating func remove(_ key: Key) -> Value? {
    guard let position = positions.removeValue(forKey: key) else { return nil }
    let value = nodes[position].value
    unlink(position)
    let last = nodes.count - 1
    if position != last {
      nodes[position] = nodes[last]
      positions[nodes[position].key] = position
      relink(position)
    }
    nodes.removeLast()
    return value
  }

  /// Makes a node the most recently used.
  private mutating func touch(_ position: Int) {
    guard position != newest else { return }
    unlink(position)
    link(position)
  }

  /// Puts a node at the newest end of the list.
  private mutating func link(_ position: Int) {
    nodes[position].newer = -1
    nodes[position].older = newest
    if newest >= 0 { nodes[newest].newer = position }
    newest = position
    if oldest < 0 { oldest = position }
  }

  /// Takes a node out of the list and leaves it in the array.
  private mutating func unlink(_ position: Int) {
    let (newer, older) = (nodes[position].newer, nodes[position].older)
    if newer >= 0 { nodes[newer].older = older } else { newest = older }
    if older >= 0 { nodes[older].newer = newer } else { oldest = newer }
  }

  /// Points the neighbors of a moved node, and the ends, to its new position.
  private mutating func relink(_ position: Int) {
    let (newer, older) = (nodes[position].newer, nodes[position].older)
    if newer >= 0 { nodes[newer].older = position } else { newest = position }
    if older >= 0 { nodes[older].newer = position } else { oldest = position }
  }
}
