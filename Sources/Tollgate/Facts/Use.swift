/// One use of a feature that was counted.
public struct Use: Hashable, Sendable {
  /// The feature that was used.
  public let feature: Feature.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The customer who used it, preserved when customers merge so that nothing counts twice.
  public let origin: Customer.ID
  /// Whether the rule that allowed it adds nothing up, such as `unlimited`: it counts for conditions and gifts, and toward no
  /// limit.
  public let isUnlimited: Bool
  /// The time of the use, by the server's clock.
  public let at: Instant

  public init(
    feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, isUnlimited: Bool = false,
    at: Instant
  ) {
    self.feature = feature
    self.key = key
    self.origin = origin
    self.isUnlimited = isUnlimited
    self.at = at
  }
}

extension Use: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { at }
  package var countedUse: (feature: Feature.ID, at: Instant)? {
    isUnlimited ? nil : (feature, at)
  }
  package var reportedBytes: Int { Self.bytesBesideKey + key.rawValue.utf8.count }

  /// About how many bytes a use takes in an answer, in a run of them, in addition to its key.
  static let bytesBesideKey = 32
}

extension [Fact] {
  /// Whether they are those of a use that counts, but toward no limit, and that takes nothing else.
  package var areUnlimitedUse: Bool {
    !isEmpty
      && allSatisfy {
        if case .use(let use) = $0 { use.isUnlimited } else { false }
      }
  }
}
