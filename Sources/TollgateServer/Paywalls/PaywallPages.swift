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
/// A page is one response with its style, its script and its pictures, and its policy allows nothing else. It
/// sells nothing by itself; Documentation/Paywalls.md describes how it speaks to whoever shows it.
struct PaywallPages: Sendable {
  /// What a request asks for.
  struct Query: Sendable {
    /// The language as a BCP 47 code; nil for the app's.
    var language: String?
    /// Whether introductory offers are shown.
    var isEligible = false
    /// The feature whose pitch is on top.
    var feature: Feature.ID?
    /// Whether the page is sent without its pictures ([Save Data API](https://wicg.github.io/savedata/)).
    var savesData = false
  }

  /// The policy of the pages.
  private let policy: String
  /// The policy of pages with embedded pictures.
  private let pictorialPolicy: String
  /// The web pages that may show them.
  private let origins: [String]

  /// Creates the pages.
  ///
  /// - Parameter origins: The web pages that may show them, in a frame or in a window.
  init(framedBy origins: Set<WebOrigin>) {
    self.origins = origins.map(\.description).sorted()
    let ancestors = self.origins.isEmpty ? ["'none'"] : self.origins
    let files = [
      "default-src 'none'", "style-src '\(Self.digest(PaywallFiles.style))'",
      "script-src '\(Self.digest(PaywallFiles.script))'",
    ]
    let rest = [
      "base-uri 'none'", "form-action 'none'",
      "frame-ancestors \(ancestors.joined(separator: " "))",
    ]
    policy = (files + rest).joined(separator: "; ")
    pictorialPolicy = (files + ["img-src data:"] + rest).joined(separator: "; ")
  }

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
    let bytes = Array(try html(paywall, feature: query.feature, text, hasArt: hasArt).utf8)
    let tag = "\"\(SHA256.hash(data: Data(bytes)).prefix(16).hexadecimal)\""
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8", .contentLanguage: text.language,
      .cacheControl: "no-cache", .contentSecurityPolicy: hasArt ? pictorialPolicy : policy,
      .xContentTypeOptions: "nosniff",
    ]
    if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    headers.append(
      HTTPField(
        name: .vary, value: hasPictures ? "Accept-Language, Save-Data" : "Accept-Language"))
    return Content(text: bytes, tag: tag).response(to: request, headers: headers)
  }

  private func html(
    _ paywall: Paywall, feature: Feature.ID?, _ text: PaywallText, hasArt: Bool
  ) throws(Problem) -> String {
    let plans = paywall.packagesForEveryone.map { text.plan($0, on: paywall) }
    let data = WebPaywallData(
      plans: plans, selection: plans.first?.product, hasTimeline: paywall.hasTimeline,
      closeDelay: paywall.closeDelay, waiting: text.line(.proceed),
      alone: WebPaywallState(
        .failed, title: text.line(.nothingToBuy), line: text.line(.productUnavailable),
        closeLabel: text.line(.ok)), pages: text.pages(of: paywall),
      exitOffer: paywall.flow.exitOffer, origins: origins)
    let document = PaywallDocument(paywall, plans, pitching: feature, text, hasArt: hasArt)
    let json = String(decoding: try JSON.bytes(data), as: UTF8.self).escapedForScript
    let renderer: HTMLRenderer
    do { renderer = try Self.renderer.get() } catch {
      throw Problem(.internalError, "The page's templates are malformed.")
    }
    return renderer.render(document.head, with: "paywall-head")
      + "<style>\(PaywallFiles.style)</style>\n</head>\n"
      + renderer.render(document, with: "paywall")
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
  /// JSON without the characters that could end the element it stands in.
  fileprivate var escapedForScript: String {
    replacing("<", with: "\\u003c").replacing(">", with: "\\u003e").replacing("&", with: "\\u0026")
  }
}

