import AsyncHTTPClient
import NIOCore
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
  public init(
    _ post:
      @escaping @Sendable (_ body: [UInt8], _ address: String, _ timeLimit: Duration) async ->
      Exchange
  ) {
    self.post = post
  }

  /// Creates a requester over HTTP; the app's server may be another machine without HTTPS, such as a container.
  public static func http() -> Self {
    Self { body, address, timeLimit in
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = await outcome(
        of: HTTPClientRequest(posting: body, to: address), within: timeLimit)
      return Exchange(outcome, after: start.duration(to: clock.now))
    }
  }

  private static func outcome(
    of request: HTTPClientRequest, within timeLimit: Duration
  ) async -> Outcome {
    do {
      let response = try await OutgoingHTTP.shared.send(
        request, byHTTP: true, within: timeLimit, reading: bodyLimit)
      return .answered(status: response.status, body: Array(response.body))
    } catch is NIOTooManyBytesError {
      return .failed(.invalidResponse)
    } catch {
      return .failed(SendAttemptResult(error))
    }
  }
}
