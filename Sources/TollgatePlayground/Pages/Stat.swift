/// One number with its name.
struct Stat: Sendable, Equatable {
  /// What is counted.
  var label: String
  /// The number, formatted.
  var value: String
  /// Its icon.
  var icon: Icon
}

/// One bar of a bar chart.
struct ChartBar: Sendable, Equatable {
  /// The name below it.
  var label: String
  /// The value as text, for screen readers.
  var value: String
  /// Its height, 0 to 100.
  var percent: Int
}
