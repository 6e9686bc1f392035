import Foundation

/// A client of the App Store Server API.
///
/// Each request carries its own token, valid for ten minutes. Requests that may succeed later are retried, up to a
/// limit, no sooner than Apple allows. Signed data in responses is verified before it is returned. Safe to use from
/// many tasks concurrently.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi>.
public struct AppStoreServerAPI: Sendable {
  /// The base URL of production.
  public static let productionURL = "https://api.storekit.apple.com"

  /// The base URL of Apple's sandbox.
  public static let sandboxURL = "https://api.storekit-sandbox.apple.com"

  /// The greatest number of pages read in one pass through a history.
  public static let pageLimit = 10_000

  /// The verifier of responses; its bundle identifier names the app.
  public let verifier: SignedDataVerifier

  private let baseURL: String
  private let key: AppStoreKey
  private let transport: any ServerAPITransport
  private let retries: ServerAPIRetries
  let now: @Sendable () -> Instant
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a client for one app in one environment.
  ///
  /// - Parameters:
  ///   - baseURL: The base URL of the API: ``productionURL``, ``sandboxURL``, or a simulator's address.
  ///   - verifier: The verifier of responses; it must accept the environment of the API.
  ///   - retries: How often a request is retried.
  ///   - now: The current time, for tokens and waits.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    baseURL: String, key: AppStoreKey, verifier: SignedDataVerifier,
    transport: any ServerAPITransport, retries: ServerAPIRetries = ServerAPIRetries(),
    now: @escaping @Sendable () -> Instant,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.baseURL = baseURL
    self.key = key
    self.verifier = verifier
    self.transport = transport
    self.retries = retries
    self.now = now
    self.sleep = sleep
  }
}

extension AppStoreServerAPI {
  func answer<Answer: Decodable>(
    to endpoint: ServerAPIEndpoint, as type: Answer.Type = Answer.self
  ) async throws(ServerAPIError) -> Answer {
    let body = try await perform(endpoint)
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw ServerAPIError(.answerUnreadable, "The answer is not what Apple documents.")
    }
  }

  /// Sends a request, with retries, and returns the body of the response.
  @discardableResult
  func perform(_ endpoint: ServerAPIEndpoint) async throws(ServerAPIError) -> Data {
    var tries = 0
    while true {
      let error: ServerAPIError
      do throws(ServerAPIError) {
        return try await performOnce(endpoint)
      } catch let failure {
        error = failure
      }
      tries += 1
      guard endpoint.isRepeatable || error.isRefusal,
        let wait = retries.wait(after: error, tries: tries, at: now())
      else { throw error }
      do {
        try await sleep(wait)
      } catch {
        throw ServerAPIError(.cancelled, "The task was cancelled while it waited.")
      }
    }
  }

  /// Verifies signed data of a response.
  func verified<Payload>(
    _ verify: (Instant) async throws(VerificationError) -> Verified<Payload>
  ) async throws(ServerAPIError) -> Verified<Payload> {
    do throws(VerificationError) {
      return try await verify(now())
    } catch {
      throw ServerAPIError(
        .unverified, "Signed data in the answer was refused.", verification: error)
    }
  }

  func verifiedTransactions(
    _ texts: [String]
  ) async throws(ServerAPIError) -> [Verified<TransactionPayload>] {
    var transactions: [Verified<TransactionPayload>] = []
    for text in texts {
      transactions.append(
        try await verified { now throws(VerificationError) in
          try await verifier.transaction(text, at: now)
        })
    }
    return transactions
  }

  private func performOnce(_ endpoint: ServerAPIEndpoint) async throws(ServerAPIError) -> Data {
    let request = try request(endpoint)
    let answer: ServerAPIAnswer
    do {
      answer = try await transport.send(request)
    } catch {
      if error is CancellationError || Task.isCancelled {
        throw ServerAPIError(.cancelled, "The task was cancelled.")
      }
      throw ServerAPIError(.notReached, "There was no answer.")
    }
    guard (200...299).contains(answer.status) else { throw ServerAPIError(answer, at: now()) }
    return answer.body
  }

  private func request(_ endpoint: ServerAPIEndpoint) throws(ServerAPIError) -> ServerAPIRequest {
    let token: String
    do {
      token = try key.sign(ServerAPIToken(key: key, bundleID: verifier.bundleID, at: now()))
    } catch {
      throw ServerAPIError(.unauthorized, "The key did not sign.")
    }
    var headers = ["Authorization": "Bearer \(token)", "Accept": "application/json"]
    if endpoint.body != nil { headers["Content-Type"] = "application/json" }
    return ServerAPIRequest(
      method: endpoint.method, url: try endpoint.url(below: baseURL), headers: headers,
      body: endpoint.body)
  }
}
