import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Tollgate
import TollgateBlueprints
import TollgateHTML
import TollgateScenarios
import TollgateServer

/// The playground's routes: the page, its files, its actions and its events.
func playgroundRouter(_ worlds: Worlds) -> Router<BasicRequestContext> {
  let router = Router(context: BasicRequestContext.self)
  router.add(middleware: MissingPages(document: worlds.missingPage))
  for path: RouterPath in ["/", "/playground"] {
    router.get(path) { _, _ in Response.redirect(to: "/playground/\(await worlds.first)") }
  }
  router.get("/assets/{name}") { request, context in
    guard let asset = Resources.assets[context.parameters.get("name") ?? ""] else {
      throw HTTPError(.notFound)
    }
    return asset.response(to: request.headers)
  }
  router.get("/playground/{app}") { request, context in
    let app = try await app(context, in: worlds)
    let position = journeyPosition(request)
    if let position, await !worlds.hasJourney(position.id, in: app) { throw HTTPError(.notFound) }
    return html(try await worlds.document(of: app, at: position), to: request)
  }
  router.get("/playground/{app}/facts/{sequence}") { request, context in
    let app = try await app(context, in: worlds)
    guard let sequence = context.parameters.get("sequence", as: Int.self), sequence > 0,
      let document = await worlds.fact(at: sequence, of: app)
    else {
      throw HTTPError(.notFound, message: "The ledger has no such fact.")
    }
    return html(document, to: request)
  }
  router.post("/playground/{app}/actions") { request, context in
    let app = try await app(context, in: worlds)
    try requireSameOrigin(request)
    let body = try await request.body.collect(upTo: 16 * 1024)
    guard let action = VisitorAction(FormFields.parse(String(buffer: body))) else {
      throw HTTPError(.badRequest, message: "The playground has no such action.")
    }
    return answer(try await worlds.perform(action, in: app), of: app, to: request)
  }
  addScenarioRoutes(to: router, worlds)
  addFileRoutes(to: router, worlds)
  router.get("/events") { request, _ in
    let query = request.uri.queryParameters
    let updates = await worlds.updates(
      of: query.get("app").flatMap { AppName(rawValue: $0) },
      after: query.get("after", as: Int.self) ?? 0)
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(string: ": live\n\n"))
        for await update in updates.cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: "data: \(update)\n\n"))
        }
        try await writer.finish(nil)
      })
  }
  return router
}

/// The routes of scenario files: an app's life as one, and one to play.
private func addScenarioRoutes(to router: Router<BasicRequestContext>, _ worlds: Worlds) {
  router.get("/playground/{app}/scenario") { request, context in
    let app = try await app(context, in: worlds)
    let scenario = try await worlds.scenario(of: app)
    return Content(text: scenario.yaml.utf8).response(
      to: request.headers,
      headers: [
        .contentType: "text/yaml; charset=utf-8", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"\(app.rawValue)-life.yml\"",
      ])
  }
  router.post("/playground/{app}/scenario") { request, context in
    let app = try await app(context, in: worlds)
    try requireSameOrigin(request)
    let body = try await request.body.collect(upTo: Scenario.byteLimit)
    let name = request.uri.queryParameters.get("name") ?? "scenario.yml"
    let update = try await worlds.open(String(buffer: body), named: name, in: app)
    return Content(text: update.utf8).response(
      to: request.headers, headers: [.contentType: "application/json"])
  }
}

