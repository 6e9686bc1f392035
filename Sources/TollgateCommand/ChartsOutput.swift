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
    case .csv: csv
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
      let title = [series.segment, series.currency].compactMap(\.self).joined(separator: ", ")
      lines += ["", title.isEmpty ? "by \(length.rawValue):" : "\(title), by \(length.rawValue):"]
      let values = series.points.map { described($0) }
      let width = values.map(\.count).max() ?? 0
      for (point, value) in zip(series.points, values) {
        let space = String(repeating: " ", count: width - value.count)
        let end = point.isComplete ? "" : "  (not over)"
        lines.append("  \(point.period.start.day)  \(space)\(value)\(end)")
        lines += (point.row?.parts ?? []).map { part in
          "    \(part.customer): \(number(part.value))"
            + (chart.unit == .share ? " of \(part.base)" : "")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private func described(_ point: ChartSeries.Point) -> String {
    guard chart.unit == .share else { return number(point.value) }
    guard let share = point.share else { return "-" }
    return String(format: "%.1f %%", share * 100) + " (\(point.value) of \(point.base))"
  }

  /// A line for each number, or for each customer behind one.
  private var csv: String {
    let listsCustomers = book.query.listsCustomers
    let header = [
      "from", "to", "complete", "segment", "currency", listsCustomers ? "customer" : "customers",
      "value", "base",
    ]
    var lines = [header.joined(separator: ",")]
    for series in book.series {
      for point in series.points {
        let first = [
          point.period.start.day, point.period.end.day, "\(point.isComplete)",
          series.segment ?? "", series.currency ?? "",
        ]
        let rest =
          listsCustomers
          ? (point.row?.parts ?? []).map { part in
            [part.customer.rawValue, number(part.value), "\(part.base)"]
          } : [["\(point.row?.customers ?? 0)", number(point.value), "\(point.base)"]]
        lines += rest.map { (first + $0).map(Self.quoted).joined(separator: ",") }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A field of CSV (RFC 4180).
  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { "\",\r\n".contains($0) || $0.isNewline }) else { return field }
    return "\"\(field.replacing("\"", with: "\"\""))\""
  }

  /// A count, or an amount in units with two or three decimals.
  private func number(_ value: Int64) -> String {
    guard chart.unit == .money else { return "\(value)" }
    let (units, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
    let decimals = "\(1000 + rest)".dropFirst()
    return (value < 0 ? "-" : "") + "\(units)."
      + (decimals.last == "0" ? decimals.dropLast() : decimals)
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
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
    let isShare = chart.unit == .share
    let contents = Contents(
      chart: chart.rawValue, definition: chart.definition, period: length.rawValue,
      asOf: book.known.description, customers: book.customers, facts: book.facts,
      series: book.series.map { series in
        Series(
          segment: series.segment, currency: series.currency,
          points: series.points.map { point in
            Point(
              from: point.period.start.day, to: point.period.end.day, isComplete: point.isComplete,
              value: point.value, base: isShare ? point.base : nil,
              customers: point.row?.customers ?? 0,
              parts: book.query.listsCustomers
                ? (point.row?.parts ?? []).map {
                  Part(
                    customer: $0.customer.rawValue, value: $0.value, base: isShare ? $0.base : nil)
                } : nil)
          })
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(contents), as: UTF8.self)
  }
}

extension Instant {
  /// The date in UTC.
  fileprivate var day: String { String(description.prefix(10)) }
}
