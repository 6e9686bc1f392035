public import TollgateAppStore

/// Faults as Apple's servers have them, which follow from a seed, the store's clock and the number of a request.
///
/// - Notifications arrive twice, days late and so in another order, or not at all.
/// - In each month after the beginning, an outage lasts 12 to 72 hours of the store's clock: the Server API fails, and the
///   notifications of that time arrive together when it ends.
/// - Requests are refused in storms of rate limits, fail, or take up to 1.5 seconds.
/// - Pages of a history differ in length, and list again what an earlier page had, as when it changed in between.
///
/// What is sold and signed is the same as without chaos, and nothing is missing from a history that is read to its end.
public struct Chaos: Hashable, Sendable {
  private static let hour: Int64 = 3_600_000

  /// The time in which there is one outage.
  private static let month = 30 * 24 * hour

  public let seed: UInt64

  /// The instant of the store's clock at which it begins.
  public let beginning: Instant

  public init(seed: UInt64, beginning: Instant) {
    self.seed = seed
    self.beginning = beginning
  }

  /// How notifications are delivered, apart from outages.
  var faults: FaultInjection {
    FaultInjection(
      seed: seed, duplicate: Int(number(.duplicate, in: 10...40)),
      drop: Int(number(.drop, in: 0...10)), delay: Int(number(.delay, in: 10...50)),
      delayUpTo: 72 * Self.hour)
  }

  /// When the outage at an instant of the store's clock ends; nil outside of one.
  func outageEnd(at instant: Instant) -> Instant? {
    let passed = instant.since(beginning)
    guard passed >= 0 else { return nil }
    let month = passed / Self.month
    let index = UInt64(month)
    let start = month * Self.month + number(.outage, index, in: 24...(26 * 24)) * Self.hour
    let end = start + number(.outageLength, index, in: 12...72) * Self.hour
    return (start..<end).contains(passed) ? beginning.adding(milliseconds: end) : nil
  }

  /// What happens to a request to the Server API.
  ///
  /// - Parameters:
  ///   - number: Its position among the requests since the beginning, from 1.
  ///   - now: The store's clock.
  ///   - callersNow: The clock of the callers, in which `Retry-After` is stated.
  func disturbance(ofRequest number: Int, at now: Instant, callersNow: Instant) -> Disturbance {
    let index = UInt64(number)
    var disturbance = Disturbance(
      pages: PageShape(
        limit: Int(self.number(.pageLimit, index, in: 1...15)),
        repeated: Int(self.number(.pageRepeats, index, in: 0...3))))
    if outageEnd(at: now) != nil {
      disturbance.refusal = ServerAPIRefusal(.generalInternalRetryable)
    } else if isInStorm(index) {
      let wait = self.number(.retryAfter, index, in: 100...1_000)
      disturbance.refusal = ServerAPIRefusal(
        .rateLimitExceeded, retryAfter: callersNow.adding(milliseconds: wait))
    } else {
      switch self.number(.request, index, in: 0...99) {
      case ..<5: disturbance.refusal = ServerAPIRefusal(.generalInternalRetryable)
      case ..<7: disturbance.refusal = ServerAPIRefusal(.generalInternal)
      case ..<15:
        disturbance.wait = .milliseconds(self.number(.slowness, index, in: 50...1_500))
      default: break
      }
    }
    return disturbance
  }

  /// Whether a request is one of those that a storm of rate limits refuses: of 20 requests up to five in a row, or none.
  private func isInStorm(_ request: UInt64) -> Bool {
    let (block, position) = request.quotientAndRemainder(dividingBy: 20)
    guard number(.storm, block, in: 0...99) < 30 else { return false }
    let start = number(.stormStart, block, in: 0...15)
    let length = number(.stormLength, block, in: 2...5)
    return (start..<(start + length)).contains(Int64(position))
  }

  /// What a number is drawn for, so that one choice does not decide another.
  private enum Purpose: UInt64 {
    case duplicate, drop, delay, outage, outageLength, storm, stormStart, stormLength, retryAfter,
      request, slowness, pageLimit, pageRepeats
  }

  private func number(
    _ purpose: Purpose, _ index: UInt64 = 0, in range: ClosedRange<Int64>
  ) -> Int64 {
    let drawn = SeededNumbers(seed: seed)[index, purpose.rawValue]
    return range.lowerBound + Int64(drawn % UInt64(range.upperBound - range.lowerBound + 1))
  }
}

/// What happens to one request to the Server API.
struct Disturbance: Hashable {
  var refusal: ServerAPIRefusal?

  /// How long the answer takes, in real time.
  var wait = Duration.zero
  var pages = PageShape()
}

/// How a page of a history is cut.
struct PageShape: Hashable {
  /// The number of transactions on a page, apart from those that it repeats.
  var limit = RevisionPage.limit

  /// How many transactions of earlier pages it lists again.
  var repeated = 0
}
