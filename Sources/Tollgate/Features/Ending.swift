/// A time before an end, which lasts until that end.
///
/// Written as `trialEnd/P2D`.
public struct Ending: Hashable, Sendable {
  /// What ends, for conditions and nudges.
  public enum Anchor: String, Hashable, Sendable, Codable, CaseIterable {
    /// The end of the running trial by time.
    case trialEnd
    /// The next renewal, or the end of a subscription that will not renew.
    case periodEnd
    /// The end of the last period that an introductory offer covers, if the store then charges the regular price.
    case introductoryOfferEnd
    /// The end of the last of the grants and of the rights bought elsewhere that give the plan.
    case grantEnd
  }

  /// What ends.
  public let anchor: Anchor
  /// How long before the end it begins.
  public let within: Period

  public init(_ anchor: Anchor, within: Period) {
    self.anchor = anchor
    self.within = within
  }

  /// Whether an end is that near, and when that next changes if the end stays the same.
  ///
  /// - Parameter end: The end; nil if none is known.
  package func turn(of end: Instant?, at now: Instant) -> (isOn: Bool, next: Instant?) {
    guard let end, now < end else { return (isOn: false, next: nil) }
    let start = end.subtracting(within)
    return start <= now ? (isOn: true, next: end) : (isOn: false, next: start)
  }
}

extension Ending: LosslessStringConvertible {
  /// Parses `trialEnd/P2D`; nil for another form.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let anchor = Anchor(rawValue: String(parts[0])),
      let within = Period(String(parts[1]))
    else { return nil }
    self.init(anchor, within: within)
  }

  public var description: String { "\(anchor.rawValue)/\(within)" }
}
