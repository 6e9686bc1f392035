/// A record that a reservation was released, because the use was not made.
public struct ReservationRelease: Hashable, Sendable {
  /// The feature that was not used.
  public let feature: Feature.ID
  public let key: Idempotency.Key
  /// The customer who reserved it.
  public let origin: Customer.ID
  /// The time of the release, by the server's clock; a reservation made later under the same key is a new one.
  public let at: Instant

  public init(feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, at: Instant) {
    self.feature = feature
    self.key = key
    self.origin = origin
    self.at = at
  }
}

extension ReservationRelease: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { at }
  package var countedUse: (feature: Feature.ID, at: Instant)? { (feature, at) }
}
