public import Tollgate

/// A feature's access on the wire: an object whose `answer` says which other members it has.
///
/// ```json
/// { "answer": "allowed", "limit": { "limit": 100, "scope": "trial", "used": 42 } }
/// { "answer": "denied", "paywall": "plans", "reason": "notIncluded" }
/// { "answer": "unknown" }
/// ```
public struct AccessSummary: Hashable, Sendable {
  /// The three answers.
  public enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
    /// Yes.
    case allowed
    /// No.
    case denied
    /// Not known; nothing is removed and no paywall shows.
    case unknown
  }

  /// The engine's value for it.
  public let access: Access

  public init(_ access: Access) { self.access = access }

  public var answer: Answer {
    switch access {
    case .unknown: .unknown
    case .allowed: .allowed
    case .denied: .denied
    }
  }

  /// The allowance that applies, or nil if there isn't one.
  public var limit: Limit? {
    switch access {
    case .unknown: nil
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    }
  }

  /// The reason for a denial; nil if access is allowed or unknown.
  public var reason: Denial.Reason? { denial?.reason }
  /// The paywall to show with a denial; nil if no paywall is to show.
  public var paywall: Paywall.ID? { denial?.paywall }
  /// When the plan that lifts a denial starts without further action; nil if none does.
  public var startsAt: Instant? { denial?.startsAt }
  /// Whether a denial is lifted in the store's subscription settings rather than by buying; nil if there is no denial.
  public var isManagedInStore: Bool? { denial?.isManagedInStore }

  private var denial: Denial? {
    switch access {
    case .unknown, .allowed: nil
    case .denied(let denial): denial
    }
  }
}

extension AccessSummary: Codable {
  private enum Key: String, CodingKey { case answer, limit }

  /// Decodes the answer and, in the same object, the limit or the members of the denial.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(Answer.self, forKey: .answer) {
    case .unknown: access = .unknown
    case .allowed: access = .allowed(try container.decodeIfPresent(Limit.self, forKey: .limit))
    case .denied:
      access = .denied(try Denial(wire: WireReader(decoder)))
    }
  }

  /// Encodes the answer and, in the same object, the limit or the members of the denial.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(answer, forKey: .answer)
    switch access {
    case .unknown: break
    case .allowed(let limit): try container.encodeIfPresent(limit, forKey: .limit)
    case .denied(let denial):
      var members = WireWriter<Denial.WireKey>(encoder)
      try denial.write(to: &members)
    }
  }
}
