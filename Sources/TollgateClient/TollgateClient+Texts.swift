import Foundation
public import Tollgate

extension TollgateClient {
  /// A text of the blueprint in the customer's language, with numbers, prices and dates put in.
  ///
  /// - Parameters:
  ///   - id: The text's name.
  ///   - product: The product whose price and period it may show; nil is the one subscribed to.
  /// - Returns: The line, or nil for a name the blueprint lacks.
  public func text(_ id: Text.ID, product: Product.ID? = nil) -> String? {
    guard let membership, let text = membership.blueprint.text(id) else { return nil }
    let customers = configuration.locale.identifier(.bcp47)
    let said = text.isSaid(in: customers) ? customers : membership.blueprint.app.language
    return membership.text(
      id, in: customers,
      strings: strings(
        product ?? membership.subscription?.product,
        Phrasebook(said, for: configuration.locale)))
  }

  /// A date as the customer writes it.
  public func date(_ instant: Instant) -> String {
    Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(
      Date.FormatStyle(
        date: .long, time: .omitted, locale: configuration.locale,
        timeZone: configuration.timeZone))
  }

  private func strings(
    _ product: Product.ID?, _ phrasebook: Phrasebook
  ) -> [Text.Placeholder: String] {
    var strings: [Text.Placeholder: String] = [:]
    for placeholder in Text.Placeholder.allCases {
      strings[placeholder] = membership?.number(placeholder).map(phrasebook.number)
    }
    if let subscription = membership?.subscription {
      let end = phrasebook.date(subscription.expiresAt, in: configuration.timeZone)
      strings[.planEndsOn] = end
      strings[.planRenewsOn] = end
    }
    guard let product else { return strings }
    let terms = terms(of: product, phrasebook)
    strings[.productPrice] = terms[.price]
    strings[.productPeriod] = terms[.unit]
    strings[.offerPrice] = terms[.offer]
    strings[.offerLength] = terms[.length]
    return strings
  }
}
