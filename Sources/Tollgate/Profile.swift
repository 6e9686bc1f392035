/// A row of the profile that a new account gets was made.
///
/// Of a row that is made every day the newest day stands; of two reports of one row the earlier.
public struct ProfileRow: Hashable, Sendable, Codable {
  /// The table.
  public let table: String
  /// The row's name in it.
  public let row: String
  /// The day it is for, as `2026-03-02` in the blueprint's time zone; nil for a row that is made once.
  public let day: String?
  /// When it was made, by the server's clock.
  public let at: Instant

  /// Records that a row was made.
  public init(table: String, row: String, day: String? = nil, at: Instant) {
    self.table = table
    self.row = row
    self.day = day
    self.at = at
  }

  func outranks(_ other: ProfileRow) -> Bool {
    day != other.day ? (other.day ?? "") < (day ?? "") : at < other.at
  }
}

extension Blueprint {
  /// What follows when an account's profile is asked for: the rows that it lacks, each made once.
  ///
  /// - Parameters:
  ///   - customer: The customer before it.
  ///   - now: The server's clock; its day in the blueprint's time zone is the day of daily rows.
  /// - Returns: The facts to append; none where the profile is whole.
  public func makeProfile(of customer: Customer, at now: Instant) -> Decision {
    var decision = Decision()
    for row in profileRows(at: now) where !customer.has(row) {
      decision.facts.append(.profile(row))
    }
    return decision
  }

  /// The rows of an account's profile, in the blueprint's order.
  ///
  /// - Parameters:
  ///   - customer: The customer.
  ///   - now: The instant whose day counts for daily rows; those of other days are left out.
  /// - Returns: The rows, or nil while one that is made once is missing.
  public func profile(of customer: Customer, at now: Instant) -> [ProfileRow]? {
    var rows: [ProfileRow] = []
    for expected in profileRows(at: now) {
      if customer.has(expected), let row = customer.profile[Customer.ProfileKey(expected)] {
        rows.append(row)
      } else if expected.day == nil {
        return nil
      }
    }
    return rows
  }

  private func profileRows(at now: Instant) -> [ProfileRow] {
    let today = clock.day(at: now)
    return definition.profile.flatMap { table in
      table.rows.map {
        ProfileRow(table: table.name, row: $0, day: table.isDaily ? today : nil, at: now)
      }
    }
  }
}

extension Customer {
  struct ProfileKey: Hashable, Sendable {
    let table: String
    let row: String

    init(_ row: ProfileRow) {
      table = row.table
      self.row = row.row
    }
  }

  /// Whether a row was made, for its day or a later one.
  fileprivate func has(_ row: ProfileRow) -> Bool {
    guard let made = profile[ProfileKey(row)] else { return false }
    return (row.day ?? "") <= (made.day ?? "")
  }
}
