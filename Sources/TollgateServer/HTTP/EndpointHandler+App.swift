import HTTPTypes
import Hummingbird
import Tollgate
import TollgateAppStore
import TollgateHTML
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let app: [EndpointRoute] = [
    EndpointRoute(
      .blueprint, "getBlueprint", .app, "Reads the app's blueprint.",
      "Its `ETag` is its revision: send it as `If-None-Match` to read the blueprint only if it has changed.",
      answers: [.shape(.blueprintResponse), .notModified],
      by: .app(EndpointHandler.blueprint)),
    EndpointRoute(
      .paywallPage("{paywall}"), "getPaywallPage", .app, "Reads a paywall as a web page.",
      "The page is for web views and browsers, and has an `ETag`.",
      query: [
        EndpointParameter("language", in: .query, "The language as a BCP 47 tag."),
        EndpointParameter(
          "eligible", in: .query, "Whether the customer may have introductory offers.",
          .oneOf(["true", "false"])),
        EndpointParameter("feature", in: .query, "The feature that leads to the paywall."),
      ],
      answers: [
        Answer(
          description: "The page", schema: .text,
          example: "<!DOCTYPE html><html lang=\"en\"><title>Coach</title>…</html>",
          mediaType: "text/html"),
        .notModified,
      ], by: .app(EndpointHandler.paywallPage)),
    EndpointRoute(
      .font("{font}"), "getFont", .app, "Reads a font of the app's paywalls.",
      "The web pages name it by the SHA-256 of its file, so it can be cached forever.",
      path: [
        .named(
          "font", "The SHA-256 of the font's file, in hexadecimal.",
          example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
      ],
      answers: [
        Answer(
          description: "The font", schema: .text, example: "wOF2…", mediaType: "font/woff2"),
        .notModified,
      ], by: .app(EndpointHandler.font)),
    EndpointRoute(
      .signingKey, "getSigningKey", .app, "Reads the key that the server signs answers with.",
      "Pin it in the app instead of reading it there: this request is not signed.",
      answers: [.shape(.signingKeyResponse)], by: .app(EndpointHandler.signingKey)),
  ]
}

extension EndpointHandler {
  func blueprint(_ incoming: IncomingRequest, of app: ServedApp) throws(Problem) -> Response {
    let tag = "\"\(app.revision)\""
    return .tagged(
      app.blueprintBody, tag: tag, signature: app.blueprintSignature, by: service.signer.keyID,
      isKnown: incoming.has(tag: tag))
  }

  func paywallPage(_ incoming: IncomingRequest, of app: ServedApp) throws(Problem) -> Response {
    try paywalls.response(
      try incoming.name("paywall"), of: app,
      PaywallPages.Query(
        language: incoming.query("language") ?? incoming.preferredLanguage,
        isEligible: incoming.query("eligible") == "true",
        feature: incoming.query("feature").map { Feature.ID($0) },
        savesData: incoming.savesData),
      at: service.records.clock(), to: incoming.headers)
  }

  func font(_ incoming: IncomingRequest, of app: ServedApp) throws(Problem) -> Response {
    let digest: Identifier<Skin.FontFile> = try incoming.name("font")
    guard let font = app.fonts[digest.rawValue] else {
      throw Problem(.notFound, "The app's paywalls have no such font.")
    }
    return font.response(to: incoming.headers)
  }

  func signingKey(_ incoming: IncomingRequest, of app: ServedApp) throws(Problem) -> Response {
    .open(
      try JSON.bytes(
        SigningKeyResponse(
          publicKey: service.answerKey, nextPublicKey: service.nextAnswerKey)))
  }
}

extension IncomingRequest {
  /// Whether the browser asks for fewer bytes.
  fileprivate var savesData: Bool {
    HTTPField.Name("Save-Data").flatMap { headers[$0] }?.lowercased() == "on"
  }
}
