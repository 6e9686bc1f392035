import Tollgate

extension PaywallContent {
  /// A rating or a quote.
  public struct Proof: Hashable, Sendable {
    /// The stars given, 1 to 5; nil without a rating.
    public let stars: Int?
    /// The rating for screen readers: "5 of 5 stars"; nil without a rating.
    public let starsLabel: String?
    /// The words.
    public let text: String
    /// Who says it.
    public let by: String?
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable {
    /// The question.
    public let question: String
    /// The answer.
    public let answer: String
  }
}

@MainActor
extension PaywallContent.Proof {
  init(_ proof: Paywall.Proof, for client: TollgateClient) {
    self.init(
      stars: proof.stars, starsLabel: proof.stars.map { client.line(.stars, count: $0, [:]) },
      text: client.text(proof.text) ?? proof.text.rawValue,
      by: proof.by.flatMap { client.text($0) })
  }
}

@MainActor
extension PaywallContent.Question {
  init(_ question: Paywall.Question, for client: TollgateClient) {
    self.init(
      question: client.text(question.question) ?? question.question.rawValue,
      answer: client.text(question.answer) ?? question.answer.rawValue)
  }
}

@MainActor
extension PaywallContent.Benefit {
  init(_ benefit: Paywall.Benefit, for client: TollgateClient) {
    self.init(
      icon: benefit.icon, title: client.text(benefit.title) ?? benefit.title.rawValue,
      detail: benefit.detail.flatMap { client.text($0) })
  }
}

@MainActor
extension PaywallContent.Tab {
  /// The tab that shows a product; nil on a paywall without tabs.
  init?(of product: CatalogProduct.ID, on paywall: Paywall, for client: TollgateClient) {
    guard let position = client.blueprint?.product(product).flatMap(paywall.tab) else {
      return nil
    }
    let tab = paywall.tabs[position]
    self.init(
      position: position, title: client.text(tab.title) ?? tab.title.rawValue,
      benefits: tab.benefits.map { PaywallContent.Benefit($0, for: client) })
  }
}

@MainActor
extension PaywallContent.Offer {
  /// A package of a paywall with its texts and the store's prices.
  init(_ package: Paywall.Package, on paywall: Paywall, for client: TollgateClient) async {
    let offer = client.offer(of: package)
    var isEligible = false
    if offer == nil {
      isEligible = await client.isEligibleForIntroductoryOffer(of: package.product)
    }
    let product = client.products[package.product]
    var winBackOffers: [StoreProduct.Offer] = []
    if let product { winBackOffers = await client.winBackOffers(of: product) }
    let compared = client.blueprint?.definition.comparison(for: package.product, on: paywall)
      .flatMap { client.products[$0.id] }
    let priceLine = client.priceLine(of: package)
    let offerLine = isEligible || offer != nil ? client.offerLine(of: package) : nil
    self.init(
      id: package.product, product: product, isEligibleForIntroductoryOffer: isEligible,
      priceLine: priceLine, offerLine: offerLine,
      line: package.showsPriceToEveryone ? priceLine : offerLine ?? priceLine,
      badge: package.badge.flatMap {
        client.text($0, product: package.product, offer: offer, feature: nil)
      }, winBackOffers: winBackOffers,
      promotionalOffers: product.map { client.promotionalOffers(of: $0) } ?? [],
      offer: offer, purchaseOffer: client.purchaseOffer(of: package), code: package.code,
      tab: PaywallContent.Tab(of: package.product, on: paywall, for: client),
      endsAt: client.end(of: package, on: paywall.id),
      saving: compared.flatMap { product?.saving(comparedTo: $0) },
      displaySaving: compared.flatMap { product?.displaySaving(comparedTo: $0) })
  }
}
