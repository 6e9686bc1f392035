import Hummingbird
import Tollgate
import TollgateWire

/// Handles requests with the service; `EndpointRoute.all` lists what with which method.
///
/// A request is checked in the order of `ProblemCode`: the app, the token, the idempotency key, the body.
struct EndpointHandler: Sendable {
  let service: TollgateService
  let limiter: RequestLimiter
  let paywalls: PaywallPages
  let chartQueue = ChartQueue()

  /// Handles a request with the row of its endpoint.
  ///
  /// For an app's own backend it is handled like one of the customer, who may have been merged in the meantime.
  func respond(
    to incoming: IncomingRequest, at route: EndpointRoute
  ) async throws(Problem) -> Response {
    guard route.endpoint.callers == .backend else {
      return try await handle(incoming, at: route)
    }
    for _ in 0..<CustomerWriter.attempts {
      do throws(Problem) {
        return try await handle(incoming, at: route)
      } catch {
        // Merged since the customer was looked up: a backend need not know, the next attempt finds the survivor.
        guard error.code == .customerMerged else { throw error }
      }
    }
    throw Problem(.busy, "Too many concurrent merges of this customer. Try again.")
  }

  private func handle(
    _ incoming: IncomingRequest, at route: EndpointRoute
  ) async throws(Problem) -> Response {
    switch route.handling {
    case .server(let handle): try await handle(self)(incoming)
    case .app(let handle): try await handle(self)(incoming, try app(incoming))
    case .visitor(let handle): try await handle(self)(incoming, try await visitor(incoming))
    case .customer(let handle):
      try await handle(self)(incoming, try await caller(incoming, at: route.endpoint))
    case .mergedCustomer(let handle):
      try await handle(self)(
        incoming, try await caller(incoming, at: route.endpoint, acceptingMerged: true))
    case .operators(let handle):
      try await handle(self)(
        incoming, try await authenticatedOperator(incoming, at: route.endpoint))
    }
  }

  /// The app that the path names; throws `unknown_app`.
  private func app(_ incoming: IncomingRequest) throws(Problem) -> ServedApp {
    try service.app(try incoming.name("app"))
  }

  /// The customer of the request's token, or the one that the path names if the app's own backend calls; by default one
  /// who was merged into another is rejected.
  private func caller(
    _ incoming: IncomingRequest, at endpoint: Endpoint, acceptingMerged: Bool = false
  ) async throws(Problem) -> Caller {
    let app = try app(incoming)
    if endpoint.callers == .backend {
      return try await backend(incoming, at: endpoint, of: app)
    }
    let caller = try await service.authenticator.authenticate(
      try incoming.token, in: app, acceptingMerged: acceptingMerged)
    try limiter.admit(caller)
    return caller
  }

  /// The customer that the path names, if the app's own backend calls.
  private func backend(
    _ incoming: IncomingRequest, at endpoint: Endpoint, of app: ServedApp
  ) async throws(Problem) -> Caller {
    let key = try incoming.token
    let caller: Caller
    do throws(Problem) {
      caller = try await service.authenticator.authenticate(
        secretKey: key, at: endpoint, for: try incoming.name("customer"), in: app)
    } catch {
      limiter.refused(error, from: incoming.address, at: service.records.clock())
      throw error
    }
    if let key { try limiter.admit(key: key, at: caller.now) }
    return caller
  }

  /// The visitor who signs up or in, with the anonymous customer of the request's token if one was sent.
  private func visitor(_ incoming: IncomingRequest) async throws(Problem) -> Visitor {
    let app = try app(incoming)
    return try await service.authenticator.visitor(
      presenting: try incoming.token, in: app, from: incoming.address)
  }

  /// The operator whose secret key the request presents.
  private func authenticatedOperator(
    _ incoming: IncomingRequest, at endpoint: Endpoint
  ) async throws(Problem) -> Operator {
    let app = try app(incoming)
    let key = try incoming.token
    do throws(Problem) {
      let authenticated = try await service.operators.authenticate(
        secretKey: key, at: endpoint, in: app)
      if let key { try limiter.admit(key: key, at: service.records.clock()) }
      return authenticated
    } catch {
      limiter.refused(error, from: incoming.address, at: service.records.clock())
      throw error
    }
  }

  /// A response about the caller, signed over these very bytes; a long one counts as several requests.
  func signed(
    _ body: [UInt8], for caller: Caller, isReplay: Bool = false
  ) async throws(Problem) -> Response {
    limiter.charge(caller, bytes: body.count)
    let signature = try await service.signer.batchedSignature(
      of: body, app: caller.app.id, customer: caller.customer)
    return .personal(
      body, signature: signature, by: service.signer.keyID, isReplay: isReplay)
  }

  func signed(
    _ response: some Encodable, for caller: Caller
  ) async throws(Problem) -> Response {
    try await signed(try JSON.bytes(response), for: caller)
  }

  func signed(_ snapshot: CustomerSnapshot, for caller: Caller) async throws(Problem) -> Response {
    try await signed(try await snapshot.body(), for: caller)
  }

  /// A response with a new token, signed for the customer of its snapshot: the request had no ``Caller``.
  func signed(_ session: SessionResponse) async throws(Problem) -> Response {
    let body = try await LongWork.run(about: session.snapshot.facts.reportedBytes) {
      () throws(Problem) in try JSON.bytes(session)
    }
    let signature = try await service.signer.batchedSignature(
      of: body, app: session.snapshot.app, customer: session.snapshot.id)
    return .personal(body, signature: signature, by: service.signer.keyID)
  }
}
