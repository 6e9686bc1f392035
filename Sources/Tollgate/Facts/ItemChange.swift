/// A record that a use added an item to those that a feature holds, or that the item was released.
///
/// An item is held by the use that added it. So one that is released and added again under its name is another, and what
/// is reported late of the first changes nothing about it.
public struct ItemChange: Hashable, Sendable {
  /// The feature that holds it.
  public let feature: Feature.ID
  /// The item's name.
  public let item: Item.ID
  /// The idempotency key of the use that added it; for an item of a list, one that no use can have.
  public let key: Idempotency.Key
  /// Whether it was added rather than released.
  public let isHeld: Bool
  /// The customer who added it, preserved when customers merge: of two items of one name, the later one is released then.
  public let origin: Customer.ID
  /// The time of the change, by the server's clock.
  public let at: Instant

  /// Creates a record that an item was added or released.
  ///
  /// - Parameter key: The idempotency key of the use that added it; nil means that the key is its name.
  public init(
    feature: Feature.ID, item: Item.ID, key: Idempotency.Key? = nil, isHeld: Bool,
    origin: Customer.ID, at: Instant
  ) {
    self.feature = feature
    self.item = item
    self.key = key ?? Idempotency.Key(item.rawValue)
    self.isHeld = isHeld
    self.origin = origin
    self.at = at
  }

  /// The key, unless it is the item's name.
  package var ownKey: Idempotency.Key? { key.rawValue == item.rawValue ? nil : key }
}

extension ItemChange: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int {
    isHeld ? 64 + 2 * item.rawValue.bytesAsJSON + 2 * key.rawValue.utf8.count : 0
  }
}
