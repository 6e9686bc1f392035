import TollgateMutex

/// Broadcasts events to every listener; each receives all of them from the moment it started.
final class Feed<Element: Sendable>: Sendable {
  private struct Place {
    weak var listener: Listener<Element>?
  }

  private let places = Mutex<[Place]>([])

  /// The listeners that still exist.
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

  /// Ends every listener; those that start later receive later events.
  func end() {
    let ended = listeners
    places.withLock { $0.removeAll() }
    for listener in ended { listener.end() }
  }

  /// Whether there is a listener.
  var isHeard: Bool { !listeners.isEmpty }

  /// The number of waiting listeners.
  var waiting: Int { listeners.count(where: \.isWaiting) }

  /// Whether every listener has processed what it received.
  var isIdle: Bool { listeners.allSatisfy(\.isIdle) }
}
