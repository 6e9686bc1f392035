/// A line an app says, in each of its languages, singular and plural.
public struct LocalizedText: Hashable, Sendable, Identifiable {
  /// The text's name.
  public typealias ID = Identifier<LocalizedText>

  /// A line in one language.
  public struct Wording: Hashable, Sendable {
    /// The number that chooses among the plural forms; nil if there is only one form.
    public let count: Placeholder?
    /// The forms; `other` is the fallback.
    public let forms: [PluralForm: String]

    public init(count: Placeholder? = nil, forms: [PluralForm: String]) {
      self.count = count
      self.forms = forms
    }

    public init(_ line: String) { self.init(forms: [.other: line]) }
  }

  /// The text's name.
  public let id: ID
  /// The line in each language, by BCP 47 code.
  public let wordings: [String: Wording]

  public init(id: ID, wordings: [String: Wording]) {
    self.id = id
    self.wordings = wordings
  }

  /// A value that a line may show, written in braces: `{trial.daysLeft}`.
  public enum Placeholder: Hashable, Sendable {
    case appName
    /// The day of the trial, from 1.
    case trialDay
    /// The trial's length in days.
    case trialDays
    /// Days left in the trial, including the current one.
    case trialDaysLeft
    /// Uses counted in the trial.
    case trialUses
    case trialUsesLeft
    /// How many uses end the trial.
    case trialLimit
    /// The date on which the plan that was bought with the trial starts.
    case planStartsOn
    /// The date the plan renews.
    case planRenewsOn
    /// The date the plan ends.
    case planEndsOn
    case productName
    /// The product's price in the customer's currency and locale.
    case productPrice
    /// The product's billing period, such as "month".
    case productPeriod
    /// The product's billing period after a price, such as "per month" or "every 3 months".
    case productPerPeriod
    /// The product's price per month, rounded up.
    case productPricePerMonth
    /// How much less the product costs over the same time than the subscription with the shortest period on its paywall,
    /// such as "37%"; empty if it costs no less.
    case productSaving
    /// The price of the offer, or of the introductory one.
    case offerPrice
    /// The offer's length, such as "7 days".
    case offerLength
    /// The offer's length before a noun, such as "7-day".
    case offerLengthAdjective
    /// The name of the feature the line is about.
    case featureName
    /// How many uses or items are left for the feature the line is about.
    case featureLeft
    /// How many uses or items are allowed for the feature the line is about.
    case featureLimit
    /// When more will be left of the feature the line is about.
    case featureRenewsAt
    /// How many uses or items are left of a feature that the line names, written `{features.NAME.left}`.
    case left(of: Feature.ID)
    /// How many uses or items are allowed of a feature that the line names, written `{features.NAME.limit}`.
    case limit(of: Feature.ID)
    /// When more will be left of a feature that the line names, written `{features.NAME.renewsAt}`.
    case renewsAt(of: Feature.ID)

    /// The values that do not name a feature.
    public static let unnamed: [Placeholder] = [
      .appName,
      .trialDay,
      .trialDays,
      .trialDaysLeft,
      .trialUses,
      .trialUsesLeft,
      .trialLimit,
      .planStartsOn,
      .planRenewsOn,
      .planEndsOn,
      .productName,
      .productPrice,
      .productPeriod,
      .productPerPeriod,
      .productPricePerMonth,
      .productSaving,
      .offerPrice,
      .offerLength,
      .offerLengthAdjective,
      .featureName,
      .featureLeft,
      .featureLimit,
      .featureRenewsAt,
    ]

    /// Those of ``unnamed`` that are whole numbers.
    public static let numbers: [Placeholder] = [
      .trialDay, .trialDays, .trialDaysLeft, .trialUses, .trialUsesLeft, .trialLimit,
      .featureLeft, .featureLimit,
    ]
  }

