/// A row of an account's profile that was created, with its initial values.
///
/// For a row that is created daily the latest day wins; of two reports of one row, the earlier does.
public struct ProfileRow: Hashable, Sendable {
  public let table: String
  /// The row's name in the table.
  public let row: String
  /// The day it is for, such as `2026-03-02`, in the blueprint's time zone; nil for a row that is created once.
  public let day: String?
  /// The values it was created with, by column; later blueprints do not change them.
  public let values: [String: ProfileValue]
  /// When it was created, by the server's clock.
  public let at: Instant

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

extension ProfileRow: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { at }
}
