import Foundation
import Tollgate
import TollgateLedger

/// The list of the charts, by what people ask about.
struct ChartsPage: Sendable {
  struct Entry: Sendable {
    let title: String
    let path: String
    let definition: String
  }

  struct Group: Sendable {
    /// The name of its heading within the page.
    let id: String
    let title: String
    let charts: [Entry]
  }

  let groups: [Group]

  init(of app: Blueprint.App.ID) {
    groups = Chart.Group.allCases.map { group in
      Group(
        id: group.rawValue, title: group.rawValue.capitalized,
        charts: group.charts.map {
          Entry(
            title: $0.title, path: "\(AdminPath.root(of: app))/charts/\($0.rawValue)",
            definition: $0.definition)
        })
    }
  }
}
