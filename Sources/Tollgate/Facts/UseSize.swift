/// The size of a use or of a held item, such as bytes or minutes, and the parent that it belongs to, where a limit counts
/// sizes or counts for each parent; or the name of the limit that allowed it, where that counts only its own uses.
///
/// An item can be given another size or parent later, and the latest counts. It counts while the item is held.
public struct UseSize: Hashable, Sendable {
  /// The feature that was used.
  public let feature: Feature.ID
  /// The idempotency key of the use; of an item, the key of the use that added it.
  public let key: Idempotency.Key
  /// The held item that has the size; nil for a use that counts in a window.
  public let item: Item.ID?
  /// The customer who made the use, preserved when customers merge.
  public let origin: Customer.ID
  /// The size, in the unit in which the blueprint's limit is written.
  public let amount: Int
  /// What the use or item belongs to, or the name of the limit that allowed the use; nil if nothing is counted by either.
  public let parent: Parent.ID?
  /// The time from which it is the size, by the server's clock.
  public let at: Instant

  public init(
    feature: Feature.ID, key: Idempotency.Key, item: Item.ID? = nil, origin: Customer.ID,
    amount: Int, parent: Parent.ID? = nil, at: Instant
  ) {
    self.feature = feature
    self.key = key
    self.item = item
    self.origin = origin
    self.amount = amount
    self.parent = parent
    self.at = at
  }

  /// Whether this record wins over another one of the same use or item: the later does.
  func outranks(_ other: UseSize) -> Bool {
    if at != other.at { return at > other.at }
    if amount != other.amount { return amount > other.amount }
    return parent?.rawValue ?? "" > other.parent?.rawValue ?? ""
  }

  /// The amount, clamped to the valid range in case the decoded fact is out of it.
  var size: Int { min(max(0, amount), Feature.sizeLimit) }
}

extension UseSize: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { at }
  package var countedUse: (feature: Feature.ID, at: Instant)? {
    item == nil ? (feature, at) : nil
  }
  package var reportedBytes: Int {
    64 + 2 * key.rawValue.utf8.count + 2 * (item?.rawValue.bytesAsJSON ?? 0)
      + (parent?.rawValue.bytesAsJSON ?? 0)
  }
}
