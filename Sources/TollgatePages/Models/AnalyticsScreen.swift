/// The numbers of the garden.
public struct AnalyticsScreen: Sendable, Equatable {
  /// The large title.
  public var title: String
  /// A banner at the top.
  public var prompt: PromptCard?
  /// A few numbers.
  public var stats: [Stat]
  /// The chart's title.
  public var chartTitle: String
  /// The chart.
  public var bars: [ChartBar]
  /// What unlocks the chart; the chart is then only hinted at.
  public var locked: PageButton?

  /// Creates the value from its parts.
  public init(
    title: String = "Analytics",
    prompt: PromptCard? = nil,
    stats: [Stat] = [],
    chartTitle: String = "Growth this week",
    bars: [ChartBar] = [],
    locked: PageButton? = nil
  ) {
    self.title = title
    self.prompt = prompt
    self.stats = stats
    self.chartTitle = chartTitle
    self.bars = bars
    self.locked = locked
  }
}
