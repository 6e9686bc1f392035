import TollgateAppStore

/// A performance test of the app's server: many real-time requests, a few at a time.
///
/// Apple does not document the numbers of its own tests, except that a response may take about 700 milliseconds.
struct PerformanceTest: Sendable {
  /// The parameters of a test.
  ///
  /// Follows <https://developer.apple.com/documentation/retentionmessaging/performancetestconfig>.
  struct Config: Hashable, Encodable, Sendable {
    var maxConcurrentRequests: Int
    var totalRequests: Int

    /// The longest that the test can take, in milliseconds.
    var totalDuration: Int64

    /// The longest that a response may take, in milliseconds.
    var responseTimeThreshold: Int64

    /// The minimum percentage of requests that must succeed.
    var successRateThreshold: Int
  }

  /// The parameters of every test.
  static let config: Config = {
    let (concurrent, total) = (5, 50)
    let threshold = RetentionMessaging.timeLimit.milliseconds
    return Config(
      maxConcurrentRequests: concurrent, totalRequests: total,
      totalDuration: Int64(total / concurrent) * threshold, responseTimeThreshold: threshold,
      successRateThreshold: 95)
  }()

  let target: String

  /// The response times so far, in milliseconds.
  private var times: [Int64] = []

  /// How many requests failed, by Apple's names for the reasons.
  private var failures: [String: Int] = [:]

  /// A test that has not sent any request.
  init(of target: String) { self.target = target }

  /// Records the end of a request.
  ///
  /// - Parameter failure: The reason that it failed; nil for a success.
  mutating func record(_ failure: SendAttemptResult?, after duration: Duration) {
    times.append(duration.milliseconds)
    if let failure { failures[failure.rawValue, default: 0] += 1 }
  }

  /// The result so far.
  var result: PerformanceTestResult {
    let config = Self.config
    let successes = times.count - failures.values.reduce(0, +)
    let rate = times.isEmpty ? 0 : 100 * successes / times.count
    let pending = config.totalRequests - times.count
    let status: PerformanceTestResult.Status =
      pending > 0 ? .pending : rate >= config.successRateThreshold ? .pass : .fail
    return PerformanceTestResult(
      config: config, target: target, result: status, successRate: rate, numPending: pending,
      responseTimes: PerformanceTestResult.Times(times), failures: failures)
  }
}

/// The result of a performance test.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/performancetestresultresponse>.
struct PerformanceTestResult: Hashable, Encodable, Sendable {
  enum Status: String, Encodable, Sendable {
    case pending = "PENDING"
    case pass = "PASS"
    case fail = "FAIL"
  }

  /// The response times of all requests that have ended, in milliseconds; 0 if none has.
  struct Times: Hashable, Encodable, Sendable {
    var average: Int64 = 0

    /// A percentile is the shortest time that was enough for that percentage of the requests.
    var p50: Int64 = 0
    var p90: Int64 = 0
    var p95: Int64 = 0
    var p99: Int64 = 0

    init(_ times: [Int64]) {
      guard !times.isEmpty else { return }
      let sorted = times.sorted()
      let percentile = { (percent: Int) in sorted[(sorted.count * percent + 99) / 100 - 1] }
      average = sorted.reduce(0, +) / Int64(sorted.count)
      (p50, p90) = (percentile(50), percentile(90))
      (p95, p99) = (percentile(95), percentile(99))
    }
  }

  var config: PerformanceTest.Config
  var target: String
  var result: Status

  /// Of the requests that have ended, the percentage that succeeded, rounded down.
  var successRate: Int

  /// How many requests have not ended.
  var numPending: Int
  var responseTimes: Times

  /// How many requests failed, by the reasons in
  /// <https://developer.apple.com/documentation/appstoreserverapi/sendattemptresult>.
  var failures: [String: Int]
}
