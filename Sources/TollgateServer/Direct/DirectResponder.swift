import NIOCore
import NIOHTTP1
import Tollgate
import TollgateLedger
import TollgateWire

/// Answers the two most frequent requests without the router: the read of a customer who is in the caches, and a use.
///
/// The responses are those of the router. Whatever is out of the ordinary is left to it.
struct DirectResponder: Sendable {
  /// What may be answered here, by path; a feature of a blueprint that is published later is the router's.
  let routes: [String: DirectRoute]
  private let service: TollgateService
  private let limiter: RequestLimiter
  private let proxies: TrustedProxies
  private let date = ResponseDate()
  private let positionOfMe = Self.position(of: .me)
  private let positionOfUse = Self.position(of: .use("{feature}"))

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
        let read = cachedRead(request.token, in: app)
      else { return false }
      let measured = service.observability.metrics.begin(endpoint: positionOfMe)
      do throws(Problem) {
        try admit(request, from: peer, app, at: read.now)
        try limiter.admit(CustomerKey(app: app.id, customer: read.customer), at: read.now)
      } catch {
        completion(response(to: error, measured))
        return true
      }
      let message = AnswerKey.message(read.body, app: app.id, customer: read.customer)
      service.signer.batches.sign(message, on: loop) {
        [date, keyID = service.signer.keyID] signature in
        measured?.end(status: signature == nil ? 500 : 200)
        completion(
          signature.map {
            DirectResponse(
              read.body, signature: $0.description, by: keyID, isReplay: false, date: date.text())
          })
      }
      return true
    case .use(let id, let feature):
      guard let app = service.served(id) else { return false }
      Task(executorPreference: executor) {
        completion(await use(of: feature, request, from: peer, in: app))
      }
      return true
    }
  }

  /// The snapshot of a token's customer, if nothing has to be read, verified or encoded for it.
  ///
  /// A shared ledger always has to be read, to learn whether the cached version is the latest.
  private func cachedRead(
    _ token: String, in app: ServedApp
  ) -> (body: [UInt8], customer: Customer.ID, now: Instant)? {
    let records = service.records
    let tokens = service.authenticator.tokens
    let clock = records.clock()
    guard !records.ledger.isShared, let claims = tokens.cachedClaims(of: token, in: app.id),
      clock < claims.expiresAt, tokens.isOpen(claims.session) == true
    else { return nil }
    let key = CustomerKey(app: app.id, customer: claims.customer)
    guard let (record, snapshot) = records.cache.encoded(key), let snapshot,
      snapshot.byteCount <= LongWork.bytes, !record.isErased, record.mergedInto == nil,
      claims.generation >= record.sessionGeneration
    else { return nil }
    do throws(Problem) {
      let now = try records.instant(for: record)
      return snapshot.body(at: now, email: claims.email, under: app.revision).map {
        ($0, record.id, clock)
      }
    } catch {
      return nil
    }
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
      let key = try IncomingRequest.key(request.key)
      let body = request.body.readableBytesView
      let use =
        body.isEmpty || body.elementsEqual("{}".utf8)
        ? UseRequest() : try JSON.value(UseRequest.self, from: body)
      let response = try await service.features.use(
        feature, item: use.item, cost: use.cost, parent: use.parent, key: key,
        isReport: use.isReport ?? false, by: caller)
      let signature = try await service.signer.batchedSignature(
        of: response.body, app: app.id, customer: caller.customer)
      measured?.end(status: 200)
      return DirectResponse(
        response.body, signature: signature, by: service.signer.keyID,
        isReplay: response.isReplay, date: date.text())
    } catch {
      return response(to: error, measured)
    }
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