extension PaywallDocument {
  /// The page of a paywall, with a feature's pitch on top if one led to it.
  fileprivate init(
    _ paywall: Paywall, _ offered: [WebPaywallPlan], pitching feature: Feature.ID?,
    _ text: PaywallText, hasArt: Bool
  ) {
    let pitch = feature.flatMap { text.blueprint.feature($0)?.pitch }
    let pitched = pitch.flatMap { text.text($0.title) }
    let heading = pitched ?? text.text(paywall.title) ?? paywall.title.rawValue
    let first = offered.first
    id = paywall.id.rawValue
    head = Head(language: text.language, direction: text.direction, title: heading)
    hero = Hero(
      icon: pitch?.icon ?? paywall.hero.icon, hasArt ? paywall.hero.image : nil, text)
    subtitle = (pitch?.detail ?? paywall.subtitle).flatMap { text.text($0) }
    reasons = Self.reasons(paywall, besides: pitched, onTab: first?.tab, text)
    // All plans of a tab may be for some customers only; the script hides the tab from others.
    let filled = Set(
      paywall.packages.compactMap { text.blueprint.product($0.product).flatMap(paywall.tab) }
    ).sorted()
    hasTabs = filled.count > 1
    tabs = filled.map { position in
      let title = paywall.tabs[position].title
      return Tab(
        number: "\(position)", title: text.text(title) ?? title.rawValue,
        isSelected: position == first?.tab)
    }
    labels = Labels(
      close: paywall.isDismissible ? text.line(.close) : nil, benefits: text.line(.benefits),
      timeline: text.line(.timeline), plans: text.line(.plans), tiers: text.line(.tiers),
      restore: text.line(.restore), proof: text.line(.proof), questions: text.line(.questions))
    plans = offered.filter { $0.tab == first?.tab }
      .map { Plan($0, isSelected: $0.product == first?.product) }
    let steps = paywall.hasTimeline ? first?.timeline ?? [] : []
    selected = Selected(
      hasTimeline: !steps.isEmpty, timeline: steps.map { Step(title: $0.title, line: $0.line) },
      promise: first?.promise,
      button: first?.button ?? text.line(.proceed), footnote: first?.footnote,
      terms: first?.terms ?? [], tab: first?.tab.map { "\($0)" } ?? "")
    let legal = text.blueprint.definition.legal
    links =
      legal.map {
        [
          Link(label: text.line(.termsOfUse), address: $0.terms),
          Link(label: text.line(.privacyPolicy), address: $0.privacy),
        ]
      } ?? []
    proof = paywall.proof.map { proof in
      Proof(
        starsLabel: proof.stars.map { text.line(.stars, [.count: text.phrasebook.number($0)]) },
        stars: Array(0..<(proof.stars ?? 0)), text: text.text(proof.text) ?? proof.text.rawValue,
        by: proof.by.flatMap { text.text($0) })
    }
    hasProof = !proof.isEmpty
    questions = paywall.questions.map {
      Question(
        question: text.text($0.question) ?? $0.question.rawValue,
        answer: text.text($0.answer) ?? $0.answer.rawValue)
    }
    flow = paywall.flow.pages.isEmpty ? nil : Flow(paywall, text, hasArt: hasArt)
  }

  /// The lists of reasons to buy: that of the paywall, and those of its tabs.
  private static func reasons(
    _ paywall: Paywall, besides pitched: String?, onTab tab: Int?, _ text: PaywallText
  ) -> [Reasons] {
    let shown = tab.flatMap { paywall.tabs[$0].benefits.isEmpty ? nil : $0 }
    let lists =
      [(nil, paywall.benefits)] + paywall.tabs.enumerated().map { ($0.offset, $0.element.benefits) }
      as [(tab: Int?, benefits: [Paywall.Benefit])]
    return lists.compactMap { list in
      let benefits = list.benefits.compactMap { benefit -> Benefit? in
        let title = text.text(benefit.title) ?? benefit.title.rawValue
        guard title != pitched else { return nil }
        return Benefit(
          icon: symbol(benefit.icon) ?? "check", title: title,
          detail: benefit.detail.flatMap { text.text($0) })
      }
      return benefits.isEmpty
        ? nil
        : Reasons(
          tab: list.tab.map { "\($0)" }, benefits: benefits, isHidden: list.tab != shown)
    }
  }

  /// The page's symbol for an icon; nil if there isn't one, as for most of the symbols of the system.
  static func symbol(_ icon: String?) -> String? {
    icon.flatMap { symbols.contains($0) ? $0 : nil }
  }

  private static let symbols = Set(
    String(decoding: Asset.symbols, as: UTF8.self).matches(of: /id="icon-([a-z]+)"/)
      .map { String($0.output.1) })
}
