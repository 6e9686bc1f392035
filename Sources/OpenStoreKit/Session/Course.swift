/// The way of an iterator: along updates for as long as they come, or through what there is now.
enum Course<Element: Sendable>: Sendable {
  /// Updates until the app's launch ends.
  case live(Listener<Element>)

  /// What there is when the first element is asked for.
  case waiting(@Sendable () -> [Element])

  /// What is still to come, last first.
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
