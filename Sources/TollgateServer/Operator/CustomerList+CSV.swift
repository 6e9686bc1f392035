import Tollgate
import TollgateLedger

extension CustomerList {
  /// The first line of a list as CSV of [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180).
  ///
  /// - Parameter showsRevenue: Whether there are columns for the price.
  /// - Returns: The line with its end.
  static func csvHeader(showsRevenue: Bool) -> String {
    let names = [
      "customer", "account", "first_recorded", "phase", "states", "product", "expires",
      "environment",
    ]
    return CSVField.line(names + (showsRevenue ? ["price", "currency"] : []))
  }

  /// The customers as CSV.
  ///
  /// - Parameter showsRevenue: Whether there are columns for the price.
  /// - Returns: The lines, each with its end.
  func csv(showsRevenue: Bool) -> String {
    rows.map { CSVField.line($0.fields + (showsRevenue ? $0.revenue : [])) }.joined()
  }
}

extension CustomerList.Row {
  /// The values of the columns that everybody sees.
  fileprivate var fields: [String] {
    [
      "\(customer)", account.map { "\($0)" } ?? "", since.description, phase.rawValue,
      states.map(\.rawValue).sorted().joined(separator: " "), product.map { "\($0)" } ?? "",
      expiresAt?.description ?? "", environment?.rawValue ?? "",
    ]
  }

  /// The values of the columns for those who see prices.
  fileprivate var revenue: [String] { [price?.amount ?? "", price?.currency ?? ""] }
}