  /// A plural form: an exact number or a category of the Unicode CLDR.
  public enum PluralForm: Hashable, Sendable {
    /// One number exactly.
    case exactly(Int)
    /// CLDR's zero.
    case zero
    /// CLDR's one.
    case one
    /// CLDR's two.
    case two
    /// CLDR's few.
    case few
    /// CLDR's many.
    case many
    /// Every other number.
    case other
  }
}

extension LocalizedText.Placeholder: RawRepresentable, Codable {
  /// The value as it stands in braces.
  public var rawValue: String {
    switch self {
    case .appName: "app.name"
    case .trialDay: "trial.day"
    case .trialDays: "trial.days"
    case .trialDaysLeft: "trial.daysLeft"
    case .trialUses: "trial.uses"
    case .trialUsesLeft: "trial.usesLeft"
    case .trialLimit: "trial.limit"
    case .planStartsOn: "plan.startsOn"
    case .planRenewsOn: "plan.renewsOn"
    case .planEndsOn: "plan.endsOn"
    case .productName: "product.name"
    case .productPrice: "product.price"
    case .productPeriod: "product.period"
    case .productPerPeriod: "product.perPeriod"
    case .productPricePerMonth: "product.pricePerMonth"
    case .productSaving: "product.saving"
    case .offerPrice: "offer.price"
    case .offerLength: "offer.length"
    case .offerLengthAdjective: "offer.lengthAdjective"
    case .featureName: "feature.name"
    case .featureLeft: "feature.left"
    case .featureLimit: "feature.limit"
    case .left(of: let feature): "features.\(feature).left"
    case .limit(of: let feature): "features.\(feature).limit"
    case .featureRenewsAt: "feature.renewsAt"
    case .renewsAt(of: let feature): "features.\(feature).renewsAt"
    }
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: unnamed.map { ($0.rawValue, $0) })

  /// Reads a value as it stands in braces; nil for an unknown one.
  public init?(rawValue: String) {
    if let value = Self.byName[rawValue] {
      self = value
      return
    }
    // A feature's name may contain dots.
    let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0] == "features" else { return nil }
    let feature = Feature.ID(parts.dropFirst().dropLast().joined(separator: "."))
    if feature.rawValue.isEmpty { return nil }
    switch parts[parts.count - 1] {
    case "left": self = .left(of: feature)
    case "limit": self = .limit(of: feature)
    case "renewsAt": self = .renewsAt(of: feature)
    default: return nil
    }
  }

  /// The feature that it names; nil if there isn't one.
  public var feature: Feature.ID? {
    switch self {
    case .left(of: let feature), .limit(of: let feature), .renewsAt(of: let feature): feature
    case .appName, .trialDay, .trialDays, .trialDaysLeft, .trialUses, .trialUsesLeft, .trialLimit,
      .planStartsOn, .planRenewsOn, .planEndsOn, .productName, .productPrice, .productPeriod,
      .productPerPeriod, .productPricePerMonth, .productSaving, .offerPrice, .offerLength,
      .offerLengthAdjective, .featureName, .featureLeft, .featureLimit, .featureRenewsAt:
      nil
    }
  }

  /// Whether it is a whole number, which can choose a plural form.
  public var isNumber: Bool {
    if case .renewsAt = self { return false }
    return feature != nil || Self.numbers.contains(self)
  }
}

extension LocalizedText.PluralForm: RawRepresentable, Codable, CodingKeyRepresentable {
  /// The form's name; `=1` is one number exactly.
  public var rawValue: String {
    switch self {
    case .exactly(let number): "=\(number)"
    case .zero: "zero"
    case .one: "one"
    case .two: "two"
    case .few: "few"
    case .many: "many"
    case .other: "other"
    }
  }

  /// Creates a form from its name; nil for an unknown one.
  public init?(rawValue: String) {
    switch rawValue {
    case "zero": self = .zero
    case "one": self = .one
    case "two": self = .two
    case "few": self = .few
    case "many": self = .many
    case "other": self = .other
    default:
      guard rawValue.first == "=", let number = Int(rawValue.dropFirst()) else { return nil }
      self = .exactly(number)
    }
  }
}
