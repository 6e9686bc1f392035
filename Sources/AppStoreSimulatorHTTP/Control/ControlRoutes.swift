import Foundation
import HTTPTypes
import Hummingbird
import TollgateAppStore

/// The greatest number of bytes in a body of the control API.
private let bodyLimit = 64 * 1024

/// Routes the control API.
///
/// Reading the state or the notifications first posts what is due, so that the response shows the outcome of calls to
/// the Server API, which do not wait for their notifications.
func addControl(to group: RouterGroup<StoreRequestContext>, _ service: StoreService) {
  group.get("state") { _, _ in
    try await answering {
      try await service.settle()
      return await service.state()
    }
  }
  group.get("accounts/:account") { _, context in
    try await answering {
      let name = try context.parameters.require("account")
      return try DeviceState(name.removingPercentEncoding ?? name, service.simulator)
    }
  }
  group.get("notifications") { request, _ in
    try await answering {
      let after = request.uri.queryParameters.get("after", as: Int.self) ?? 0
      try await service.settle()
      return await service.notificationLog(after: after)
    }
  }
  group.get("consumption/:transaction") { _, context in
    try await answering {
      let id = try context.parameters.require("transaction")
      guard let consumption = await service.consumption(of: id) else {
        throw ControlProblem(.notFound, "There is nothing to report about the transaction `\(id)`.")
      }
      return consumption
    }
  }
  group.post(":action") { request, context in try await perform(request, context, service) }
}

/// Responds to an action; a browser that sent a form is redirected to the page.
private func perform(
  _ request: Request, _ context: StoreRequestContext, _ service: StoreService
) async throws -> Response {
  var isForm = false
  let response = try await answering {
    try checkOrigin(request)
    let body = Data(try await request.body.collect(upTo: bodyLimit).readableBytesView)
    // curl labels JSON bodies as forms by default, so a body that looks like JSON is read as JSON.
    let type = request.headers[.contentType] ?? ""
    isForm = type.hasPrefix("application/x-www-form-urlencoded") && body.first != UInt8(ascii: "{")
    let fields = isForm ? ControlFields(form: body) : try ControlFields(json: body)
    return try await service.perform(context.parameters.require("action"), fields)
  }
  let wantsPage = request.headers[.accept]?.contains("text/html") ?? false
  guard isForm, wantsPage, response.status == .ok else { return response }
  return Response(status: .seeOther, headers: [.location: "/"])
}

/// Rejects requests from pages of other sites.
private func checkOrigin(_ request: Request) throws(ControlProblem) {
  guard let origin = request.headers[.origin] else { return }
  let host = request.head.authority ?? ""
  guard origin == "http://\(host)" || origin == "https://\(host)" else {
    throw ControlProblem(.otherOrigin, "A page of \(origin) may not control the store.")
  }
}

/// Responds with a value in JSON, or with the problem that prevents it.
private func answering(
  _ answer: () async throws -> some Encodable
) async throws -> Response {
  do {
    return try Response(json: try await answer())
  } catch let problem as ControlProblem {
    return try Response(problem)
  } catch let error as StoreBusyError {
    return try Response(ControlProblem(.busy, error.message))
  }
}
