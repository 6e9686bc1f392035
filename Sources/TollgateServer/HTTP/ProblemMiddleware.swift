import Hummingbird
import Logging
import Tollgate
import TollgateWire

/// Turns every failure into a problem response, and logs each request without personal values: method, route, status,
/// code.
struct ProblemMiddleware: RouterMiddleware {
  /// The number of bytes of the longest path that is compared with those that exist.
  private static let pathLimit = 2048

  let metrics: ServerMetrics
  /// Whether the server answers RevenueCat's requests, so that a path that could be one of them is refused in their form.
  var answersRevenueCat = false

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var problem: Problem?
    let response: Response
    do {
      response = try await next(request, context)
    } catch let error as Problem {
      problem = error
      response = try Response(error)
    } catch let error as HTTPError where error.status == .notFound {
      let path = request.uri.path
      let isPage = path == "/admin" || path.hasPrefix("/admin/")
      let methods =
        path.utf8.count > Self.pathLimit
        ? [] : isPage ? AdminRoute.methods(at: path) : Endpoint.methods(at: path)
      let missing =
        methods.isEmpty
        ? Problem(.notFound, "No \(isPage ? "page" : "endpoint") has this path.")
        : Problem(.methodNotAllowed, "The path exists for another method.")
      problem = missing
      var refusal =
        isPage
        ? AdminPages().problem(missing, way: .from(path))
        : answersRevenueCat && RevenueCatRoute.couldBe(path)
          ? try RevenueCatError(missing).response : try Response(missing)
      if !methods.isEmpty {
        refusal.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
      }
      response = refusal
      metrics.unmatched.count(status: missing.status, after: .zero)
    } catch {
      context.logger.error("unexpected", metadata: ["error": "\(type(of: error))"])
      let unexpected = Problem(.internalError, "Unexpected server error.")
      problem = unexpected
      response = try Response(unexpected)
    }
    if let problem { metrics.count(problem: problem.code) }
    context.logger.debug(
      "request", metadata: Self.metadata(request, context.endpointPath, response, problem))
    // Only what a GET answers is stripped of its body by the router.
    return request.method == .head ? response.createHeadResponse() : response
  }

  private static func metadata(
    _ request: Request, _ route: String?, _ response: Response, _ problem: Problem?
  ) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "method": "\(request.method.rawValue)", "route": "\(route ?? "none")",
      "status": "\(response.status.code)",
    ]
    if let problem { metadata["code"] = "\(problem.code.rawValue)" }
    return metadata
  }
}

extension Endpoint {
  /// The methods that a path supports.
  static func methods(at path: String) -> [Method] {
    Set(templates.filter { path.fits($0.template()) }.map(\.method))
      .sorted { $0.rawValue < $1.rawValue }
  }
}

extension AdminRoute {
  /// The methods that a page's path supports.
  static func methods(at path: String) -> [Endpoint.Method] {
    Set(allCases.filter { path.fits($0.path.description) }.map { $0.isForm ? .post : .get })
      .sorted { $0.rawValue < $1.rawValue }
  }
}

extension String {
  /// Whether it is a path of a template with names in braces.
  fileprivate func fits(_ template: String) -> Bool {
    let (segments, expected) = (split(separator: "/"), template.split(separator: "/"))
    return expected.count == segments.count
      && zip(expected, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }
}