/// The routes of the blueprint beside the phone.
private func addFileRoutes(to router: Router<BasicRequestContext>, _ worlds: Worlds) {
  router.get("/playground/{app}/blueprint") { request, context in
    let app = try await app(context, in: worlds)
    return Content(text: await worlds.typedText(of: app).utf8).response(
      to: request.headers,
      headers: [.contentType: "text/yaml; charset=utf-8", .cacheControl: "no-store"])
  }
  router.get("/playground/{app}/blueprint/products") { request, context in
    guard let products = await worlds.products(of: try await app(context, in: worlds)) else {
      throw HTTPError(.notFound, message: "The blueprint's products are in the blueprint.")
    }
    return Content(text: products).response(
      to: request.headers, headers: [.contentType: "application/json", .cacheControl: "no-store"])
  }
  router.get("/playground/{app}/fonts/{font}") { request, context in
    let fonts = await worlds.fonts(of: try await app(context, in: worlds))
    guard let font = fonts.first(where: { $0.digest == context.parameters.get("font") }) else {
      throw HTTPError(.notFound, message: "The blueprint has no such font.")
    }
    return Asset.woff2(font.bytes).response(to: request.headers)
  }
  router.post("/playground/{app}/blueprint") { request, context in
    let app = try await app(context, in: worlds)
    try requireSameOrigin(request)
    let body = try await request.body.collect(upTo: BlueprintFile.byteLimit)
    return answer(try await worlds.edit(String(buffer: body), in: app), of: app, to: request)
  }
  router.post("/playground/{app}/blueprint/undo") { request, context in
    let app = try await app(context, in: worlds)
    try requireSameOrigin(request)
    return answer(try await worlds.undo(in: app), of: app, to: request)
  }
  router.post("/playground/{app}/blueprint/undo-all") { request, context in
    let app = try await app(context, in: worlds)
    try requireSameOrigin(request)
    return answer(try await worlds.undo(all: true, in: app), of: app, to: request)
  }
  router.post("/playground/{app}/blueprint/keep") { request, context in
    guard try await app(context, in: worlds) == .own else { throw HTTPError(.notFound) }
    try requireSameOrigin(request)
    return answer(try await worlds.keep(), of: .own, to: request)
  }
}

/// Answers a form: with the page's regions for a script, otherwise with the page.
private func answer(_ update: String, of app: AppName, to request: Request) -> Response {
  guard request.headers[.accept]?.contains("application/json") ?? false else {
    return .redirect(to: "/playground/\(app)")
  }
  return Content(text: update.utf8).response(
    to: request.headers, headers: [.contentType: "application/json"])
}

/// Answers requests for pages that do not exist with a page.
private struct MissingPages: RouterMiddleware {
  typealias Context = BasicRequestContext
  let document: String

  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError
      where error.status == .notFound && request.method == .get
      && (request.headers[.accept]?.contains("text/html") ?? false)
    {
      return html(document, to: request, status: .notFound)
    }
  }
}

private func app(_ context: BasicRequestContext, in worlds: Worlds) async throws -> AppName {
  guard let app = AppName(rawValue: context.parameters.get("app") ?? ""), await worlds.has(app)
  else {
    throw HTTPError(.notFound, message: "The playground has no such app.")
  }
  return app
}

/// The step of a journey that a URL names, as in `?journey=cp-3&step=2`.
///
/// Nil for a request that a page makes for something it embeds: another site must not move the visitor's world.
private func journeyPosition(_ request: Request) -> JourneyPosition? {
  let destination = HTTPField.Name("Sec-Fetch-Dest").flatMap { request.headers[$0] }
  guard destination ?? "document" == "document",
    let journey = request.uri.queryParameters.get("journey")
  else {
    return nil
  }
  return JourneyPosition(
    id: journey, step: request.uri.queryParameters.get("step", as: Int.self) ?? 0)
}

private func html(
  _ document: String, to request: Request, status: HTTPResponse.Status = .ok
) -> Response {
  Content(text: document.utf8).response(
    to: request.headers,
    headers: [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      .contentSecurityPolicy:
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    ], status: status)
}

/// Refuses requests from pages of other sites, which must not press the playground's buttons.
private func requireSameOrigin(_ request: Request) throws {
  guard let origin = request.headers[.origin], origin != "null" else { return }
  let host = URL(string: origin).flatMap { url in
    url.host.map { host in url.port.map { "\(host):\($0)" } ?? host }
  }
  guard host == request.head.authority else {
    throw HTTPError(.forbidden, message: "The playground takes actions from its own page only.")
  }
}
