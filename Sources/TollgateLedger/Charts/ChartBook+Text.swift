import Foundation
import Tollgate

extension Chart {
  /// A value as text: a count, or an amount in units of its currency, with the decimals of that.
  package func text(of value: Int64, in currency: String?) -> String {
    guard unit == .money || unit == .average else { return "\(value)" }
    return Money(milliunits: value, currency: currency ?? "").rounded.amount
  }

  /// A number of a period as text: a share in percent and as a fraction, an average with what it is of, or `-` without
  /// anything that it is a share or an average of.
  package func text(of point: ChartSeries.Point, in currency: String?) -> String {
    switch unit {
    case .count, .money: return text(of: point.value, in: currency)
    case .share:
      guard let share = point.share else { return "-" }
      return String(format: "%.1f %%", share * 100) + " (\(point.value) of \(point.base))"
    case .average:
      guard let average = point.average else { return "-" }
      return
        "\(text(of: average, in: currency)) (\(text(of: point.value, in: currency)) for \(point.base))"
    }
  }
}

extension ChartPeriod {
  /// The day on which it starts, as in `2026-03-01`; in UTC.
  package var firstDay: String { String(start.description.prefix(10)) }

  /// The day on which it ends, exclusive, as in `2026-04-01`; in UTC.
  package var endDay: String { String(end.description.prefix(10)) }
}

extension ChartSeries {
  /// What tells it from the other series of its chart; nil for the only one.
  package var title: String? {
    let parts = [segment, currency, ageTitle].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension ChartSeries.Point {
  /// How many customers are behind the number; empty if that is not known.
  fileprivate var customersText: String {
    guard let row else { return "0" }
    return row.customers.map(String.init) ?? ""
  }
}

extension ChartBook {
  /// A line of CSV for each number, or for each customer behind one if the query lists them.
  ///
  /// Follows [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180), with `\n` between lines. No name is taken for a formula;
  /// numbers may be negative.
  package var csv: String {
    let listsCustomers = query.listsCustomers
    let header =
      ["from", "to", "complete", "segment", "currency"]
      + (query.chart.firstAge == nil ? [] : ["age"])
      + [listsCustomers ? "customer" : "customers", "value", "base"]
    var lines = [header.joined(separator: ",")]
    for series in series {
      for point in series.points {
        let first =
          [
            point.period.firstDay, point.period.endDay, "\(point.isComplete)",
            CSVField.text(series.segment ?? ""), CSVField.text(series.currency ?? ""),
          ] + (series.age.map { ["\($0)"] } ?? [])
        let rest =
          listsCustomers
          ? (point.row?.parts ?? []).map { part in
            [
              CSVField.text(part.customer.rawValue),
              query.chart.text(of: part.value, in: series.currency),
              "\(part.base)",
            ]
          }
          : [
            [
              point.customersText, query.chart.text(of: point.value, in: series.currency),
              "\(point.base)",
            ]
          ]
        lines += rest.map { (first + $0).map(Self.quoted).joined(separator: ",") }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A field of a CSV file, in quotes where it needs them.
  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { "\",\r\n".contains($0) || $0.isNewline }) else { return field }
    return "\"\(field.replacing("\"", with: "\"\""))\""
  }
}
