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

    /// Creates a wording with one or several forms.
    public init(count: Placeholder? = nil, forms: [PluralForm: String]) {
      self.count = count
      self.forms = forms
    }

    /// Creates a wording with one form.
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
  public enum Placeholder: String, Hashable, Sendable, Codable, CaseIterable {
    case appName = "app.name"
    /// The day of the trial, from 1.
    case trialDay = "trial.day"
    /// The trial's length in days.
    case trialDays = "trial.days"
    /// Days left in the trial, including the current one.
    case trialDaysLeft = "trial.daysLeft"
    /// Uses counted in the trial.
    case trialUses = "trial.uses"
    case trialUsesLeft = "trial.usesLeft"
    /// How many uses end the trial.
    case trialLimit = "trial.limit"
    /// The date on which the plan that was bought with the trial starts.
    case planStartsOn = "plan.startsOn"
    /// The date the plan renews.
    case planRenewsOn = "plan.renewsOn"
    /// The date the plan ends.
    case planEndsOn = "plan.endsOn"
    case productName = "product.name"
    /// The product's price in the customer's currency and locale.
    case productPrice = "product.price"
    /// The product's billing period, such as "month".
    case productPeriod = "product.period"
    /// The product's billing period after a price, such as "per month" or "every 3 months".
    case productPerPeriod = "product.perPeriod"
    /// The product's price per month, rounded up.
    case productPricePerMonth = "product.pricePerMonth"
    /// How much less the product costs over the same time than the subscription with the shortest period on its paywall,
    /// such as "37%"; empty if it costs no less.
    case productSaving = "product.saving"
    /// The price of the offer, or of the introductory one.
    case offerPrice = "offer.price"
    /// The offer's length, such as "7 days".
    case offerLength = "offer.length"
    /// The offer's length before a noun, such as "7-day".
    case offerLengthAdjective = "offer.lengthAdjective"
    /// The name of the feature the line is about.
    case featureName = "feature.name"
    /// How many uses or items are left for the feature the line is about.
    case featureLeft = "feature.left"
    /// How many uses or items are allowed for the feature the line is about.
    case featureLimit = "feature.limit"

    /// The values that are whole numbers and can therefore choose a plural form.
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
