import Hummingbird
import Tollgate
import TollgateWire

/// Handles each endpoint with the service.
///
/// A request is checked in the order of `ProblemCode`: the app, the token, the idempotency key, the body.
struct EndpointHandler: Sendable {
  let service: TollgateService
  let limiter: RequestLimiter
  let paywalls: PaywallPages
  let chartQueue = ChartQueue()

  /// Handles a request with the method for its endpoint; a new endpoint does not compile without one.
  func respond(
    to incoming: IncomingRequest, at endpoint: Endpoint
  ) async throws(Problem) -> Response {
    switch endpoint {
    case .createCustomer: try await createCustomer(incoming)
    case .signUp: try await signUp(incoming)
    case .signIn: try await signIn(incoming)
    case .signInWithToken: try await signInWithToken(incoming)
    case .requestPasswordReset: try await requestPasswordReset(incoming)
    case .resetPassword: try await resetPassword(incoming)
    case .session: try await renewSession(incoming)
    case .signOut: try await signOut(incoming)
    case .signOutEverywhere: try await signOutEverywhere(incoming)
    case .changePassword: try await changePassword(incoming)
    case .requestEmailVerification: try await requestEmailVerification(incoming)
    case .verifyEmail: try await verifyEmail(incoming)
    case .me: try await me(incoming)
    case .export: try await export(incoming)
    case .deleteCustomer: try await deleteCustomer(incoming)
    case .customer: try await customer(incoming)
    case .membership:
      .personal(try await service.customers.membershipBody(of: try await caller(incoming)))
    case .access: try await access(incoming)
    case .profile: try await profile(incoming)
    case .makeProfile: try await makeProfile(incoming)
    case .device: try await device(incoming)
    case .milestone: try await milestone(incoming)
    case .setAttributes: try await setAttributes(incoming)
    case .use: try await use(incoming)
    case .reserve: try await reserve(incoming)
    case .releaseReservation: try await releaseReservation(incoming)
    case .release: try await release(incoming)
    case .heldItems: try await heldItems(incoming)
    case .transactions: try await transactions(incoming)
    case .restore: try await restore(incoming)
    case .restorePreview: try await restorePreview(incoming)
    case .promotionalOffer: try await promotionalOffer(incoming)
    case .dismissal: try await dismissal(incoming)
    case .paywallShown: try await paywall(.shown, incoming)
    case .paywallClosed: try await paywall(.closed, incoming)
    case .nudgeDelivered: try await nudge(incoming)
    case .forCustomer(_, let endpoint): try await respondForCustomer(to: incoming, at: endpoint)
    case .findCustomers: try await findCustomers(incoming)
    case .life: try await life(incoming)
    case .reason: try await reason(incoming)
    case .grant: try await grant(incoming)
    case .extendGrant: try await extendGrant(incoming)
    case .revokeGrant: try await revokeGrant(incoming)
    case .changeTrial: try await changeTrial(incoming)
    case .transferPurchase: try await transferPurchase(incoming)
    case .mergeCustomer: try await mergeCustomer(incoming)
    case .exportCustomer: try await exportCustomer(incoming)
    case .eraseCustomer: try await eraseCustomer(incoming)
    case .charts: try await listCharts(incoming)
    case .chart: try await chart(incoming)
    case .blueprint: try blueprint(incoming)
    case .paywallPage: try paywallPage(incoming)
    case .signingKey: try signingKey(incoming)
    case .appStoreNotifications: try await notification(incoming)
    case .retentionMessage: try await retentionMessage(incoming)
    case .health: .open(try JSON.bytes(HealthResponse(apps: service.apps.map(\.id))))
    case .ready: try await ready()
    case .openAPI: .open(try OpenAPIDocument.written.get())
    }
  }

  /// Handles a request of an app's own backend like one of the customer, who may have been merged in the meantime.
  private func respondForCustomer(
    to incoming: IncomingRequest, at endpoint: Endpoint
  ) async throws(Problem) -> Response {
    for _ in 0..<CustomerWriter.attempts {
      do throws(Problem) {
        return try await respond(to: incoming.namingCustomer(at: endpoint), at: endpoint)
      } catch {
        // Merged since the customer was looked up: a backend need not know, the next attempt finds the survivor.
        guard error.code == .customerMerged else { throw error }
      }
    }
    throw Problem(.busy, "Too many concurrent merges of this customer. Try again.")
  }

  /// The app that the path names; throws `unknown_app`.
  func app(_ incoming: IncomingRequest) throws(Problem) -> ServedApp {
    try service.app(try incoming.name("app"))
  }

