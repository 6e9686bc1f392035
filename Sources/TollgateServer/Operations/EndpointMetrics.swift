import CoreMetrics
import Hummingbird
import TollgateWire

struct EndpointMetrics: Sendable {
  /// The numbers of responses by the first digit of their status.
  private let responses: [any CounterHandler]
  private let duration: any TimerHandler

  /// Resolves the metrics of an endpoint.
  ///
  /// - Parameter path: The path with placeholders, so that no label contains a name.
  init(_ path: String, method: String, _ factory: any MetricsFactory) {
    let labels = [("endpoint", path), ("method", method)]
    responses = (1...5).map { digit in
      factory.makeCounter(
        label: "tollgate_http_requests_total", dimensions: labels + [("status", "\(digit)xx")])
    }
    duration = factory.makeTimer(
      label: "tollgate_http_request_duration_seconds", dimensions: labels)
  }

  /// Counts a response.
  ///
  /// - Parameter elapsed: How long the request took, from its head to its response.
  func count(status: Int, after elapsed: Duration) {
    responses[min(max(status / 100, 1), 5) - 1].increment(by: 1)
    duration.recordNanoseconds(elapsed.nanoseconds)
  }
}

/// A request that is being measured.
struct RequestMeasurement: Sendable {
  fileprivate let metrics: ServerMetrics
  fileprivate let endpoint: Int
  fileprivate let start: ContinuousClock.Instant

  /// Counts the response.
  func end(status: Int) {
    metrics.requestsInFlight.decrement(by: 1)
    metrics.endpoints[endpoint].count(status: status, after: start.duration(to: .now))
  }
}

extension ServerMetrics {
  /// Begins to measure a request; nil if nothing is collected.
  ///
  /// - Parameter index: The position of the endpoint in `Endpoint.templates`.
  /// - Returns: The measurement, to be ended once.
  func begin(endpoint index: Int) -> RequestMeasurement? {
    guard isCollected else { return nil }
    requestsInFlight.increment(by: 1)
    return RequestMeasurement(metrics: self, endpoint: index, start: .now)
  }

  /// Responds to a request of an endpoint, and counts it.
  ///
  /// - Parameters:
  ///   - index: The position of the endpoint in `Endpoint.templates`.
  ///   - respond: Responds; what it throws counts by the status it leads to.
  func measure(
    endpoint index: Int, _ respond: () async throws -> Response
  ) async throws -> Response {
    let measured = begin(endpoint: index)
    do {
      let response = try await respond()
      measured?.end(status: response.status.code)
      return response
    } catch {
      measured?.end(status: (error as? Problem)?.status ?? 500)
      throw error
    }
  }
}

extension Duration {
  /// The duration in whole nanoseconds.
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
