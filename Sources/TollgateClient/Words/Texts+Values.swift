import Tollgate

extension LocalizedText {
  /// Whether it has a wording in a language, or in the language without its region.
  func isLocalized(in code: String) -> Bool {
    wordings[code] != nil
      || code.split(separator: "-").first.flatMap { wordings[String($0)] } != nil
  }
}

extension Subscription {
  /// The end of what was paid for: the period, or the grace period after it.
  var endsAt: Instant { graceEndsAt ?? expiresAt }
}

extension Access {
  /// The limit that decided, if one did.
  var limit: Limit? {
    switch self {
    case .unknown: nil
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    }
  }
}

extension [Wording.Slot: String] {
  /// The same values under the names that a blueprint's texts use.
  var placeholders: [LocalizedText.Placeholder: String] {
    var found: [LocalizedText.Placeholder: String] = [:]
    for (slot, value) in self {
      if let placeholder = slot.placeholder { found[placeholder] = value }
    }
    return found
  }
}

extension Wording.Slot {
  var placeholder: LocalizedText.Placeholder? {
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
