public import Foundation
public import Tollgate

/// The contents of a page that sells, ready to be drawn: every text, label and flag.
public struct PaywallPage: Hashable, Sendable {
  /// One reason to buy; its icon is decorative.
  public typealias Benefit = PaywallContent.Benefit

  /// One plan on offer.
  public struct Offer: Hashable, Sendable, Identifiable {
    /// The product.
    public let id: Product.ID
    /// The product's name.
    public let name: String
    /// The price alone: "$49.99"; nil if it is not known.
    public let price: String?
    /// The billing period alone: "per year"; nil for one-time purchases.
    public let period: String?
    /// Price and period as one line: "$49.99 per year".
    public let priceLine: String?
    /// The introductory offer: "7 days free, then $49.99 per year"; nil if the customer is not eligible.
    public let offerLine: String?
    /// A label that makes the plan stand out.
    public let badge: String?
    /// Whether it is the selected plan.
    public let isSelected: Bool
    /// All of it as one sentence, for screen readers.
    public let accessibilityLabel: String
  }

  /// A link to a page on the web.
  public struct Link: Hashable, Sendable, Identifiable {
    /// The link's text.
    public let label: String
    /// The page's address.
    public let url: URL

    /// The page's address.
    public var id: URL { url }
  }

  /// The icon of the pitched feature; nil if the page pitches none.
  public let icon: String?
  /// The title: the pitched feature's, or else the paywall's.
  public let title: String
  /// The line below it.
  public let subtitle: String?
  /// Reasons to buy, best first, without the one pitched on top.
  public let benefits: [Benefit]
  /// The name of the list of benefits, for screen readers.
  public let benefitsLabel: String
  /// What can be bought, best first.
  public let offers: [Offer]
  /// The name of the list of plans, for screen readers.
  public let offersLabel: String
  /// The selected plan, or nil if there isn't one.
  public let selection: Product.ID?
  /// The title of the button that buys it: "Start 7-day free trial", "Subscribe" or "Continue".
  public let purchaseLabel: String
  /// The title of the button that restores purchases.
  public let restoreLabel: String
  /// The title of the button that closes the page; nil if it cannot be closed.
  public let closeLabel: String?
  /// The terms of the purchase: price, period, and that it renews until cancelled; nil if no price is known.
  public let footnote: String?
  /// The disclosures that Apple requires on a paywall: when the account is charged, and how to stop a renewal.
  public let terms: [String]
  /// The terms of use and the privacy policy; empty if the blueprint has none.
  public let links: [Link]
}

extension TollgateClient {
  /// Returns a paywall's page for this customer.
  ///
  /// - Parameters:
  ///   - content: The paywall's texts and products.
  ///   - feature: The feature whose pitch is on top.
  ///   - chosen: The customer's selection; the first offer if that is not on the page.
  /// - Returns: The page.
  func page(
    of content: PaywallContent, for feature: Feature.ID?, choosing chosen: Product.ID?
  ) -> PaywallPage {
    let pitch = feature.flatMap { blueprint?.feature($0)?.pitch }
    let title = pitch.flatMap { text($0.title) }
    let isSold = content.problem == nil
    let offers = content.offers.filter { !isSold || $0.product != nil }
    let selected = offers.first { $0.id == chosen } ?? offers.first
    return PaywallPage(
      icon: pitch?.icon, title: title ?? content.title,
      subtitle: pitch?.detail.flatMap { text($0) } ?? content.subtitle,
      benefits: content.benefits.filter { $0.title != title },
      benefitsLabel: line(.benefits),
      offers: offers.map { offer($0, isSelected: $0.id == selected?.id) },
      offersLabel: line(.plans), selection: selected?.id,
      purchaseLabel: selected.map(purchaseLabel) ?? line(.proceed),
      restoreLabel: line(.restore), closeLabel: content.isDismissible ? line(.close) : nil,
      footnote: selected.flatMap(footnote), terms: selected.map(legalLines) ?? [], links: legalLinks
    )
  }

  private func offer(_ offer: PaywallContent.Offer, isSelected: Bool) -> PaywallPage.Offer {
    let terms = terms(of: offer.id, phrasebook)
    let name = terms[.product] ?? offer.id.rawValue
    let isPriceSaid = terms[.price].map { offer.offerLine?.contains($0) ?? false } ?? false
    let parts = [
      name, offer.offerLine, isPriceSaid ? nil : offer.priceLine, offer.badge,
      isSelected ? line(.selected) : nil,
    ]
    return PaywallPage.Offer(
      id: offer.id, name: name, price: terms[.price], period: terms[.per],
      priceLine: offer.priceLine, offerLine: offer.offerLine, badge: offer.badge,
      isSelected: isSelected,
      accessibilityLabel: parts.compactMap { $0 }.joined(separator: phrasebook.language.comma))
  }

  private func purchaseLabel(_ offer: PaywallContent.Offer) -> String {
    let terms = terms(of: offer.id, phrasebook)
    let payment = offer.isEligibleForIntroductoryOffer ? payment(of: offer.id) : nil
    return switch payment {
    case .freeTrial: line(.startTrial, product: offer.id, terms)
    case .payAsYouGo, .payUpFront, .oneTime: line(.proceed)
    case nil: line(renews(offer.id) ? .subscribe : .proceed)
    }
  }

  private func footnote(_ offer: PaywallContent.Offer) -> String? {
    let terms = terms(of: offer.id, phrasebook)
    guard terms[.price] != nil else { return nil }
    guard renews(offer.id), terms[.per] != nil else { return line(.onePayment) }
    let payment = offer.isEligibleForIntroductoryOffer ? payment(of: offer.id) : nil
    let text: StandardText =
      switch payment {
      case .freeTrial: .renewsAfterTrial
      case .payAsYouGo, .payUpFront, .oneTime: .renewsAfterOffer
      case nil: .renews
      }
    return line(text, product: offer.id, terms)
  }

  /// The disclosures that Apple requires for an offer; only a free trial delays the charge.
  private func legalLines(_ offer: PaywallContent.Offer) -> [String] {
    let payment = offer.isEligibleForIntroductoryOffer ? payment(of: offer.id) : nil
    let charged: StandardText = payment == .freeTrial ? .chargedAfterTrial : .charged
    return [line(charged)] + (renews(offer.id) ? [line(.renewsUnlessCancelled)] : [])
  }

  private var legalLinks: [PaywallPage.Link] {
    guard let legal = blueprint?.definition.legal else { return [] }
    let links = [(line(.termsOfUse), legal.terms), (line(.privacyPolicy), legal.privacy)]
    return links.compactMap { label, address in
      URL(string: address).map { PaywallPage.Link(label: label, url: $0) }
    }
  }

  /// Whether a product is a subscription that renews automatically.
  private func renews(_ product: Product.ID) -> Bool {
    switch blueprint?.product(product)?.kind {
    case .autoRenewable: true
    case .nonRenewing, .nonConsumable, .consumable, nil: false
    }
  }
}
