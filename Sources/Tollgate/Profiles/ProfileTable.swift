extension Blueprint {
  /// Rows that every new account's profile gets, with their initial values.
  public struct ProfileTable: Hashable, Sendable {
    /// One row of the table.
    public struct Row: Hashable, Sendable {
      public let name: String
      /// The values the row is created with, by column.
      public let values: [String: ProfileValue]

      public init(name: String, values: [String: ProfileValue] = [:]) {
        self.name = name
        self.values = values
      }
    }

    public let name: String
    public let rows: [Row]
    /// Whether its rows are created again each day, in the blueprint's time zone.
    public let isDaily: Bool

    public init(name: String, rows: [Row], isDaily: Bool = false) {
      self.name = name
      self.rows = rows
      self.isDaily = isDaily
    }

    /// Creates a table whose rows all have the same initial values.
    public init(
      name: String, rows: [String], values: [String: ProfileValue] = [:], isDaily: Bool = false
    ) {
      self.init(name: name, rows: rows.map { Row(name: $0, values: values) }, isDaily: isDaily)
    }
  }
}
