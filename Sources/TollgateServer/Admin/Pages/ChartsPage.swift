import Tollgate
import TollgateLedger

/// The list of the charts.
struct ChartsPage: Sendable {
  /// A chart.
  struct Entry: Sendable {
    let title: String
    let path: String
    let definition: String
  }

  let charts: [Entry]

  init(of app: Blueprint.App.ID) {
    charts = Chart.allCases.map {
      Entry(
        title: $0.title, path: "\(AdminPath.root(of: app))/charts/\($0.rawValue)",
        definition: $0.definition)
    }
  }
}
