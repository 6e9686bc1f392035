/// The garden's statistics.
struct AnalyticsScreen: Sendable, Equatable {
  var title = "Analytics"
  /// A banner at the top.
  var prompt: PromptCard?
  /// A few statistics.
  var stats: [Stat] = []
  var chartTitle = "Growth this week"
  var bars: [ChartBar] = []
  /// Unlocks the chart, which is blurred until then.
  var locked: PageButton?
}
