import Foundation
import Tollgate
import TollgateLedger

/// The numbers of `tollgate charts` as text, CSV and JSON; documented in `Documentation/Charts.md`.
struct ChartsOutput {
  let book: ChartBook
  let length: ChartPeriod.Length
  let file: String
  let ledger: String

  private var chart: Chart { book.query.chart }

  func text(in format: ChartFormat) throws -> String {
    switch format {
    case .table: table
    case .csv: book.csv
    case .json: try json()
    }
  }

  private var table: String {
    let read = "\(counted(book.customers, "customer")), \(counted(book.facts, "fact"))"
    var lines = [
      "\(chart.rawValue): \(chart.definition)",
      "\(file), over \(ledger), as known at \(book.known.minute): \(read)",
    ]
    for series in book.series {
      lines += ["", (series.title.map { "\($0), " } ?? "") + "by \(length.rawValue):"]
      let values = series.points.map { chart.text(of: $0, in: series.currency) }
      let width = values.map(\.count).max() ?? 0
      for (point, value) in zip(series.points, values) {
        let space = String(repeating: " ", count: width - value.count)
        let end = point.isComplete ? "" : "  (not over)"
        lines.append("  \(point.period.firstDay)  \(space)\(value)\(end)")
        lines += (point.row?.parts ?? []).map { part in
          let purchase = part.customer.unclaimedPurchase.map { "\($0), not yet claimed" }
          return
            "    \(purchase ?? "\(part.customer)"): \(chart.text(of: part.value, in: series.currency))"
            + (chart.unit.hasBase ? " of \(part.base)" : "")
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension ChartsOutput {
  private struct Contents: Encodable {
    let chart: String
    let definition: String
    let period: String
    let asOf: String
    let customers: Int
    let facts: Int
    let series: [Series]
  }

  private struct Series: Encodable {
    let segment: String?
    let currency: String?
    let age: Int?
    let points: [Point]
  }

  private struct Point: Encodable {
    let from: String
    let to: String
    let isComplete: Bool
    let value: Int64
    let base: Int64?
    let customers: Int
    let parts: [Part]?
  }

  private struct Part: Encodable {
    let customer: String
    let value: Int64
    let base: Int64?
  }

  /// The chart as one JSON object with sorted keys; amounts are in thousandths.
  private func json() throws -> String {
    let hasBase = chart.unit.hasBase
    let contents = Contents(
      chart: chart.rawValue, definition: chart.definition, period: length.rawValue,
      asOf: book.known.description, customers: book.customers, facts: book.facts,
      series: book.series.map { series in
        Series(
          segment: series.segment, currency: series.currency, age: series.age,
          points: series.points.map { point in
            Point(
              from: point.period.firstDay, to: point.period.endDay, isComplete: point.isComplete,
              value: point.value, base: hasBase ? point.base : nil,
              customers: point.row?.customers ?? 0,
              parts: book.query.listsCustomers
                ? (point.row?.parts ?? []).map {
                  Part(
                    customer: $0.customer.rawValue, value: $0.value, base: hasBase ? $0.base : nil)
                } : nil)
          })
      })
    return try Output.json(contents)
  }
}
