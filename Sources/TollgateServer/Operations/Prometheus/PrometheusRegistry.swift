public import CoreMetrics
import TollgateMutex

/// Metrics in this process, in the form that [Prometheus](https://prometheus.io) collects.
///
/// It is a backend of swift-metrics, so that it can also hold the metrics of other packages. Names are made valid, a
/// counter's name ends in `_total`, and a timer's in `_seconds`. Each name has one kind; a second kind under the same
/// name is not collected.
///
/// ```swift
/// let registry = PrometheusRegistry()
/// let observability = Observability(metrics: ServerMetrics(registry))
/// ```
public final class PrometheusRegistry: MetricsFactory {
  /// The greatest number of series, over all names; further ones are counted in ``droppedSeries`` and not collected.
  ///
  /// A series is a name with one combination of labels, so labels with unbounded values cannot exhaust the memory.
  public static let seriesLimit = 4_000

  /// The upper bounds of a timer's buckets, in seconds.
  static let durations: [Double] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]
  /// The upper bounds of a recorder's buckets.
  static let sizes: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

  private struct Contents {
    var families: [String: PrometheusFamily] = [:]
    var seriesCount = 0
    var droppedSeries = 0
  }

  private let contents = Mutex(Contents())
  /// What each metric means, by its name.
  private let help: [String: String]

  /// Creates an empty registry.
  ///
  /// - Parameter help: What each metric means, by its name in the exposition.
  public init(help: [String: String] = ServerMetrics.help) { self.help = help }

  /// How many series were not collected, because there were too many or their name had another kind.
  public var droppedSeries: Int { contents.withLock { $0.droppedSeries } }

  /// All metrics in the [text format](https://prometheus.io/docs/instrumenting/exposition_formats/), version 0.0.4,
  /// sorted by name and labels.
  public var text: String {
    let families = contents.withLock { $0.families }
    return families.sorted { $0.key < $1.key }.map { name, family in
      family.text(name, help: help[name])
    }.joined()
  }

  /// Returns the counter of a name and labels.
  public func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    series(label, suffix: "_total", dimensions, .counter) { PrometheusCounter() }
      ?? NOOPMetricsHandler.instance
  }

  /// Returns the gauge of a name and labels.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, suffix: "", dimensions, .gauge) { PrometheusGauge() }
      ?? NOOPMetricsHandler.instance
  }

  /// Returns the histogram, or without aggregation the gauge, of a name and labels.
  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    guard aggregate else {
      return series(label, suffix: "", dimensions, .gauge) { PrometheusGauge() }
        ?? NOOPMetricsHandler.instance
    }
    return series(label, suffix: "", dimensions, .histogram) {
      PrometheusHistogram(bounds: Self.sizes)
    } ?? NOOPMetricsHandler.instance
  }

  /// Returns the histogram of durations of a name and labels.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, suffix: "_seconds", dimensions, .histogram) {
      PrometheusHistogram(bounds: Self.durations)
    } ?? NOOPMetricsHandler.instance
  }

  /// Keeps the counter: a series that was collected once stays.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Keeps the gauge: a series that was collected once stays.
  public func destroyMeter(_ handler: any MeterHandler) {}
  /// Keeps the histogram: a series that was collected once stays.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Keeps the histogram: a series that was collected once stays.
  public func destroyTimer(_ handler: any TimerHandler) {}

  /// Sets a counter without labels that is kept elsewhere.
  func setCounter(_ name: String, to value: Double) {
    series(name, suffix: "_total", [], .counter) { PrometheusGauge() }?.set(value)
  }

  /// Returns the series of a name and labels, created on first use; nil if it cannot be collected.
  private func series<Series: PrometheusSeries>(
    _ label: String, suffix: String, _ dimensions: [(String, String)],
    _ kind: PrometheusFamily.Kind, _ make: () -> Series
  ) -> Series? {
    let name = PrometheusText.name(label, suffix: suffix)
    let labels = PrometheusText.labels(dimensions)
    return contents.withLock { contents -> Series? in
      var family = contents.families[name] ?? PrometheusFamily(kind: kind)
      let existing = family.series[labels]
      if let existing = existing as? Series, family.kind == kind { return existing }
      guard existing == nil, family.kind == kind, contents.seriesCount < Self.seriesLimit else {
        contents.droppedSeries += 1
        return nil
      }
      let series = make()
      family.series[labels] = series
      contents.families[name] = family
      contents.seriesCount += 1
      return series
    }
  }
}
