/// How many items of a feature the member of a team's seat holds, and the sum of their sizes, where the team counts them
/// together.
///
/// It is recorded for the owner, in the same commit as what the member adds and releases: the owner's record knows how
/// many items each member holds, and not which. A member's record has none. In what a server answers to a member, it is how
/// many the owner and the other members hold.
public struct TeamItems: Hashable, Sendable {
  /// The seat of the member.
  public let seat: TeamSeat.ID
  public let feature: Feature.ID
  /// The number of items.
  public let count: Int
  /// The sum of their sizes; 0 if they have none.
  public let size: Int
  /// The time from which it holds, by the server's clock.
  public let at: Instant

  public init(seat: TeamSeat.ID, feature: Feature.ID, count: Int, size: Int, at: Instant) {
    self.seat = seat
    self.feature = feature
    // In case the decoded fact is out of the valid range.
    self.count = min(max(0, count), Self.limit)
    self.size = min(max(0, size), Self.limit)
    self.at = at
  }

  /// The greatest number and sum, which all seats together can add up.
  private static let limit = Int.max / 1024

  /// What it is about.
  struct Key: Hashable, Sendable {
    let seat: TeamSeat.ID
    let feature: Feature.ID

    /// Sorts by feature, and then by seat.
    var order: (Feature.ID, TeamSeat.ID) { (feature, seat) }
  }

  var key: Key { Key(seat: seat, feature: feature) }

  /// Whether this report counts rather than another one of the same seat and feature: the later does.
  func outranks(_ other: TeamItems) -> Bool {
    (at, count, size) > (other.at, other.count, other.size)
  }
}

extension TeamItems: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  /// What the member did has its own stamp, in the member's record.
  package var stamp: Instant? { nil }
}
