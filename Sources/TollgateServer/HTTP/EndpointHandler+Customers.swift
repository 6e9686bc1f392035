import Hummingbird
import Logging
import Tollgate
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let customers: [EndpointRoute] = [
    EndpointRoute(
      .createCustomer, "createCustomer", .customers, "Creates an anonymous customer.",
      "Call it when the app starts for the first time, and keep the token. With a `signedAppTransaction`, the anonymous customer that the same store account had before is found again.",
      body: .optional(.createCustomerRequest), answers: [.shape(.sessionResponse)],
      by: .app(EndpointHandler.createCustomer)),
    EndpointRoute(
      .session, "renewSession", .customers, "Exchanges a customer token, expired or not.",
      "A token is valid for 30 days, and can be exchanged up to 400 days after it was created. A customer who was merged into another anonymous one gets a token of that one.",
      answers: [.shape(.sessionResponse)], by: .app(EndpointHandler.renewSession)),
    EndpointRoute(
      .signOut, "signOut", .customers, "Ends the token's session for good.",
      "The token may have expired. Repeating it changes nothing.",
      answers: [.shape(.changeResponse)], by: .app(EndpointHandler.signOut)),
    EndpointRoute(
      .signOutEverywhere, "signOutEverywhere", .customers,
      "Ends all sessions of the caller for good.",
      "The token of this request ends with them.", answers: [.shape(.changeResponse)],
      by: .customer(EndpointHandler.signOutEverywhere)),
    EndpointRoute(
      .me, "getMe", .customers, "Reads everything known about the caller.",
      "The facts are enough to decide without the server, with the blueprint that `blueprintRevision` names.",
      answers: [.shape(.customerSnapshot)], by: .customer(EndpointHandler.me)),
    EndpointRoute(
      .customer("{customer}"), "getCustomer", .customers,
      "Reads a customer, who must be the caller.",
      "Any other id is refused as `another_customer`, whether it exists or not.",
      answers: [.shape(.customerSnapshot)], by: .customer(EndpointHandler.customer)),
    EndpointRoute(
      .membership, "getMembership", .customers, "Reads the current membership.",
      "It holds until its `nextChange`, unless something new is recorded.",
      answers: [.shape(.membershipSummary)], by: .customer(EndpointHandler.membership)),
    EndpointRoute(
      .export, "exportMe", .customers, "Exports everything stored about the caller.",
      "What a person is entitled to receive about themselves; an app reads `/customers/me`.",
      answers: [.shape(.customerExport)], by: .customer(EndpointHandler.export)),
    EndpointRoute(
      .deleteCustomer, "deleteMe", .customers, "Deletes the caller for good.",
      "Also deletes their account, if they have one, and everyone merged into it. What was bought belongs to nobody until it is restored. Repeating it succeeds.",
      answers: [.shape(.deletionResponse)], by: .app(EndpointHandler.deleteCustomer)),
  ]
}

extension EndpointHandler {
  func createCustomer(
    _ incoming: IncomingRequest, in app: ServedApp
  ) async throws(Problem) -> Response {
    let request = try incoming.jsonOrEmpty(CreateCustomerRequest.self)
    try NameLength.check(request.device)
    try await service.accounts.attempts.begin(
      request.device.subjects(AttemptSubject.customers, in: app.id)
        + incoming.address.subjects(AttemptSubject.customersFrom), at: service.records.clock())
    let download = await incoming.download(
      request.signedAppTransaction, in: app, at: service.records.clock())
    return try await signed(
      try await service.sessions.createCustomer(
        in: app, device: request.device, presenting: download))
  }

  func renewSession(
    _ incoming: IncomingRequest, in app: ServedApp
  ) async throws(Problem) -> Response {
    try await signed(try await service.sessions.renew(try incoming.token, in: app))
  }

  func signOut(_ incoming: IncomingRequest, in app: ServedApp) async throws(Problem) -> Response {
    try await .personal(encoding: service.sessions.end(try incoming.token, in: app))
  }

  func signOutEverywhere(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    try await .personal(encoding: service.sessions.endAll(of: caller))
  }

  func me(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    try await signed(try await service.customers.snapshotBody(of: caller), for: caller)
  }

  func customer(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    let snapshot = try await service.customers.snapshot(
      of: try incoming.name("customer"), for: caller)
    return try await signed(snapshot, for: caller)
  }

  func membership(
    _ incoming: IncomingRequest, by caller: Caller
  ) async throws(Problem) -> Response {
    .personal(try await service.customers.membershipBody(of: caller))
  }

  func export(_ incoming: IncomingRequest, by caller: Caller) async throws(Problem) -> Response {
    try await signed(try await service.exports.export(of: caller).body(), for: caller)
  }

  func deleteCustomer(
    _ incoming: IncomingRequest, in app: ServedApp
  ) async throws(Problem) -> Response {
    try await .personal(encoding: service.deletion.delete(try incoming.token, in: app))
  }
}

extension IncomingRequest {
  /// Verifies the download of the app that a device sends; nil if there isn't one, or if it cannot be verified.
  ///
  /// An app that starts needs a customer, and its reports are recorded, whatever its store says of the download.
  func download(_ text: String?, in app: ServedApp, at now: Instant) async -> SignedDownload? {
    guard let text else { return nil }
    do throws(Problem) {
      return try await app.appTransaction(text, at: now)
    } catch {
      logger.notice("ignored an app transaction", metadata: ["code": "\(error.code.rawValue)"])
      return nil
    }
  }
}
