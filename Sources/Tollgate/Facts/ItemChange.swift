/// A record that an item was added to a count of held items, or permanently released.
public struct ItemChange: Hashable, Sendable {
  /// The feature that holds it.
  public let feature: Feature.ID
  /// The item; once released, it is never held again under the same name.
  public let item: Item.ID
  /// Whether it was added rather than released.
  public let isHeld: Bool
  /// The customer who added it, preserved when customers merge so that two items of one name stay two.
  public let origin: Customer.ID
  /// The time of the change, by the server's clock.
  public let at: Instant

  /// Creates a record that an item was added or released.
  public init(
    feature: Feature.ID, item: Item.ID, isHeld: Bool, origin: Customer.ID, at: Instant
  ) {
    self.feature = feature
    self.item = item
    self.isHeld = isHeld
    self.origin = origin
    self.at = at
  }
}
