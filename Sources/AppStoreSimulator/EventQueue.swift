import TollgateAppStore

/// A priority queue of subscriptions by their next scheduled event.
///
/// A binary heap: insertion and removal take logarithmic time. An entry whose subscription has changed since is stale;
/// the owner removes it when it comes first.
struct EventQueue: Sendable {
  /// A subscription and the instant of its next event.
  struct Entry: Hashable, Comparable, Sendable {
    var due: Instant
    var account: AccountID
    var key: StoreBook.LifecycleKey

    static func < (left: Self, right: Self) -> Bool {
      if left.due != right.due { return left.due < right.due }
      if left.account != right.account { return left.account < right.account }
      return left.key.group < right.key.group
    }
  }

  private var heap: [Entry] = []

  /// The entry of the next event, stale or not.
  var first: Entry? { heap.first }

  mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard heap.count > 1 else { return heap.removeAll() }
    heap[0] = heap.removeLast()
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let least = right < heap.count && heap[right] < heap[left] ? right : left
      guard heap[least] < heap[parent] else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
