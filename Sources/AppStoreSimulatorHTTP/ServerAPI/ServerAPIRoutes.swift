import HTTPTypes
import Hummingbird
import TollgateAppStore

/// Registers handlers for Apple's paths.
func addServerAPI(to group: RouterGroup<StoreRequestContext>, _ service: StoreService) {
  let api = ServerAPIRoutes(group: group, service: service)
  api.on(.get, "v1/transactions/:id") { try $0.transactionInfo($1) }
  api.on(.get, "v1/transactions/appTransactions/:id") { try $0.appTransactionInfo($1) }
  api.on(.post, "v1/transactions/:id/finish", answering: .ok) { try $0.finish($1) }
  api.on(.put, "v1/transactions/:id/appAccountToken", answering: .ok) {
    try await $0.setAppAccountToken($1)
  }
  api.on(.get, "v1/history/:id") { try $0.history($1, listsFinishedConsumables: false) }
  api.on(.get, "v2/history/:id") { try $0.history($1) }
  api.on(.get, "v2/refund/lookup/:id") { try $0.refunds($1) }
  api.on(.get, "v1/lookup/:order") { $0.order($1) }
  api.on(.get, "v1/subscriptions/:id") { try $0.statuses($1) }
  api.on(.put, "v1/subscriptions/extend/:id") { try await $0.extend($1) }
  api.on(.post, "v1/subscriptions/extend/mass") { try await $0.extendAll($1) }
  api.on(.get, "v1/subscriptions/extend/mass/:product/:request") { try await $0.massExtension($1) }
  api.on(.post, "v1/notifications/test") { try await $0.requestTest($1) }
  api.on(.get, "v1/notifications/test/:token") { try await $0.test($1) }
  api.on(.post, "v1/notifications/history") { try await $0.notificationHistory($1) }
  api.on(.put, "v1/transactions/consumption/:id", answering: .accepted) {
    try await $0.takeConsumptionV1($1)
  }
  api.on(.put, "v2/transactions/consumption/:id", answering: .accepted) {
    try await $0.takeConsumption($1)
  }
}

private struct ServerAPIRoutes {
  let group: RouterGroup<StoreRequestContext>
  let service: StoreService

  /// Responds with the result of a function of the request.
  func on<Answer: Encodable & Sendable>(
    _ method: HTTPRequest.Method, _ path: RouterPath,
    _ answer: @escaping @Sendable (StoreService, ServerAPICall) async throws -> Answer
  ) {
    route(method, path) { service, call in try Response(json: try await answer(service, call)) }
  }

  /// Responds with a status and no body after a function has handled the request.
  func on(
    _ method: HTTPRequest.Method, _ path: RouterPath, answering status: HTTPResponse.Status,
    _ perform: @escaping @Sendable (StoreService, ServerAPICall) async throws -> Void
  ) {
    route(method, path) { service, call in
      try await perform(service, call)
      return Response(status: status)
    }
  }

  private func route(
    _ method: HTTPRequest.Method, _ path: RouterPath,
    _ answer: @escaping @Sendable (StoreService, ServerAPICall) async throws -> Response
  ) {
    group.on(path, method: method) { [service] request, context in
      guard
        await service.tokenCheck.admits(
          request.headers[.authorization], at: service.callersClock())
      else { return Response.unauthorized }
      if let refusal = await service.takeRefusal() { return try Response(refusal) }
      do {
        return try await answer(service, try await ServerAPICall(request, context))
      } catch let refusal as ServerAPIRefusal {
        return try Response(refusal)
      } catch {
        return try Response(ServerAPIRefusal(.generalInternal))
      }
    }
  }
}
