import CoreMetrics
import Testing

@testable import TollgateServer

@Suite("The exposition of metrics")
struct PrometheusTests {
  @Test("counters, gauges and histograms are written as Prometheus reads them")
  func text() throws {
    let registry = PrometheusRegistry(help: ["jobs_total": "Jobs \\ by\nkind."])
    let jobs = registry.makeCounter(
      label: "jobs", dimensions: [("kind", #"a "quoted" \ name"# + "\n"), ("b", "x")])
    jobs.increment(by: 2)
    jobs.increment(by: 3)
    let depth = registry.makeMeter(label: "queue.depth", dimensions: [])
    depth.set(Int64(7))
    depth.increment(by: 1.5)
    depth.decrement(by: 0.25)
    let timer = registry.makeTimer(label: "wait", dimensions: [])
    for nanoseconds in [500_000, 500_001, 20_000_000_000] as [Int64] {
      timer.recordNanoseconds(nanoseconds)
    }
    let text = registry.text
    #expect(
      text.hasPrefix(
        #"""
        # HELP jobs_total Jobs \\ by\nkind.
        # TYPE jobs_total counter
        jobs_total{b="x",kind="a \"quoted\" \\ name\n"} 5
        # TYPE queue_depth gauge
        queue_depth 8.25
        # TYPE wait_seconds histogram
        wait_seconds_bucket{le="0.0005"} 1
        wait_seconds_bucket{le="0.001"} 2

        """#))
    #expect(
      text.hasSuffix(
        """
        wait_seconds_bucket{le="10"} 2
        wait_seconds_bucket{le="+Inf"} 3
        wait_seconds_sum 20.001000001
        wait_seconds_count 3

        """))
    let read = try PrometheusExposition(text)
    #expect(
      read.value("jobs_total", ["b": "x", "kind": "a \"quoted\" \\ name\n"]) == 5)
  }

  @Test("the same name and labels are one series, in any order of the labels")
  func identity() throws {
    let registry = PrometheusRegistry()
    registry.makeCounter(label: "c", dimensions: [("a", "1"), ("b", "2")]).increment(by: 1)
    registry.makeCounter(label: "c", dimensions: [("b", "2"), ("a", "1")]).increment(by: 1)
    #expect(registry.text == "# TYPE c_total counter\nc_total{a=\"1\",b=\"2\"} 2\n")
  }

  @Test("labels without bounds do not exhaust the memory: further series are dropped and counted")
  func cardinality() {
    let registry = PrometheusRegistry()
    for number in 0..<PrometheusRegistry.seriesLimit + 10 {
      registry.makeCounter(label: "c", dimensions: [("customer", "\(number)")]).increment(by: 1)
    }
    #expect(registry.droppedSeries == 10)
    #expect(registry.text.split(separator: "\n").count == PrometheusRegistry.seriesLimit + 1)
  }

  @Test("a name has one kind")
  func kinds() {
    let registry = PrometheusRegistry()
    registry.makeMeter(label: "x_total", dimensions: []).set(Int64(1))
    registry.makeCounter(label: "x", dimensions: []).increment(by: 1)
    #expect(registry.text == "# TYPE x_total gauge\nx_total 1\n")
    #expect(registry.droppedSeries == 1)
  }

  @Test("concurrent increments are all counted")
  func concurrency() async {
    let registry = PrometheusRegistry()
    let counter = registry.makeCounter(label: "c", dimensions: [])
    let gauge = registry.makeMeter(label: "g", dimensions: [])
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 {
            counter.increment(by: 1)
            gauge.increment(by: 1)
          }
        }
      }
    }
    #expect(registry.text.contains("c_total 80000\n"))
    #expect(registry.text.contains("g 80000\n"))
  }
}
