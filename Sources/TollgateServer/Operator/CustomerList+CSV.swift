import Tollgate
import TollgateLedger

extension CustomerList {
  /// The list as CSV of [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180), with a header.
  ///
  /// - Parameter showsRevenue: Whether there are columns for the price.
  /// - Returns: The lines, each with its end.
  func csv(showsRevenue: Bool) -> String {
    var lines: [[String]] = [Self.header + (showsRevenue ? Self.revenueHeader : [])]
    for row in rows { lines.append(row.fields + (showsRevenue ? row.revenue : [])) }
    return lines.map { $0.map(CSVField.quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static let header = [
    "customer", "account", "first_recorded", "phase", "states", "product", "expires", "environment",
  ]
  private static let revenueHeader = ["price", "currency"]
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

extension Money {
  /// The amount without its currency, as in `2.99`, with three decimals where two do not say it.
  var amount: String {
    let cents = milliunits % 10 == 0
    let fraction = "\(1000 + milliunits % 1000)".dropFirst().prefix(cents ? 2 : 3)
    return "\(milliunits / 1000).\(fraction)"
  }
}
