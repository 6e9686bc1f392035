/// A number of uses or of held items, or a sum of their sizes, that a rule allows.
public struct Quota: Hashable, Sendable {
  /// How many uses or items; if it is sized, the greatest sum of their sizes.
  public package(set) var count: Int
  public let span: Span
  /// Whether it counts the sizes that uses and items state.
  public let isSized: Bool
  /// The kind of parents for each of which it counts.
  public let each: Parent.Kind?
  /// The name of what it counts: the uses of all features with a limit of that name; if another rule of one of them
  /// counts uses without it, only the uses that limits of that name allow.
  public let counts: CountedUses.ID?

  /// What counts together.
  public enum Span: Hashable, Sendable {
    /// The uses in each window.
    case window(Feature.Window)
    /// The missing uses of a pool: one comes back at each interval.
    case pool(refills: Period)
    /// The uses in any span of a length: a use counts for that long.
    case rolling(Period)
    /// The uses in a window of fixed length that begins with its first use, or the first in any feature that shares it; the
    /// first use after its end begins the next one.
    case fromFirstUse(Period)
    /// The items that are held at once.
    case held
  }

  package init(
    _ count: Int, _ span: Span, sized isSized: Bool = false, each: Parent.Kind? = nil,
    counts: CountedUses.ID? = nil
  ) {
    self.count = count
    self.span = span
    self.isSized = isSized
    self.each = each
    self.counts = counts
  }
}

extension Feature.Allowance {
  /// A number of uses in each window; if it is sized, the sum of the sizes that the uses state.
  public static func upTo(
    _ count: Int, per window: Feature.Window, sized isSized: Bool = false,
    each: Parent.Kind? = nil, counts: CountedUses.ID? = nil
  ) -> Self {
    .limited(Quota(count, .window(window), sized: isSized, each: each, counts: counts))
  }

  /// A pool of uses, of which one comes back at each interval while some are missing.
  public static func pool(_ count: Int, refills period: Period) -> Self {
    .limited(Quota(count, .pool(refills: period)))
  }

  /// A number of uses in any span of a length; if it is sized, the sum of their sizes.
  public static func rolling(
    _ count: Int, within period: Period, sized isSized: Bool = false, each: Parent.Kind? = nil,
    counts: CountedUses.ID? = nil
  ) -> Self {
    .limited(Quota(count, .rolling(period), sized: isSized, each: each, counts: counts))
  }

  /// A number of uses in a window of fixed length that begins with its first use; if it is sized, the sum of their sizes.
  public static func fromFirstUse(
    _ count: Int, within period: Period, sized isSized: Bool = false, each: Parent.Kind? = nil,
    counts: CountedUses.ID? = nil
  ) -> Self {
    .limited(Quota(count, .fromFirstUse(period), sized: isSized, each: each, counts: counts))
  }

  /// A number of items held at once; if it is sized, the sum of their sizes.
  public static func holding(
    _ count: Int, sized isSized: Bool = false, each: Parent.Kind? = nil
  ) -> Self {
    .limited(Quota(count, .held, sized: isSized, each: each))
  }
}
