import Hummingbird
import Tollgate
import TollgateAppStore
import TollgateSchemas
import TollgateWire

// The requests that belong to no app.
extension EndpointRoute {
  static let server: [EndpointRoute] = [
    EndpointRoute(
      .health, "getHealth", .server, "Reports whether the server is up.",
      "It does not check the ledger: load balancers use `/ready`.",
      answers: [.shape(.healthResponse)], by: .server(EndpointHandler.health)),
    EndpointRoute(
      .ready, "getReadiness", .server, "Reports whether the server can do its work.",
      "With status 503, at least one check fails.",
      answers: [.shape(.readinessResponse), .shape(.readinessResponse, status: 503)],
      by: .server(EndpointHandler.ready)),
    EndpointRoute(
      .openAPI, "getOpenAPI", .server, "Reads this document.",
      "`tollgate openapi` writes the same document without a server.",
      answers: [
        Answer(
          description: "An OpenAPI document", schema: .object,
          example: ["info": ["title": "Tollgate", "version": "v1"], "openapi": "3.1.0"])
      ],
      by: .server(EndpointHandler.openAPI)),
  ]
}

extension EndpointHandler {
  func health(_ incoming: IncomingRequest) throws(Problem) -> Response {
    .open(try JSON.bytes(HealthResponse(apps: service.apps.map(\.id))))
  }

  func ready(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let report = await service.readinessReport()
    var response = Response.open(try JSON.bytes(report))
    if !report.isReady { response.status = .serviceUnavailable }
    return response
  }

  func openAPI(_ incoming: IncomingRequest) throws(Problem) -> Response {
    .open(try OpenAPIDocument.written.get())
  }
}
