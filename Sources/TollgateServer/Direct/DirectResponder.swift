import CoreMetrics
import NIOCore
import NIOHTTP1
import Tollgate
import TollgateLedger
import TollgateWire

/// Answers the two most frequent requests without the router: the read of a customer who is in the caches, and a use.
///
/// The responses are those of the router. Whatever is out of the ordinary is left to it.
/// It is a class, since several closures of each answer hold it.
final class DirectResponder: Sendable {
  /// What may be answered here, by path; a feature of a blueprint that is published later is the router's.
  let routes: [String: DirectRoute]
  private let service: TollgateService
  private let limiter: RequestLimiter
  private let proxies: TrustedProxies
  private let date = ResponseDate()
  private let positionOfMe = DirectResponder.position(of: .me)
  private let positionOfUse = DirectResponder.position(of: .use("{feature}"))

  init(
    _ service: TollgateService, limiter: RequestLimiter = RequestLimiter(RequestRates()),
    proxies: TrustedProxies = TrustedProxies([])
  ) {
    self.service = service
    self.limiter = limiter
    self.proxies = proxies
    var routes: [String: DirectRoute] = [:]
    for app in service.apps {
      routes[Endpoint.me.path(app: app.id)] = .me(app.id)
      for feature in app.blueprint.definition.features {
        routes[Endpoint.use(feature.id).path(app: app.id)] = .use(app.id, feature.id)
      }
    }
    self.routes = routes
  }

  /// Begins to answer a request.
  ///
  /// - Parameters:
  ///   - peer: The address of the connection's peer.
  ///   - loop: The connection's event loop, on which this is called.
  ///   - completion: Called once on the event loop, with nil if the connection has to be closed without a response.
  /// - Returns: Whether the request will be answered; otherwise it is the router's.
  func respond(
    to request: DirectRequest, from peer: NetworkAddress, on loop: any EventLoop,
    _ executor: EventLoopExecutor,
    completion: @escaping @Sendable (DirectResponse?) -> Void
  ) -> Bool {
    switch request.route {
    case .me(let id):
      guard let app = service.served(id), request.body.readableBytes == 0,
        let (body, caller) = cachedRead(request.token, in: app)
      else { return false }
      let measured = service.observability.metrics.begin(endpoint: positionOfMe)
      do throws(Problem) {
        try admit(request, from: peer, app, at: caller.now)
        try limiter.admit(caller)
      } catch {
        completion(response(to: error, measured))
        return true
      }
      sign(body, for: caller, on: loop) { [self] signature in
        measured?.end(status: signature == nil ? 500 : 200)
        completion(signature.map { response(body, signature: $0, isReplay: false) })
      }
      return true
    case .use(let id, let feature):
      guard let app = service.served(id) else { return false }
      guard let caller = cachedCaller(request.token, in: app)?.caller else {
        Task(executorPreference: executor) {
          completion(await self.use(of: feature, request, from: peer, in: app))
        }
        return true
      }
      let measured = service.observability.metrics.begin(endpoint: positionOfUse)
      let requested: RequestedUse
      do throws(Problem) {
        try admit(request, from: peer, app, at: caller.now)
        try limiter.admit(caller)
        requested = try requestedUse(of: feature, request, in: app)
      } catch {
        completion(response(to: error, measured))
        return true
      }
      let isBegun = service.features.begin(requested, by: caller) { [self] result in
        guard let result else {
          return make(requested, by: caller, measured, executor, completion)
        }
        loop.execute { [self] in finish(result, by: caller, measured, on: loop, completion) }
      }
      if !isBegun { make(requested, by: caller, measured, executor, completion) }
      return true
    }
  }

  /// The snapshot of a token's customer, if nothing has to be read, verified or encoded for it.
  private func cachedRead(
    _ token: String, in app: ServedApp
  ) -> (body: [UInt8], caller: Caller)? {
    guard let (caller, record, snapshot) = cachedCaller(token, in: app), let snapshot,
      snapshot.byteCount <= LongWork.bytes
    else { return nil }
    do throws(Problem) {
      let now = try service.records.instant(for: record)
      return snapshot.body(at: now, email: caller.email, under: app.revision).map { ($0, caller) }
    } catch {
      return nil
    }
  }

  /// A token's customer, if nothing has to be read or verified for it, with the snapshot that was last encoded.
  ///
  /// A shared ledger always has to be read, to learn whether the cached version is the latest.
  private func cachedCaller(
    _ token: String, in app: ServedApp
  ) -> (caller: Caller, record: CustomerRecord, snapshot: EncodedSnapshot?)? {
    let records = service.records
    let tokens = service.authenticator.tokens
    let clock = records.clock()
    guard !records.ledger.isShared, let claims = tokens.cachedClaims(of: token, in: app.id),
      clock < claims.expiresAt, tokens.isOpen(claims.session) == true
    else { return nil }
    let key = CustomerKey(app: app.id, customer: claims.customer)
    guard let (record, snapshot) = records.cache.encoded(key), !record.isErased,
      record.mergedInto == nil, claims.generation >= record.sessionGeneration
    else { return nil }
    records.observability.metrics.cacheHits.increment(by: 1)
    let caller = Caller(
      customer: record.id, email: claims.email, now: clock, mergedInto: nil, app: app)
    return (caller, record, snapshot)
  }

