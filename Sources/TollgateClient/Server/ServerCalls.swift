import Foundation
import Tollgate
import TollgateWire

/// Asks the server, one request at a time.
struct ServerCalls: Sendable {
  /// Why a request failed, with the server's own words where there are any.
  struct Failure: Error {
    let error: ClientError
    let problem: Problem?
    let status: Int?

    init(_ error: ClientError) {
      self.error = error
      problem = nil
      status = nil
    }

    /// Whether asking again cannot help; anything else is kept and asked again.
    var isFinal: Bool {
      guard !error.isRetryable, let status else { return false }
      return (400..<500).contains(status) && status != 401
    }
  }

  /// An answer with the server's `ETag`.
  struct Tagged<Answer: Sendable>: Sendable {
    let answer: Answer
    let tag: String?
  }

  let app: Blueprint.App.ID
  let transport: any HTTPTransport

  /// Asks for a JSON answer.
  func callAsFunction<Answer: Decodable>(
    _ endpoint: Endpoint, token: String? = nil, key: Idempotency.Key? = nil,
    body: (any Encodable & Sendable)? = nil, as answer: Answer.Type = Answer.self
  ) async throws(Failure) -> Answer {
    let answer = try await send(endpoint, token: token, key: key, body: body, tag: nil)
    return try decode(answer.body)
  }

  /// Reads the blueprint; nil where the one with the tag is still current.
  func blueprint(unless tag: String?) async throws(Failure) -> Tagged<BlueprintResponse>? {
    let answer = try await send(.blueprint, token: nil, key: nil, body: nil, tag: tag)
    if answer.status == 304 { return nil }
    return Tagged(answer: try decode(answer.body), tag: answer.headers["etag"])
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

  private func decode<Answer: Decodable>(_ body: Data) throws(Failure) -> Answer {
    do { return try JSONDecoder().decode(Answer.self, from: body) } catch {
      throw Failure(ClientError(.badAnswer))
    }
  }
}

extension ServerCalls.Failure {
  fileprivate init(_ answer: TransportAnswer) {
    status = answer.status
    do {
      let problem = try JSONDecoder().decode(Problem.self, from: answer.body)
      self.problem = problem
      error = ClientError(
        code: ClientError.Code(rawValue: problem.code.rawValue), isRetryable: problem.isRetryable,
        sentence: problem.detail)
    } catch {
      problem = nil
      self.error = ClientError(
        code: .badAnswer, isRetryable: answer.status >= 500 || [408, 429].contains(answer.status),
        sentence: ClientError(.badAnswer).sentence)
    }
  }
}
