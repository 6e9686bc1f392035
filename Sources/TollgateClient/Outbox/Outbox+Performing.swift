import Tollgate

extension Outbox {
  /// A use begins that the device allowed by itself.
  mutating func begin(_ reservation: Reservation) -> [Action] {
    performing.append(reservation)
    return [.evaluate]
  }

  /// A use was made; it is reported like one made offline.
  mutating func made(_ write: PendingWrite) -> [Action] {
    performing.removeAll { $0.key == write.key }
    return append(write)
  }

  /// A use was not made.
  mutating func notMade(_ key: Idempotency.Key) -> [Action] {
    performing.removeAll { $0.key == key }
    return [.evaluate]
  }

  /// A use begins again under a key whose release still waits.
  mutating func keepReservation(_ key: Idempotency.Key) -> [Action] {
    let count = writes.count
    writes.removeAll { $0.key == key && $0.isReservationRelease }
    return writes.count == count ? [] : [.save, .evaluate]
  }
}

extension PendingWrite {
  fileprivate var isReservationRelease: Bool {
    switch report {
    case .reservationRelease: true
    case .purchase, .milestone, .dismissal, .paywall, .nudge, .use, .held, .attributes, .release:
      false
    }
  }
}