  /// The customer of the request's token, or the one that the path names if the app's own backend calls; by default one
  /// who was merged into another is rejected.
  func caller(
    _ incoming: IncomingRequest, acceptingMerged: Bool = false
  ) async throws(Problem) -> Caller {
    let app = try app(incoming)
    if let endpoint = incoming.backendEndpoint {
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

  /// Whoever signs up or in, with the anonymous customer of the request's token if one was sent.
  func visitor(_ incoming: IncomingRequest) async throws(Problem) -> Visitor {
    let app = try app(incoming)
    return try await service.authenticator.visitor(
      presenting: try incoming.token, in: app, from: incoming.address)
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

// MARK: - Uses and reports

extension EndpointHandler {
  private func access(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let response = try await service.customers.access(
      to: try incoming.name("feature"), of: caller)
    return try await signed(response, for: caller)
  }

  private func use(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let key = try incoming.key
    let request = try incoming.jsonOrEmpty(UseRequest.self)
    let response = try await service.features.use(
      try incoming.name("feature"), item: request.item, cost: request.cost, key: key,
      isReport: request.isReport ?? false, by: caller)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  private func release(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.json(ReleaseRequest.self)
    let response = try await service.features.release(
      request.item, of: try incoming.name("feature"), addedBy: request.keys, by: caller)
    return try await signed(response, for: caller)
  }

  private func heldItems(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.json(HeldItemsRequest.self)
    let response = try await service.features.hold(
      request.items, in: try incoming.name("feature"), listedAt: request.listedAt, by: caller)
    return try await signed(response, for: caller)
  }

  private func promotionalOffer(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.json(PromotionalOfferRequest.self)
    return try await signed(
      try await service.promotionalOffers.sign(request, for: caller), for: caller)
  }

  private func dismissal(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let key = try incoming.key
    let response = try await service.reports.recordDismissal(
      of: try incoming.name("prompt"), key: key, by: caller)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  private func milestone(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let snapshot = try await service.reports.recordMilestone(
      try incoming.name("milestone"), by: caller)
    return try await signed(snapshot, for: caller)
  }

  private func paywall(
    _ action: PaywallEvent.Action, _ incoming: IncomingRequest
  ) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let key = try incoming.key
    let request = try incoming.jsonOrEmpty(PaywallReportRequest.self)
    let response = try await service.reports.recordPaywall(
      try incoming.name("paywall"), action, request, key: key, by: caller)
    return try await signed(response.body, for: caller, isReplay: response.isReplay)
  }

  private func nudge(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.json(NudgeDeliveredRequest.self)
    let response = try await service.reports.recordNudge(
      try incoming.name("nudge"), occurrence: request.occurrence, on: request.device,
      by: caller)
    return try await signed(response, for: caller)
  }

  private func device(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming)
    let request = try incoming.json(DeviceRequest.self)
    return try await signed(
      try await service.reports.recordDevice(request.device, by: caller), for: caller)
  }
}

// MARK: - Store and blueprint

extension EndpointHandler {
  private func transactions(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming, acceptingMerged: true)
    let request = try incoming.json(TransactionRequest.self)
    return try await signed(try await service.purchases.post(request, by: caller), for: caller)
  }

  private func restore(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming, acceptingMerged: true)
    let request = try incoming.json(RestoreRequest.self)
    return try await signed(try await service.purchases.restore(request, by: caller), for: caller)
  }

  private func restorePreview(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let caller = try await caller(incoming, acceptingMerged: true)
    let request = try incoming.json(RestoreRequest.self)
    return try await signed(
      try await service.purchases.previewRestore(request, by: caller), for: caller)
  }

  private func blueprint(_ incoming: IncomingRequest) throws(Problem) -> Response {
    let app = try app(incoming)
    let tag = "\"\(app.revision)\""
    return .tagged(
      app.blueprintBody, tag: tag, signature: app.blueprintSignature, by: service.signer.keyID,
      isKnown: incoming.has(tag: tag))
  }

  private func ready() async throws(Problem) -> Response {
    let report = await service.readinessReport()
    var response = Response.open(try JSON.bytes(report))
    if !report.isReady { response.status = .serviceUnavailable }
    return response
  }

  private func signingKey(_ incoming: IncomingRequest) throws(Problem) -> Response {
    _ = try app(incoming)
    return .open(
      try JSON.bytes(
        SigningKeyResponse(
          publicKey: service.answerKey, nextPublicKey: service.nextAnswerKey)))
  }
}
