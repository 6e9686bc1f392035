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
  /// Counts requests that no route admits against their address.
  let limiter: RequestLimiter
  let clock: @Sendable () -> Instant
  /// The address that sends a request.
  let client: @Sendable (Request, ServerContext) -> NetworkAddress
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
      let (refused, methods) = refuse(path, from: client(request, context))
      problem = refused
      response = try Self.response(to: refused, at: path, allowing: methods, answersRevenueCat)
      metrics.unmatched.count(status: refused.status, after: .zero)
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

  /// Why a path without a route is refused, and the methods that it has.
  private func refuse(
    _ path: String, from address: NetworkAddress
  ) -> (Problem, methods: [Endpoint.Method]) {
    do throws(Problem) {
      try limiter.admit(address, presentsKey: false, at: clock())
    } catch {
      return (error, [])
    }
    let methods =
      path.utf8.count > Self.pathLimit
      ? [] : path.isPage ? AdminRoute.methods(at: path) : Endpoint.methods(at: path)
    guard methods.isEmpty else {
      return (Problem(.methodNotAllowed, "This path does not support this method."), methods)
    }
    return (Problem(.notFound, "No \(path.isPage ? "page" : "endpoint") has this path."), [])
  }

  /// The refusal of a path without a route, in the form of the part of the server that it is in.
  private static func response(
    to problem: Problem, at path: String, allowing methods: [Endpoint.Method],
    _ answersRevenueCat: Bool
  ) throws -> Response {
    var response =
      path.isPage
      ? AdminPages().problem(problem, way: .from(path))
      : answersRevenueCat && RevenueCatRoute.couldBe(path)
        ? try RevenueCatError(problem).response : try Response(problem)
    if !methods.isEmpty {
      response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
    }
    return response
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
  /// Whether it is a path of the operators' pages.
  fileprivate var isPage: Bool { self == "/admin" || hasPrefix("/admin/") }

  /// Whether it is a path of a template with names in braces.
  fileprivate func fits(_ template: String) -> Bool {
    let (segments, expected) = (split(separator: "/"), template.split(separator: "/"))
    return expected.count == segments.count
      && zip(expected, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }
}
