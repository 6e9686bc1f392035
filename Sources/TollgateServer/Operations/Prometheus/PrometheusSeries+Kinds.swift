import Atomics
import CoreMetrics

/// A number that only grows.
///
/// Its operations are relaxed: each is exact, and a reader may see two counters at slightly different moments.
final class PrometheusCounter: PrometheusSeries, CounterHandler {
  private let value = ManagedAtomic<Int64>(0)

  func increment(by amount: Int64) { value.wrappingIncrement(by: amount, ordering: .relaxed) }
  func reset() { value.store(0, ordering: .relaxed) }

  func text(_ name: String, labels: String) -> String {
    PrometheusText.sample(name, labels, "\(value.load(ordering: .relaxed))")
  }
}

/// A number that is set, or goes up and down.
final class PrometheusGauge: PrometheusSeries, MeterHandler, RecorderHandler {
  /// The bits of the value, a `Double`.
  private let bits = ManagedAtomic<UInt64>(0)

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
  func record(_ value: Int64) { set(value) }
  func record(_ value: Double) { set(value) }
  func decrement(by amount: Double) { increment(by: -amount) }

  func increment(by amount: Double) {
    var old = bits.load(ordering: .relaxed)
    while true {
      let new = (Double(bitPattern: old) + amount).bitPattern
      let (exchanged, original) = bits.weakCompareExchange(
        expected: old, desired: new, ordering: .relaxed)
      guard !exchanged else { return }
      old = original
    }
  }

  func text(_ name: String, labels: String) -> String {
    PrometheusText.sample(
      name, labels, PrometheusText.number(Double(bitPattern: bits.load(ordering: .relaxed))))
  }
}

/// A distribution of values over fixed buckets.
final class PrometheusHistogram: PrometheusSeries, TimerHandler, RecorderHandler {
  /// The upper bounds of all buckets but the last, which has none.
  private let bounds: [Double]
  private let counts: [ManagedAtomic<Int64>]
  /// The sum of all values, times a thousand million: of durations, the nanoseconds.
  private let billionths = ManagedAtomic<Int64>(0)

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = (0...bounds.count).map { _ in ManagedAtomic(0) }
  }

  func recordNanoseconds(_ duration: Int64) {
    add(Double(duration) / 1e9, billionths: duration)
  }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    guard let billionths = Int64(exactly: (value * 1e9).rounded()) else { return }
    add(value, billionths: billionths)
  }

  private func add(_ value: Double, billionths: Int64) {
    let index = bounds.firstIndex { value <= $0 } ?? bounds.count
    counts[index].wrappingIncrement(ordering: .relaxed)
    self.billionths.wrappingIncrement(by: billionths, ordering: .relaxed)
  }

  func text(_ name: String, labels: String) -> String {
    var text = ""
    var total: Int64 = 0
    let separator = labels.isEmpty ? "" : ","
    for (bound, count) in zip(bounds.map(PrometheusText.number) + ["+Inf"], counts) {
      total += count.load(ordering: .relaxed)
      text += PrometheusText.sample(
        "\(name)_bucket", "\(labels)\(separator)le=\"\(bound)\"", "\(total)")
    }
    let sum = Double(billionths.load(ordering: .relaxed)) / 1e9
    text += PrometheusText.sample("\(name)_sum", labels, PrometheusText.number(sum))
    text += PrometheusText.sample("\(name)_count", labels, "\(total)")
    return text
  }
}
