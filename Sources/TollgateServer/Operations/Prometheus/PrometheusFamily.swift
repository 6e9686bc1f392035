/// The series of one metric's name.
struct PrometheusFamily: Sendable {
  /// The type of a metric, as the text format writes it.
  enum Kind: String {
    case counter, gauge, histogram
  }

  let kind: Kind
  /// The series by their labels in text form.
  var series: [String: any PrometheusSeries] = [:]

  /// The lines of the family: what it means, its type, and its series.
  func text(_ name: String, help: String?) -> String {
    var text = help.map { "# HELP \(name) \(PrometheusText.escapedHelp($0))\n" } ?? ""
    text += "# TYPE \(name) \(kind.rawValue)\n"
    for (labels, series) in series.sorted(by: { $0.key < $1.key }) {
      text += series.text(name, labels: labels)
    }
    return text
  }
}

/// A value, or a distribution of values, under one name and combination of labels.
protocol PrometheusSeries: Sendable {
  /// Returns the lines of the series.
  ///
  /// - Parameter labels: The labels without braces, empty for a series without labels.
  /// - Returns: One line for each value, with its line break.
  func text(_ name: String, labels: String) -> String
}
