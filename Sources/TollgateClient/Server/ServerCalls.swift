import Foundation
import Tollgate
import TollgateWire

/// Sends requests to the server, one at a time.
struct ServerCalls: Sendable {
  /// Why a request failed, with the server's own message if there is one.
  struct Failure: Error {
    let error: ClientError
    let problem: Problem?
    let status: Int?
    /// How long the server asked the client to wait.
    let retryAfter: Duration?

    init(_ error: ClientError) {
      self.error = error
      problem = nil
      status = nil
      retryAfter = nil
    }

    /// Whether a retry cannot help; anything else is kept and retried.
    var isFinal: Bool {
      guard !error.isRetryable, let status else { return false }
      return (400..<500).contains(status) && status != 401
    }

    /// Whether the customer token is invalid, whatever the request.
    var isAboutToken: Bool {
      switch problem?.code {
      case .missingToken, .invalidToken, .expiredToken, .sessionEnded, .customerMerged: true
      default: false
      }
    }

    /// Whether other requests would now fail in the same way: no response, an invalid token or a busy server.
    var stopsEverything: Bool { status.map { [401, 429, 503].contains($0) } ?? true }
  }

  /// A response with the bytes that the server signed.
  struct Answered<Answer: Sendable>: Sendable {
    let answer: Answer
    /// The customer it concerns; nil for a response about the app.
    let customer: Customer.ID?
    let body: Data
    let signature: String?

    /// The response in the form in which it is cached.
    func signed(_ kind: SignedAnswer.Kind) -> SignedAnswer {
      SignedAnswer(kind: kind, customer: customer, body: body, signature: signature)
    }
  }

  let app: Blueprint.App.ID
  let signatures: Signatures
  let transport: any HTTPTransport

  /// Requests a JSON response about a customer.
  func callAsFunction<Answer: Decodable>(
    _ endpoint: Endpoint, token: String, of customer: Customer.ID, key: Idempotency.Key? = nil,
    body: (any Encodable & Sendable)? = nil
  ) async throws(Failure) -> Answered<Answer> {
    let answer = try await send(endpoint, token: token, key: key, body: body, tag: nil)
    return try read(answer) { _ in customer }
  }

  /// Requests a session for the customer that the response names.
  func session(
    _ endpoint: Endpoint, token: String? = nil, body: (any Encodable & Sendable)? = nil
  ) async throws(Failure) -> Answered<SessionResponse> {
    let answer = try await send(endpoint, token: token, key: nil, body: body, tag: nil)
    return try read(answer) { $0.snapshot.id }
  }

  /// Ends the session of a token; the response carries nothing that needs to be trusted.
  func end(_ session: EndedSession) async throws(Failure) {
    _ = try await send(.signOut, token: session.token, key: nil, body: nil, tag: nil)
  }

  /// Fetches the blueprint; nil if the one with the tag is still current.
  func blueprint(unless tag: String?) async throws(Failure) -> KnownBlueprint? {
    let answer = try await send(.blueprint, token: nil, key: nil, body: nil, tag: tag)
    if answer.status == 304 { return nil }
    let read: Answered<BlueprintResponse> = try read(answer) { _ in nil }
    return KnownBlueprint(
      tag: answer.headers["etag"], body: read.body, signature: read.signature)
  }

  private func send(
    _ endpoint: Endpoint, token: String?, key: Idempotency.Key?,
    body: (any Encodable & Sendable)?, tag: String?
  ) async throws(Failure) -> TransportAnswer {
    var headers: [String: String] = ["accept": "application/json"]
    if let token { headers[Header.authorization.lowercased()] = "Bearer \(token)" }
    if let key { headers[Header.idempotencyKey.lowercased()] = key.rawValue }
    if let tag { headers["if-none-match"] = tag }
    let answer: TransportAnswer
    do {
      var data: Data?
      if let body {
        headers["content-type"] = "application/json"
        data = try JSONEncoder().encode(body)
      }
      answer = try await transport.send(
        TransportRequest(
          method: endpoint.method.rawValue, path: endpoint.path(app: app), headers: headers,
          body: data))
    } catch {
      throw Failure(ClientError(.network))
    }
    guard (200..<300).contains(answer.status) || (answer.status == 304 && tag != nil) else {
      throw Failure(answer)
    }
    return answer
  }

  private func read<Answer: Decodable>(
    _ answer: TransportAnswer, about customer: (Answer) -> Customer.ID?
  ) throws(Failure) -> Answered<Answer> {
    let value: Answer
    do { value = try JSONDecoder().decode(Answer.self, from: answer.body) } catch {
      throw Failure(ClientError(.badAnswer))
    }
    let signature = answer.headers[Header.signature.lowercased()]
    let customer = customer(value)
    guard signatures.cover(answer.body, signature, customer) else {
      throw Failure(ClientError(.badSignature))
    }
    return Answered(answer: value, customer: customer, body: answer.body, signature: signature)
  }
}

extension ServerCalls.Failure {
  fileprivate init(_ answer: TransportAnswer) {
    status = answer.status
    var wait = answer.headers["retry-after"].flatMap { Int64($0) }
    do {
      let problem = try JSONDecoder().decode(Problem.self, from: answer.body)
      self.problem = problem
      wait = wait ?? problem.retryAfter.map { Int64($0) }
      retryAfter = wait.map { .seconds(max(0, $0)) }
      error = ClientError(
        code: ClientError.Code(problem.code), isRetryable: problem.isRetryable,
        message: problem.message, retryAfter: retryAfter)
    } catch {
      problem = nil
      retryAfter = wait.map { .seconds(max(0, $0)) }
      self.error = ClientError(
        code: .badAnswer, isRetryable: answer.status >= 500 || [408, 429].contains(answer.status),
        message: ClientError(.badAnswer).message, retryAfter: retryAfter)
    }
  }
}
