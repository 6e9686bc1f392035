/// How long a subscription due to renew gives access after its period while the store has not yet reported the outcome.
public enum LateRenewal: Hashable, Sendable {
  /// A day, or the ended period's own length if that is shorter.
  case standard
  /// A length of time after the period's end.
  case upTo(Period)
  case notAllowed

  /// The instant at which the wait for a period's renewal ends.
  func deadline(after end: Instant, ofPeriodFrom start: Instant) -> Instant {
    switch self {
    case .standard: end.adding(milliseconds: min(Instant.millisecondsPerDay, end.since(start)))
    case .upTo(let period): end.adding(period)
    case .notAllowed: end
    }
  }
}

extension LateRenewal: LosslessStringConvertible {
  /// `standard`, `none` or the period in ISO 8601, such as `P1D`.
  public var description: String {
    switch self {
    case .standard: "standard"
    case .upTo(let period): period.description
    case .notAllowed: "none"
    }
  }

  /// Parses ``description``; nil for anything else.
  public init?(_ description: String) {
    switch description {
    case "standard": self = .standard
    case "none": self = .notAllowed
    default:
      guard let period = Period(description) else { return nil }
      self = .upTo(period)
    }
  }
}

extension LateRenewal: Codable {
  /// Decodes `standard`, `none` or an ISO 8601 period from a single string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let renewal = LateRenewal(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected `standard`, `none` or an ISO 8601 period such as P1D")
    }
    self = renewal
  }

  /// Encodes `standard`, `none` or the period as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
