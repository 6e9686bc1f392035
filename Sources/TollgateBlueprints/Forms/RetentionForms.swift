import Tollgate

/// The format of what the store shows customers who are about to cancel.
///
/// A message is written as one UUID, or as one for each language:
///
/// | `message` | who sees it |
/// |---|---|
/// | `9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b` | everyone, as the message of the app's own language |
/// | `{ en: 9e4b…, de: 1c7a… }` | those whose device speaks the language, and everyone else the app's own |
enum RetentionForms {
  /// A rule.
  ///
  /// ```yaml
  /// - product: coach.yearly
  ///   used: { feature: send-message, lessThan: 10 }
  ///   message: { en: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, de: 1c7a2f0e-5b8d-4e6f-9a3c-2d4e6f8a0b1c }
  ///   instead: coach.monthly
  /// ```
  static let rule = Form<Parts>.object(
    "a rule of retention",
    .decisive(
      "product", .oneOrMore(Names.product).withoutRepetition, to: [],
      "For those who have any of these subscriptions."),
    .decisive("used", used, to: nil, "For those who used a feature that often in the period."),
    .required("message", message, "The message, by its UUID; one, or one for each language."),
    .decisive(
      "instead", Names.product.map { .some($0) }, to: nil,
      "Another subscription of the group, shown with the message."),
    .decisive(
      "offer", Names.offer.map { .some($0) }, to: nil,
      "A promotional offer of the subscription, shown with the message.")
  ) {
    (
      products: [CatalogProduct.ID], used: RetentionRule.Uses?, messages: [String: String],
      instead: CatalogProduct.ID?, offer: CatalogProduct.Offer.ID?
    ) in
    Parts(products: products, used: used, messages: messages, instead: instead, offer: offer)
  }.map { (parts: Parts, node: YAMLNode, reader: Reader) -> RetentionRule? in
    if parts.instead != nil, parts.offer != nil {
      reader.error(
        at: node["offer"] ?? node, "a message shows one thing", expected: "`instead` or `offer`")
      return nil
    }
    return RetentionRule(
      products: parts.products, used: parts.used, messages: parts.messages, action: parts.action)
  }

  /// The keys of a rule.
  private struct Parts {
    let products: [CatalogProduct.ID]
    let used: RetentionRule.Uses?
    let messages: [String: String]
    let instead: CatalogProduct.ID?
    let offer: CatalogProduct.Offer.ID?

    var action: RetentionRule.Action {
      if let instead { return .alternateProduct(instead) }
      return offer.map { .offer($0) } ?? .message
    }
  }

  /// A number of counted uses: `{ feature: send-message, lessThan: 10 }`.
  private static let used = Form<RetentionRule.Uses?>.object(
    "a number of uses",
    .required("feature", Names.feature, "The feature whose uses are counted."),
    .decisive(
      "atLeast", Form<Int>.whole(1...Int.max).map { .some($0) }, to: nil, "At least this many."),
    .decisive(
      "lessThan", Form<Int>.whole(1...Int.max).map { .some($0) }, to: nil, "Fewer than this.")
  ) { RetentionRule.Uses(of: $0, atLeast: $1, lessThan: $2) }

  /// A message in the app's own language, or in several.
  private static let message = Form<[String: String]>.either(
    "the UUID of a message, or a map from languages to UUIDs",
    scalar: identifier.map {
      (text: String, node: YAMLNode, reader: Reader) -> [String: String]? in
      [reader.blueprint.language: text]
    },
    map: Form<[(String, String)]>.entries(
      "a language", keys: .languages,
      of: identifier.map {
        text -> @Sendable (Identifier<RetentionRule>) -> (String, String) in
        { ($0.rawValue, text) }
      }
    ).map { Dictionary($0) { first, _ in first } })

  /// The UUID under which a message was uploaded to the store.
  private static let identifier = Form<String>.pattern(
    "the UUID of a message",
    "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
  ) { text in
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"):
          true
        default: false
        }
      }
  }
}
