import Foundation
import Tollgate
import TollgateWire

/// Sends requests to the server, one at a time.
struct ServerCalls: Sendable {
  /// Why a request failed, with the server's own message if there is one.
  struct Failure: Error, Hashable {
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

    /// Whether the server cannot be reached or does not work now.
    var isOutage: Bool { error.isRetryable && (status != nil || error.code == .network) }

    /// Whether the customer token is invalid, whatever the request.
    var isAboutToken: Bool { problem?.code.isAboutToken ?? false }

    /// Whether other requests would now fail in the same way: no response, an invalid token or a busy server.
    var stopsEverything: Bool { status.map { [401, 429, 503].contains($0) } ?? true }
  }

  /// A response with the bytes that the server signed.
  struct Response<Value: Sendable>: Sendable {
    let value: Value
    /// The customer it concerns; nil for a response about the app.
    let customer: Customer.ID?
    let body: Data
    let signature: String?

    /// The response in the form in which it is cached.
    func signed(_ kind: SignedResponse.Kind) -> SignedResponse {
      SignedResponse(kind: kind, customer: customer, body: body, signature: signature)
    }
  }

  let app: Blueprint.App.ID
  let signatures: Signatures
  let transport: any HTTPTransport
  /// The device's storage: nothing is sent before what led to it is stored.
  let storage: DeviceWriter

  /// Requests a JSON response about a customer.
  func callAsFunction<Value: Decodable>(
    _ endpoint: Endpoint, token: String, of customer: Customer.ID, key: Idempotency.Key? = nil,
    body: (any Encodable & Sendable)? = nil
  ) async throws(Failure) -> Response<Value> {
    let response = try await send(endpoint, token: token, key: key, body: body, tag: nil)
    return try read(response) { _ in customer }
  }

  /// Requests a session for the customer that the response names.
  func session(
    _ endpoint: Endpoint, token: String? = nil, body: (any Encodable & Sendable)? = nil
  ) async throws(Failure) -> Response<DeviceSession> {
    let response = try await send(endpoint, token: token, key: nil, body: body, tag: nil)
    return try read(response) { $0.snapshot.id }
  }

  /// Ends the session of a token; the response carries nothing that needs to be trusted.
  func end(_ session: EndedSession) async throws(Failure) {
    _ = try await send(.signOut, token: session.token, key: nil, body: nil, tag: nil)
  }

  /// Sends a request whose response carries nothing that needs to be trusted.
  func accept(
    _ endpoint: Endpoint, token: String? = nil, body: (any Encodable & Sendable)? = nil
  ) async throws(Failure) {
    _ = try await send(endpoint, token: token, key: nil, body: body, tag: nil)
  }

  /// Deletes the customer of a session; the response carries nothing that needs to be trusted.
  func delete(_ session: Session) async throws(Failure) {
    _ = try await send(.deleteCustomer, token: session.token, key: nil, body: nil, tag: nil)
  }

  /// Fetches the blueprint; nil if the one with the tag is still current.
  func blueprint(unless tag: String?) async throws(Failure) -> SignedBlueprint? {
    let response = try await send(.blueprint, token: nil, key: nil, body: nil, tag: tag)
    if response.status == 304 { return nil }
    let read: Response<BlueprintResponse> = try read(response) { _ in nil }
    return SignedBlueprint(
      tag: response.headers["etag"], body: read.body, signature: read.signature)
  }

  private func send(
    _ endpoint: Endpoint, token: String?, key: Idempotency.Key?,
    body: (any Encodable & Sendable)?, tag: String?
  ) async throws(Failure) -> TransportAnswer {
    var headers: [String: String] = ["accept": "application/json"]
    if let token { headers[Header.authorization.lowercased()] = "Bearer \(token)" }
    if let key { headers[Header.idempotencyKey.lowercased()] = key.rawValue }
    if let tag { headers["if-none-match"] = tag }
    let response: TransportAnswer
    await storage.settle()
    do {
      var data: Data?
      if let body {
        headers["content-type"] = "application/json"
        data = try JSONEncoder().encode(body)
      }
      response = try await transport.send(
        TransportRequest(
          method: endpoint.method.rawValue, path: endpoint.path(app: app), headers: headers,
          body: data))
    } catch {
      throw Failure(ClientError(.network))
    }
    guard (200..<300).contains(response.status) || (response.status == 304 && tag != nil) else {
      throw Failure(response)
    }
    return response
  }

  private func read<Value: Decodable>(
    _ response: TransportAnswer, about customer: (Value) -> Customer.ID?
  ) throws(Failure) -> Response<Value> {
    let value: Value
    do { value = try JSONDecoder().decode(Value.self, from: response.body) } catch {
      throw Failure(ClientError(.badAnswer))
    }
    let signature = response.headers[Header.signature.lowercased()]
    let customer = customer(value)
    guard signatures.verify(response.body, signature, customer) else {
      throw Failure(ClientError(.badSignature))
    }
    return Response(value: value, customer: customer, body: response.body, signature: signature)
  }
}

extension ServerCalls.Failure {
  /// Reads the failure from a response that is not a success.
  init(_ response: TransportAnswer) {
    status = response.status
    var wait = response.headers["retry-after"].flatMap { Int64($0) }
    do {
      let problem = try JSONDecoder().decode(Problem.self, from: response.body)
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
        code: .badAnswer,
        isRetryable: response.status >= 500 || [408, 429].contains(response.status),
        message: ClientError(.badAnswer).message, retryAfter: retryAfter)
    }
  }
}
