/// The source of an iterator: updates for as long as they arrive, or the elements present now.
enum Course<Element: Sendable>: Sendable {
  /// Updates until the app's launch ends.
  case live(Listener<Element>)

  /// The elements present when the first one is requested.
  case waiting(@Sendable () -> [Element])

  /// The remaining elements, last first.
  case rest([Element])

  /// The next element; nil at the end, and whenever the task is cancelled.
  mutating func next() async -> Element? {
    if case .live(let listener) = self { return await listener.next() }
    guard !Task.isCancelled else {
      self = .rest([])
      return nil
    }
    var rest: [Element]
    switch self {
    case .live: return nil
    case .waiting(let look): rest = look().reversed()
    case .rest(let elements): rest = elements
    }
    let next = rest.popLast()
    self = .rest(rest)
    return next
  }
}
