import Tollgate

/// The format of a profile's tables: the rows that a new account gets.
///
/// ```yaml
/// profile:
///   users: { rows: { user: { locale: en, isNew: true } } }
///   trackers: { rows: [today], values: { sessions: 0 }, daily: true }
///   badges: [first-week]
/// ```
enum ProfileForms {
  /// The kind of name that a table has; such names have no type outside of this file.
  private enum Table {}
  /// The kind of name that a column has.
  private enum Column {}
  /// The kind of name that a row has.
  private enum RowName {}

  private typealias Row = Blueprint.ProfileTable.Row
  /// A table without its name, which is its key.
  private typealias MakeTable = @Sendable (Identifier<Table>) -> Blueprint.ProfileTable

  /// The tables by their names.
  static let profile = Form<[Blueprint.ProfileTable]>.entries("a table", of: table)

  /// A table: the names of its rows, or a map with their values.
  private static let table = Form<MakeTable>.either(
    "a list of rows, or `{ rows: […], values: {…}, daily: true }`",
    list: names.map { rows -> MakeTable in
      { Blueprint.ProfileTable(name: $0.rawValue, rows: rows) }
    },
    map: .object(
      "a table",
      .required("rows", rows, "The rows' names, or a map from names to first values."),
      .defaulted(
        "values", values, to: [:], "The first values of every row; a row's own come before them."),
      .defaulted("daily", .flag, to: false, "Whether its rows are created again each day.")
    ) { (rows: [Row], shared: [String: ProfileValue], isDaily: Bool) -> MakeTable in
      let rows = rows.map { row in
        Row(name: row.name, values: shared.merging(row.values) { _, own in own })
      }
      return { Blueprint.ProfileTable(name: $0.rawValue, rows: rows, isDaily: isDaily) }
    })

  /// A list of rows without values of their own.
  private static let names = Form<[String]>.list(of: .line("a row's name"))

  /// The rows with their own values.
  private static let rows = Form<[Row]>.either(
    "a list of rows, or a map from the name of a row to its first values",
    list: names.map { $0.map { Row(name: $0) } },
    map: .entries("a row", of: row))

  /// A row without its name: its values by column.
  private static let row = values.map { values -> @Sendable (Identifier<RowName>) -> Row in
    { Row(name: $0.rawValue, values: values) }
  }

  /// The values by column; of two values for one column the first counts.
  private static let values = Form<[(column: String, value: ProfileValue)]>
    .entries("a column", atLeast: 0, of: column)
    .map { columns in Dictionary(columns.map { ($0.column, $0.value) }) { first, _ in first } }

  /// A value without its column's name.
  private static let column = Form<ProfileValue>.profileValue
    .map { value -> @Sendable (Identifier<Column>) -> (column: String, value: ProfileValue) in
      { (column: $0.rawValue, value: value) }
    }
}
