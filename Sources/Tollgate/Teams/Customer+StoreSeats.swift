extension Customer {
  /// The subscription that the customer bought with several seats by an instant, and still holds, ended or not; of
  /// several, the one with the latest period.
  package func purchaseOfSeats(at now: Instant) -> PurchaseID? {
    let bought = history.lines.filter { line in
      (line.transferredAt.map { now < $0 } ?? true)
        && line.periods.contains { $0.startsAt <= now && $0.transaction.isForSeats }
    }
    return bought.max {
      ($0.periods.last?.startsAt ?? .distantPast, $0.id)
        < ($1.periods.last?.startsAt ?? .distantPast, $1.id)
    }?.id
  }
}

extension StoreTransaction {
  /// Whether the customer bought a subscription with several seats.
  fileprivate var isForSeats: Bool { group != nil && quantity > 1 && ownership == .purchased }
}
