/// A reservation for a use in progress: it counts like a use until it is used, released or lapses.
public struct Reservation: Hashable, Sendable {
  /// The feature that is being used.
  public let feature: Feature.ID
  /// The request's idempotency key; the use that fulfills it has the same.
  public let key: Idempotency.Key
  /// The customer who reserved it, preserved when customers merge.
  public let origin: Customer.ID
  /// What it sets aside, and until when.
  public let terms: ReservationTerms

  public init(
    feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, terms: ReservationTerms
  ) {
    self.feature = feature
    self.key = key
    self.origin = origin
    self.terms = terms
  }
}

extension Reservation: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { terms.at }
  package var countedUse: (feature: Feature.ID, at: Instant)? { (feature, terms.at) }
  package var reportedBytes: Int {
    320 + 2 * key.rawValue.utf8.count + (terms.item?.rawValue.bytesAsJSON ?? 0)
      + (terms.parent?.rawValue.bytesAsJSON ?? 0)
  }
}