  /// Uses a feature; the order of the checks is that of ``EndpointHandler``.
  private func use(
    of feature: Feature.ID, _ request: DirectRequest, from peer: NetworkAddress,
    in app: ServedApp
  ) async -> DirectResponse? {
    let measured = service.observability.metrics.begin(endpoint: positionOfUse)
    do throws(Problem) {
      try admit(request, from: peer, app, at: service.records.clock())
      let caller = try await service.authenticator.authenticate(request.token, in: app)
      try limiter.admit(caller)
      return await make(try requestedUse(of: feature, request, in: app), by: caller, measured)
    } catch {
      return response(to: error, measured)
    }
  }

  private func requestedUse(
    of feature: Feature.ID, _ request: DirectRequest, in app: ServedApp
  ) throws(Problem) -> RequestedUse {
    let key = try IncomingRequest.key(request.key)
    let body = request.body.readableBytesView
    let use =
      body.isEmpty || body.elementsEqual("{}".utf8)
      ? UseRequest() : try JSON.value(UseRequest.self, from: body)
    return try service.features.requested(
      feature, item: use.item, cost: use.cost, parent: use.parent, key: key,
      isReport: use.isReport ?? false, isUnlimited: use.isUnlimited ?? false, in: app)
  }

  /// Begins to make a use of a caller who was admitted, in a task.
  private func make(
    _ use: RequestedUse, by caller: Caller, _ measured: RequestMeasurement?,
    _ executor: EventLoopExecutor, _ completion: @escaping @Sendable (DirectResponse?) -> Void
  ) {
    Task(executorPreference: executor) { completion(await self.make(use, by: caller, measured)) }
  }

  /// Makes a use of a caller who was admitted, in a task.
  private func make(
    _ use: RequestedUse, by caller: Caller, _ measured: RequestMeasurement?
  ) async -> DirectResponse? {
    do throws(Problem) {
      let stored = try await service.features.use(use, by: caller)
      let signature = try await service.signer.batchedSignature(
        of: stored.body, app: caller.app.id, customer: caller.customer)
      measured?.end(status: 200)
      return response(stored.body, signature: signature, isReplay: stored.isReplay)
    } catch {
      return response(to: error, measured)
    }
  }

  /// Responds to a use that was made without a task; called on the event loop.
  private func finish(
    _ result: Result<StoredResponse<UseResponse>, Problem>, by caller: Caller,
    _ measured: RequestMeasurement?, on loop: any EventLoop,
    _ completion: @escaping @Sendable (DirectResponse?) -> Void
  ) {
    switch result {
    case .failure(let problem): completion(response(to: problem, measured))
    case .success(let stored):
      sign(stored.body, for: caller, on: loop) { [self] signature in
        guard let signature else {
          return completion(response(to: ResponseSigner.failure, measured))
        }
        measured?.end(status: 200)
        completion(response(stored.body, signature: signature, isReplay: stored.isReplay))
      }
    }
  }

  /// Signs a response with the others that are ready at the same moment on the event loop; nil if that failed.
  private func sign(
    _ body: [UInt8], for caller: Caller, on loop: any EventLoop,
    completion: @escaping @Sendable (String?) -> Void
  ) {
    let message = AnswerKey.message(body, app: caller.app.id, customer: caller.customer)
    service.signer.batches.sign(message, on: loop) { completion($0?.description) }
  }

  private func response(_ body: [UInt8], signature: String, isReplay: Bool) -> DirectResponse {
    DirectResponse(
      body, signature: signature, by: service.signer.keyID, isReplay: isReplay, date: date.text())
  }

  /// The response of a problem; nil if it cannot be written.
  private func response(to problem: Problem, _ measured: RequestMeasurement?) -> DirectResponse? {
    service.observability.metrics.count(problem: problem.code)
    measured?.end(status: problem.status)
    do throws(Problem) {
      return try DirectResponse(problem, date: date.text())
    } catch {
      return nil
    }
  }

  /// Throws `too_many_requests` if the client's address or the app has too many requests.
  private func admit(
    _ request: DirectRequest, from peer: NetworkAddress, _ app: ServedApp, at now: Instant
  ) throws(Problem) {
    guard limiter.isLimiting else { return }
    let address = proxies.client(of: peer, request.head.headers[TrustedProxies.header])
    try limiter.admit(address, presentsKey: false, at: now)
    try limiter.admit(app.id, at: now)
  }

  private static func position(of endpoint: Endpoint) -> Int {
    Endpoint.templates.firstIndex { $0 == endpoint } ?? 0
  }
}
