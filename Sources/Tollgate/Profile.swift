/// A row of an account's profile that was created, with its initial values.
///
/// For a row that is created daily the latest day wins; of two reports of one row, the earlier does.
public struct ProfileRow: Hashable, Sendable {
  /// The table.
  public let table: String
  /// The row's name in the table.
  public let row: String
  /// The day it is for, such as `2026-03-02`, in the blueprint's time zone; nil for a row that is created once.
  public let day: String?
  /// The values it was created with, by column; later blueprints do not change them.
  public let values: [String: ProfileValue]
  /// When it was created, by the server's clock.
  public let at: Instant

  /// Creates a record of a new row.
  public init(
    table: String, row: String, day: String? = nil, values: [String: ProfileValue] = [:],
    at: Instant
  ) {
    self.table = table
    self.row = row
    self.day = day
    self.values = values
    self.at = at
  }

  /// The value in a column; nil if the row was created without one.
  public subscript(column: String) -> ProfileValue? { values[column] }

  func outranks(_ other: ProfileRow) -> Bool {
    if day != other.day { return (other.day ?? "") < (day ?? "") }
    if at != other.at { return at < other.at }
    let sorted = values.sorted { $0.key < $1.key }
    return sorted.lexicographicallyPrecedes(other.values.sorted { $0.key < $1.key }) {
      ($0.key, $0.value) < ($1.key, $1.value)
    }
  }
}

extension Blueprint {
  /// Creates the rows that an account's profile lacks, each once, with the blueprint's initial values.
  ///
  /// - Parameters:
  ///   - customer: The customer before the change.
  ///   - now: The server's clock; its day in the blueprint's time zone is the day of daily rows.
  /// - Returns: The facts to append; none if the profile is complete.
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
  /// - Returns: The rows as they were created, or nil if one that is created once is missing.
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
        ProfileRow(
          table: table.name, row: $0.name, day: table.isDaily ? today : nil, values: $0.values,
          at: now)
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

  /// Whether a row was created, for its day or a later one.
  fileprivate func has(_ row: ProfileRow) -> Bool {
    guard let made = profile[ProfileKey(row)] else { return false }
    return (row.day ?? "") <= (made.day ?? "")
  }
}
