import Tollgate

/// The positions of an app's phases in its drawing, in the units of the view box.
struct PhaseLayout {
  private static let margin = (x: 52, y: 24)
  private static let step = (x: 118, y: 68)

  private let columns: [Int]
  private let rows: [Int]

  /// Lays out phases in the columns and rows that any of them needs.
  init(_ phases: [Phase]) {
    columns = Set(phases.map { Self.cell($0).column }).sorted()
    rows = Set(phases.map { Self.cell($0).row }).sorted()
  }

  /// The width of the view box.
  var width: Int { 2 * Self.margin.x + Self.step.x * max(0, columns.count - 1) }

  /// The height of the view box.
  var height: Int { 2 * Self.margin.y + Self.step.y * max(0, rows.count - 1) }

  /// The middle of a phase's node.
  func place(_ phase: Phase) -> (x: Int, y: Int) {
    let (column, row) = Self.cell(phase)
    return (
      Self.margin.x + Self.step.x * (columns.firstIndex(of: column) ?? 0),
      Self.margin.y + Self.step.y * (rows.firstIndex(of: row) ?? 0)
    )
  }

  private static func cell(_ phase: Phase) -> (column: Int, row: Int) {
    switch phase {
    case .unknown, .onboarding: (0, 0)
    case .blocked, .free: (0, 1)
    case .trial: (1, 0)
    case .trialExpired: (1, 2)
    case .subscribed: (2, 1)
    case .lapsed: (2, 2)
    }
  }
}
