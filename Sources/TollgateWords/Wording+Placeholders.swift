package import Tollgate

extension LocalizedText {
  /// Whether it has a wording that serves customers of a language; that in `de` serves `de-AT`.
  package func isLocalized(in code: String) -> Bool { wordings.language(serving: code) != nil }
}

extension [Wording.Slot: String] {
  /// The same values under the names that a blueprint's texts use.
  package var placeholders: [LocalizedText.Placeholder: String] {
    var found: [LocalizedText.Placeholder: String] = [:]
    for (slot, value) in self {
      if let placeholder = slot.placeholder { found[placeholder] = value }
    }
    return found
  }
}

extension Wording.Slot {
  package var placeholder: LocalizedText.Placeholder? {
    switch self {
    case .product: .productName
    case .price: .productPrice
    case .unit: .productPeriod
    case .per: .productPerPeriod
    case .monthly: .productPricePerMonth
    case .saving: .productSaving
    case .offer: .offerPrice
    case .length: .offerLength
    case .span: .offerLengthAdjective
    case .count, .date, .feature, .total: nil
    }
  }
}
