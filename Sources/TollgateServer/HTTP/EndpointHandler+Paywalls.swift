import HTTPTypes
import Hummingbird
import Tollgate
import TollgateWire

extension EndpointHandler {
  /// A paywall as a page for web views and browsers.
  func paywallPage(_ incoming: IncomingRequest) throws(Problem) -> Response {
    let app = try app(incoming)
    return try paywalls.response(
      try incoming.name("paywall"), of: app,
      PaywallPages.Query(
        language: incoming.query("language") ?? incoming.preferredLanguage,
        isEligible: incoming.query("eligible") == "true",
        feature: incoming.query("feature").map { Feature.ID($0) },
        savesData: incoming.savesData),
      at: service.records.clock(), to: incoming.headers)
  }
}

extension IncomingRequest {
  /// Whether the browser asks for fewer bytes.
  fileprivate var savesData: Bool {
    HTTPField.Name("Save-Data").flatMap { headers[$0] }?.lowercased() == "on"
  }
}
