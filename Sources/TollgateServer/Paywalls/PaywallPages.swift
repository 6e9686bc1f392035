import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Tollgate
import TollgateHTML
import TollgateWire
import TollgateWords

/// Serves each paywall as a page for web views and browsers.
///
/// A page is one response with its style, its script and its pictures, and its policy allows nothing else but the app's
/// own fonts, which `getFont` serves. It sells nothing by itself; Documentation/Paywalls.md describes how it communicates
/// with the app that shows it.
struct PaywallPages: Sendable {
  /// What a request asks for.
  struct Query: Sendable {
    /// The language as a BCP 47 code; nil for the app's.
    var language: String?
    /// Whether introductory offers are shown.
    var isEligible = false
    /// The feature whose pitch is on top.
    var feature: Feature.ID?
    /// Whether the page is sent without its pictures and fonts ([Save Data API](https://wicg.github.io/savedata/)).
    var savesData = false
  }

  /// The web pages that may show them.
  private let origins: [String]

  /// Creates the pages.
  ///
  /// - Parameter origins: The web pages that may show them, in a frame or in a window.
  init(framedBy origins: Set<WebOrigin>) {
    self.origins = origins.map(\.description).sorted()
  }

  /// The policy of a page with a style, and with embedded pictures and fonts or without.
  private func policy(for style: String, hasArt: Bool, hasFonts: Bool) -> String {
    let ancestors = origins.isEmpty ? ["'none'"] : origins
    let directives = [
      "default-src 'none'", "style-src '\(Self.digest(style))'",
      "script-src '\(Self.scriptDigest)'", hasArt ? "img-src data:" : nil,
      hasFonts ? "font-src 'self'" : nil, "base-uri 'none'", "form-action 'none'",
      "frame-ancestors \(ancestors.joined(separator: " "))",
    ]
    return directives.compactMap { $0 }.joined(separator: "; ")
  }

  private static let scriptDigest = digest(PaywallFiles.script)

  /// Renders a paywall's page, for a request with some headers.
  ///
  /// - Throws: `Problem` with code `unknown_paywall` or `unknown_feature`.
  func response(
    _ id: Paywall.ID, of app: ServedApp, _ query: Query, at now: Instant, to request: HTTPFields
  ) throws(Problem) -> Response {
    guard let paywall = app.blueprint.paywall(id) else {
      throw Problem.unknown(.unknownPaywall, "paywall", id.rawValue)
    }
    if let feature = query.feature { _ = try app.handle(of: feature) }
    let text = PaywallText(
      app.blueprint, in: query.language, isEligible: query.isEligible, at: now)
    let hasPictures = !paywall.pictures.isEmpty
    let hasArt = hasPictures && !query.savesData
    let look = app.blueprint.definition.skin.map { PaywallLook($0) }
    // Beside the folder of the paywalls, also behind a proxy that adds a path.
    let fonts = look?.fontFaces(in: "../fonts")
    let shownFonts = query.savesData ? nil : fonts
    let arranged = look?.skin.layout.plans == .switch ? PaywallFiles.switchStyle : ""
    let style =
      PaywallFiles.style + arranged + (shownFonts ?? "")
      + (look.map { $0.css(for: ":root") + "\n" } ?? "")
    let bytes = Array(
      try html(paywall, feature: query.feature, text, style: style, hasArt: hasArt).utf8)
    let tag = "\"\(SHA256.hash(data: Data(bytes)).prefix(16).hexadecimal)\""
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .contentLanguage: text.language,
      .cacheControl: "no-cache",
      .contentSecurityPolicy: policy(
        for: style, hasArt: hasArt, hasFonts: shownFonts != nil),
      .xContentTypeOptions: "nosniff",
    ]
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    headers.append(
      HTTPField(
        name: .vary,
        value: hasPictures || fonts != nil ? "Accept-Language, Save-Data" : "Accept-Language"))
    return Content(text: bytes, tag: tag).response(to: request, headers: headers)
  }

  private func html(
    _ paywall: Paywall, feature: Feature.ID?, _ text: PaywallText, style: String, hasArt: Bool
  ) throws(Problem) -> String {
    let presenter = PaywallPresenter(
      paywall, in: text.blueprint, words: text.words, icons: PaywallDocument.icons, hasArt: hasArt)
    let sales = paywall.packagesForEveryone.map { text.sale(of: $0, on: paywall) }
    let data = presenter.webData(selling: sales, origins: origins)
    let document = PaywallDocument(
      paywall, presenter, selling: sales, pitching: feature, text)
    let json = String(decoding: try JSON.bytes(data), as: UTF8.self).escapedForScript
    let renderer: HTMLRenderer
    do { renderer = try Self.renderer.get() } catch {
      throw Problem(.internalError, "The page's templates are malformed.")
    }
    return renderer.render(document, with: "paywall-head")
      + "<style>\(style)</style>\n</head>\n"
      + PaywallFiles.addingSymbols(to: renderer.render(document, with: "paywall"))
      + "<script type=\"application/json\" id=\"data\">\(json)</script>\n"
      + "<script>\(PaywallFiles.script)</script>\n</body>\n</html>\n"
  }

  private static let renderer = Result { try HTMLRenderer(templates: PaywallFiles.templates) }

  /// The name of an inline style or script in a policy
  /// ([CSP 3](https://www.w3.org/TR/CSP3/#match-element-to-source-list)).
  private static func digest(_ source: String) -> String {
    "sha256-" + Data(SHA256.hash(data: Data(source.utf8))).base64EncodedString()
  }
}

extension String {
  /// JSON without the characters that could end the element that contains it.
  fileprivate var escapedForScript: String {
    replacing("<", with: "\\u003c").replacing(">", with: "\\u003e").replacing("&", with: "\\u0026")
  }
}
