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
        feature: incoming.query("feature").map { Feature.ID($0) }),
      at: service.records.clock(), to: incoming.headers)
  }
}
