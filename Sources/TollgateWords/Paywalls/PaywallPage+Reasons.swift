public import Tollgate

extension PaywallPage {
  /// One reason to buy; its icon is decorative.
  public struct Benefit: Hashable, Sendable {
    public package(set) var icon: String
    /// What the customer gains.
    public let title: String
    /// One additional sentence.
    public internal(set) var detail: String?
    /// What is free of it, in a table; nil if nothing is.
    public internal(set) var free: String?

    package init(icon: String, title: String, detail: String? = nil, free: String? = nil) {
      self.icon = icon
      self.title = title
      self.detail = detail
      self.free = free
    }
  }

  /// The words of a table of benefits, with what is free beside what is paid.
  public struct Comparison: Hashable, Sendable {
    public let free: String
    public let paid: String
    /// Says that a plan has a benefit, for screen readers.
    public let included: String
    /// Says that a benefit is not free, for screen readers.
    public let notIncluded: String
  }

  /// The app's own art on top of a paywall or a page.
  ///
  /// `TollgateUI` uses the app's asset with the name of ``picture`` in its place, if there is one. If the picture cannot
  /// be drawn, such as an SVG drawing without an asset, the icon shows.
  public struct Art: Hashable, Sendable {
    /// The picture, as the blueprint contains it.
    public let picture: Paywall.Image.File
    /// The picture for a dark appearance; nil if one picture is used for both.
    public internal(set) var dark: Paywall.Image.File?
    /// What it shows, for screen readers; nil if it is decorative.
    public internal(set) var label: String?
  }

  /// A rating or a quote.
  public struct Proof: Hashable, Sendable {
    /// One number for each star that is given, from 0; empty without a rating.
    public internal(set) var stars: [Int] = []
    /// The rating for screen readers: "5 of 5 stars"; nil without a rating.
    public internal(set) var starsLabel: String?
    public let text: String
    public internal(set) var by: String?
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable {
    public let question: String
    public let answer: String
  }
}

extension PaywallPresenter {
  /// The reasons on a tab, without the one that is pitched on top; nil for those of the paywall.
  package func benefits(
    onTab tab: Int?, pitching feature: Feature.ID?
  ) -> [PaywallPage.Benefit] {
    let pitched = words.text(feature.flatMap { blueprint.feature($0)?.pitch?.title })
    return (tab.map { paywall.tabs[$0].benefits } ?? paywall.benefits).map(benefit)
      .filter { $0.title != pitched }
  }

  /// The tab whose reasons show while a tab is selected; nil for those of the paywall, as on a tab without any.
  package func benefitsTab(_ selected: Int?) -> Int? {
    selected.flatMap { paywall.tabs[$0].benefits.isEmpty ? nil : $0 }
  }

  func benefit(_ benefit: Paywall.Benefit) -> PaywallPage.Benefit {
    PaywallPage.Benefit(
      icon: drawn(benefit.icon) ?? "check", title: words.words(benefit.title),
      detail: words.text(benefit.detail), free: words.text(benefit.free))
  }

  var comparison: PaywallPage.Comparison? {
    guard blueprint.definition.skin?.layout.reasons == .table else { return nil }
    return PaywallPage.Comparison(
      free: words.line(.tableFree), paid: words.line(.tablePaid), included: words.line(.included),
      notIncluded: words.line(.notIncluded))
  }

  func proof(_ proof: Paywall.Proof) -> PaywallPage.Proof {
    PaywallPage.Proof(
      stars: Array(0..<(proof.stars ?? 0)),
      starsLabel: proof.stars.map { words.line(.stars, count: $0) },
      text: words.words(proof.text), by: words.text(proof.by))
  }
}
