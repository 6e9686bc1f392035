public import AsyncHTTPClient
import NIOCore
import NIOHTTP1
public import TollgateAppStore

/// Posts real-time requests for retention messages to the app's server.
public struct RetentionRequester: Sendable {
  /// The response to a request, or the reason that there isn't one.
  public enum Outcome: Hashable, Sendable {
    /// A response, with its HTTP status.
    case answered(status: Int, body: [UInt8])

    /// No response in time; for a late one the reason is `timedOut`.
    case failed(SendAttemptResult)
  }

  /// The outcome of a request, and how long it took.
  public struct Exchange: Hashable, Sendable {
    /// The response, or the reason that there isn't one.
    public var outcome: Outcome

    /// The real time from the request to its outcome.
    public var duration: Duration

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - outcome: The response, or the reason that there isn't one.
    ///   - duration: The real time from the request to its outcome.
    public init(_ outcome: Outcome, after duration: Duration) {
      self.outcome = outcome
      self.duration = duration
    }
  }

  /// The greatest number of bytes in a response: 64 KiB.
  public static let bodyLimit = 64 * 1024

  /// Posts a JSON body to a URL, without retries, and waits for the response no longer than a time limit.
  public let post:
    @Sendable (_ body: [UInt8], _ address: String, _ timeLimit: Duration) async -> Exchange

  /// Creates a requester from a function, for tests.
  ///
  /// - Parameter post: Posts a JSON body to a URL, without retries, and waits for the response no longer than a time
  ///   limit.
  public init(
    _ post:
      @escaping @Sendable (_ body: [UInt8], _ address: String, _ timeLimit: Duration) async ->
      Exchange
  ) {
    self.post = post
  }

  /// Creates a requester over HTTP.
  ///
  /// - Parameters:
  ///   - client: The HTTP client to use, which its owner shuts down.
  ///   - clock: The clock that measures responses.
  /// - Returns: The requester.
  public static func http(
    _ client: HTTPClient = .shared, clock: ContinuousClock = ContinuousClock()
  ) -> Self {
    Self { body, address, timeLimit in
      let start = clock.now
      let outcome = await outcome(
        of: HTTPClientRequest(posting: body, to: address), client, timeLimit, clock)
      return Exchange(outcome, after: start.duration(to: clock.now))
    }
  }

  private static func outcome(
    of request: HTTPClientRequest, _ client: HTTPClient, _ timeLimit: Duration,
    _ clock: ContinuousClock
  ) async -> Outcome {
    let deadline = clock.now.advanced(by: timeLimit)
    do {
      let response = try await client.execute(request, timeout: TimeAmount(timeLimit))
      // The client's timeout ends with the head of a response; the body has the rest of the time.
      return try await withThrowingTaskGroup(of: Outcome.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          let body = try await response.body.collect(upTo: bodyLimit)
          return .answered(
            status: Int(response.status.code), body: Array(body.readableBytesView))
        }
        group.addTask {
          try await clock.sleep(until: deadline)
          return .failed(.timedOut)
        }
        return try await group.next() ?? .failed(.other)
      }
    } catch is NIOTooManyBytesError {
      return .failed(.invalidResponse)
    } catch {
      return .failed(SendAttemptResult(error))
    }
  }
}
