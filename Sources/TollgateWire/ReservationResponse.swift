public import Tollgate

/// The response to a reservation or its release.
public struct ReservationResponse: Hashable, Sendable, Codable {
  public let feature: Feature.ID
  /// The access to the feature from now on; an open reservation counts as a use.
  public let access: AccessSummary
  /// When the reservation lapses; nil if nothing is reserved, because the use is unlimited, was already counted, or was
  /// released.
  public let lapsesAt: Instant?
  /// The facts that were appended; empty if nothing changed.
  public var facts: [Fact] { wireFacts.wrappedValue }
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock at the decision.
  public let serverTime: Instant

  private let wireFacts: WireFacts

  private enum CodingKeys: String, CodingKey {
    case feature, access, lapsesAt, version, serverTime
    case wireFacts = "facts"
  }

  public init(
    feature: Feature.ID, access: AccessSummary, lapsesAt: Instant?, facts: [Fact], version: Int,
    serverTime: Instant
  ) {
    self.feature = feature
    self.access = access
    self.lapsesAt = lapsesAt
    wireFacts = WireFacts(wrappedValue: facts)
    self.version = version
    self.serverTime = serverTime
  }
}
