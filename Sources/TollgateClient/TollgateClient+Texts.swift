import Foundation
public import Tollgate

extension TollgateClient {
  /// A text of the blueprint in the customer's language, with numbers, prices and dates filled in.
  ///
  /// - Parameters:
  ///   - id: The text's name.
  ///   - product: The product whose name, price and offer it may show; nil means the one subscribed to.
  ///   - feature: The feature whose name and limit it may show; if nil, it shows neither.
  /// - Returns: The line, or nil for an unknown name.
  public func text(
    _ id: LocalizedText.ID, product: Product.ID? = nil, feature: Feature.ID? = nil
  ) -> String? {
    guard let membership, let text = membership.blueprint.text(id) else { return nil }
    let customers = configuration.locale.identifier(.bcp47)
    let app = membership.blueprint.app
    let said = text.isSaid(in: customers) ? customers : app.language
    let phrasebook = Phrasebook(said, for: configuration.locale)
    let limit = feature.flatMap { membership.access(to: $0).limit }
    let limits: [LocalizedText.Placeholder: Int?] = [
      .featureLeft: limit?.remaining, .featureLimit: limit?.limit,
    ]
    let number = { limits[$0] ?? membership.number($0) }
    var strings = dates(phrasebook)
    if let product = product ?? membership.subscription?.product {
      strings.merge(terms(of: product, phrasebook).placeholders) { $1 }
    }
    strings[.appName] = app.name
    strings[.featureName] = feature.map(name)
    for placeholder in LocalizedText.Placeholder.numbers {
      strings[placeholder] = number(placeholder).map(phrasebook.number)
    }
    return text.line(in: customers, fallback: app.language, number: number) { strings[$0] }
  }

  /// A date in the customer's format.
  public func date(_ instant: Instant) -> String {
    Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(
      Date.FormatStyle(
        date: .long, time: .omitted, locale: configuration.locale,
        timeZone: configuration.timeZone))
  }

  /// A feature's title, or its name if it has none.
  func name(of feature: Feature.ID) -> String {
    blueprint?.feature(feature)?.pitch.flatMap { text($0.title) } ?? feature.rawValue
  }

  private func dates(_ phrasebook: Phrasebook) -> [LocalizedText.Placeholder: String] {
    let date = { phrasebook.date($0, in: self.configuration.timeZone) }
    var dates: [LocalizedText.Placeholder: String] = [:]
    dates[.planStartsOn] = membership?.planStartsAt.map(date)
    if let subscription = membership?.subscription {
      dates[.planRenewsOn] = date(subscription.expiresAt)
      dates[.planEndsOn] = date(subscription.endsAt)
    }
    return dates
  }
}

extension Subscription {
  /// The end of what was paid for: the period, or the grace period after it.
  var endsAt: Instant { graceEndsAt ?? expiresAt }
}

extension Access {
  /// The limit that decided, if one did.
  fileprivate var limit: Limit? {
    switch self {
    case .unknown: nil
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    }
  }
}

extension [Wording.Slot: String] {
  /// The same values under the names that a blueprint's texts use.
  fileprivate var placeholders: [LocalizedText.Placeholder: String] {
    var found: [LocalizedText.Placeholder: String] = [:]
    for (slot, value) in self {
      if let placeholder = slot.placeholder { found[placeholder] = value }
    }
    return found
  }
}

extension Wording.Slot {
  fileprivate var placeholder: LocalizedText.Placeholder? {
    switch self {
    case .product: .productName
    case .price: .productPrice
    case .unit: .productPeriod
    case .per: .productPerPeriod
    case .offer: .offerPrice
    case .length: .offerLength
    case .span: .offerLengthAdjective
    case .count, .date, .feature: nil
    }
  }
}
