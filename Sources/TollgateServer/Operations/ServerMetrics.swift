public import CoreMetrics
import TollgateWire

/// What a server counts and measures.
///
/// Each metric is resolved once, when the server starts: counting is an atomic addition, without a lookup. Any backend
/// of swift-metrics can collect them; without one, nothing is measured. `Documentation/Metrics.md` lists all of them.
public final class ServerMetrics: Sendable {
  /// Whether anything collects the metrics; if not, durations are not measured either.
  let isCollected: Bool
  /// The metrics of each endpoint, in the order of `Endpoint.templates`.
  let endpoints: [EndpointMetrics]
  /// Requests whose path or method belongs to no endpoint.
  let unmatched: EndpointMetrics
  let requestsInFlight: any MeterHandler
  let connectionsOpen: any MeterHandler
  let refusedConnections: any CounterHandler
  let refusedConnectionsOfAddress: any CounterHandler
  let commitWrites: any RecorderHandler
  let commitDuration: any TimerHandler
  let appendDuration: any TimerHandler
  let cacheHits: any CounterHandler
  let cacheMisses: any CounterHandler
  let storeChecksOverdue: any MeterHandler

  /// Makes the metrics that are sampled, and those whose labels are known only later.
  let factory: any MetricsFactory

  /// Resolves all metrics.
  ///
  /// - Parameter factory: What collects them, such as a ``PrometheusRegistry``; nil collects none.
  public init(_ factory: (any MetricsFactory)? = nil) {
    isCollected = factory != nil
    let factory = factory ?? NOOPMetricsHandler.instance
    self.factory = factory
    func counter(_ name: String, _ labels: [(String, String)] = []) -> any CounterHandler {
      factory.makeCounter(label: name, dimensions: labels)
    }
    func meter(_ name: String) -> any MeterHandler {
      factory.makeMeter(label: name, dimensions: [])
    }
    endpoints = Endpoint.templates.map {
      EndpointMetrics($0.template(), method: $0.method.rawValue, factory)
    }
    unmatched = EndpointMetrics("none", method: "none", factory)
    requestsInFlight = meter("tollgate_http_requests_in_flight")
    connectionsOpen = meter("tollgate_connections_open")
    let refused = "tollgate_connections_refused_total"
    refusedConnections = counter(refused, [("limit", "total")])
    refusedConnectionsOfAddress = counter(refused, [("limit", "address")])
    commitWrites = factory.makeRecorder(
      label: "tollgate_ledger_commit_writes", dimensions: [], aggregate: true)
    commitDuration = factory.makeTimer(
      label: "tollgate_ledger_commit_duration_seconds", dimensions: [])
    appendDuration = factory.makeTimer(
      label: "tollgate_ledger_append_duration_seconds", dimensions: [])
    cacheHits = counter("tollgate_record_cache_hits_total")
    cacheMisses = counter("tollgate_record_cache_misses_total")
    storeChecksOverdue = meter("tollgate_store_checks_overdue_seconds")
    // Series that exist before their first event let a query see the increase.
    for outcome in Self.notificationOutcomes { count(0, notification: outcome) }
    for outcome in Self.checkOutcomes { count(0, storeChecks: outcome) }
  }

  /// The outcomes of notifications of the App Store.
  static let notificationOutcomes =
    NotificationResponse.Outcome.allCases.map(\.rawValue) + ["refused"]
  /// The outcomes of checks with the store.
  static let checkOutcomes = ["asked", "answered", "settled", "failed"]

  /// Counts an error response by the code of its problem.
  func count(problem code: ProblemCode) {
    count(1, "tollgate_problems_total", "code", code.rawValue)
  }

  /// Counts a failure of the ledger by its code.
  func count(ledgerError code: String) {
    count(1, "tollgate_ledger_errors_total", "code", code)
  }

  /// Counts a notification of the App Store by its outcome.
  func count(_ amount: Int64 = 1, notification outcome: String) {
    count(amount, "tollgate_notifications_total", "outcome", outcome)
  }

  func count(_ amount: Int64 = 1, storeChecks outcome: String) {
    count(amount, "tollgate_store_checks_total", "outcome", outcome)
  }

  /// Adds to a counter with one label, which is resolved now: only for what happens rarely.
  private func count(_ amount: Int64, _ name: String, _ label: String, _ value: String) {
    factory.makeCounter(label: name, dimensions: [(label, value)]).increment(by: amount)
  }
}
