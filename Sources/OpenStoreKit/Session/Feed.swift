import Synchronization

/// Tells every listener what happens; each hears all of it from the moment it began.
final class Feed<Element: Sendable>: Sendable {
  private struct Place {
    weak var listener: Listener<Element>?
  }

  private let places = Mutex<[Place]>([])

  /// The listeners that are still there.
  private var listeners: [Listener<Element>] {
    places.withLock { $0.compactMap(\.listener) }
  }

  func listen(_ first: [Element] = []) -> Listener<Element> {
    let listener = Listener(first)
    places.withLock { places in
      places.removeAll { $0.listener == nil }
      places.append(Place(listener: listener))
    }
    return listener
  }

  func publish(_ element: Element) {
    for listener in listeners { listener.put(element) }
  }

  /// Ends every listener; those that begin later hear what happens then.
  func end() {
    let ended = listeners
    places.withLock { $0.removeAll() }
    for listener in ended { listener.end() }
  }

  /// How many listeners wait.
  var waiting: Int { listeners.count(where: \.isWaiting) }

  /// Whether every listener has dealt with what it heard.
  var isIdle: Bool { listeners.allSatisfy(\.isIdle) }
}
