/// What a kind of fact says, and how it counts.
///
/// Every predicate about facts of all kinds follows from it, so that a new kind decides them where it is declared.
package protocol FactValue: Sendable {
  /// How facts of the kind count.
  static var traits: FactTraits { get }

  /// When our own server stamped it; nil for facts from the store or a period, and for what an operator did, except for a
  /// reset, which takes effect after the uses before it, and for grants that the blueprint lists.
  ///
  /// A decision is never dated before the newest stamp, so no stamp may come from a clock other than the server's.
  var stamp: Instant? { get }

  /// The purchase that it is about; nil for facts about none.
  var relatedPurchase: PurchaseID? { get }

  /// The use that it makes, reserves or releases, if that counts toward an allowance.
  var countedUse: (feature: Feature.ID, at: Instant)? { get }

  /// About how many bytes it takes in an answer, if a customer decides how many facts of its kind there are; otherwise 0.
  ///
  /// A release counts with what it releases, so that it is never refused.
  var reportedBytes: Int { get }
}

extension FactValue {
  package var relatedPurchase: PurchaseID? { nil }
  package var countedUse: (feature: Feature.ID, at: Instant)? { nil }
  package var reportedBytes: Int { 0 }
}

/// How facts of a kind count, as far as that does not depend on the fact.
package struct FactTraits: OptionSet, Sendable {
  /// It says only that the customer uses the app; no change by an operator depends on it.
  package static let activity = FactTraits(rawValue: 1)
  /// It counts toward a limit or is shown, and gives nothing by itself.
  package static let countsOnly = FactTraits(rawValue: 2)
  /// Webhooks are made of it.
  package static let lifecycle = FactTraits(rawValue: 4)
  /// The store reported it about a purchase, and it names nobody, so that it remains after an erasure.
  package static let ofStore = FactTraits(rawValue: 8)
  /// An abandoned customer may have it: it counts toward neither access nor money, or the store signs it again.
  package static let removable = FactTraits(rawValue: 16)

  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }
}
