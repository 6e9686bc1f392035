/// The age range that a person, or their parent or guardian, shared with the app.
///
/// The device reports it, so a customer can forge it. Follows Apple's
/// [AgeRangeService.AgeRange](https://developer.apple.com/documentation/declaredagerange/agerangeservice/agerange).
public struct AgeRange: Hashable, Sendable {
  /// Who stated the age, and how it was checked, by Apple's names.
  public enum Declaration: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person themselves.
    case selfDeclared
    /// The person, by a payment method such as a credit card.
    case paymentChecked
    case governmentIDChecked
    case checkedByOtherMethod
    /// A parent, a guardian or the organizer of a family.
    case guardianDeclared
    case guardianPaymentChecked
    case guardianGovernmentIDChecked
    case guardianCheckedByOtherMethod
  }

  /// The ages that a bound can be.
  public static let years = 0...150

  /// The lowest age, in years; nil for no lower bound.
  public let lowerBound: Int?
  /// The highest age, in years, which is included; nil for no upper bound.
  ///
  /// Apple's samples compare it as included (`upperBound < 18` is a minor); its page on `upperBound` names the age gate
  /// that a person is under.
  public let upperBound: Int?
  /// Who stated it; nil if the device does not say.
  public let declaration: Declaration?

  /// Creates an age range; nil without a bound, with one that is not an age, or if the lower bound is above the upper one.
  public init?(lowerBound: Int?, upperBound: Int?, declaration: Declaration? = nil) {
    let bounds = [lowerBound, upperBound].compactMap { $0 }
    guard !bounds.isEmpty, bounds.allSatisfy(Self.years.contains), bounds.sorted() == bounds else {
      return nil
    }
    self.lowerBound = lowerBound
    self.upperBound = upperBound
    self.declaration = declaration
  }
}

extension AgeRange: LosslessStringConvertible {
  /// The form in which devices report it: `13-15 guardianDeclared`, `18-` or `-12`.
  public var description: String {
    let bounds = [lowerBound, upperBound].map { bound in bound.map { "\($0)" } ?? "" }
    return bounds.joined(separator: "-") + (declaration.map { " \($0.rawValue)" } ?? "")
  }

  /// Reads the form in which devices report it.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let lower = Self.bound(bounds[0]), let upper = Self.bound(bounds[1])
    else { return nil }
    var declaration: Declaration?
    if parts.count == 2 {
      guard let named = Declaration(rawValue: String(parts[1])) else { return nil }
      declaration = named
    }
    self.init(lowerBound: lower, upperBound: upper, declaration: declaration)
  }

  /// A bound as it is written, without leading zeros; nil if the text is invalid.
  private static func bound(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard text.utf8.count <= 3, let age = Int(text), String(age) == text else { return nil }
    return .some(age)
  }
}

/// What a condition requires of the declared age range; every member must hold.
public struct AgeRangeTest: Hashable, Sendable {
  /// The age that the whole range must have reached; nil for any.
  public let atLeast: Int?
  /// The age that the whole range must be under; nil for any.
  public let lessThan: Int?
  /// Who must have stated it; empty for anybody.
  public let declared: Set<AgeRange.Declaration>

  public init(
    atLeast: Int? = nil, lessThan: Int? = nil, declared: Set<AgeRange.Declaration> = []
  ) {
    self.atLeast = atLeast
    self.lessThan = lessThan
    self.declared = declared
  }

  /// Whether a range meets it; one that reaches across a bound does not.
  public func holds(for range: AgeRange) -> Bool {
    if let atLeast {
      guard let lower = range.lowerBound, lower >= atLeast else { return false }
    }
    if let lessThan {
      guard let upper = range.upperBound, upper < lessThan else { return false }
    }
    return declared.isEmpty || range.declaration.map(declared.contains) ?? false
  }
}

/// What the law where a person lives requires of the app, as the device reports it.
///
/// Follows Apple's
/// [AgeRangeService.RegulatoryFeature](https://developer.apple.com/documentation/declaredagerange/agerangeservice/regulatoryfeature).
public enum RegulatoryFeature: String, Hashable, Sendable, Codable, CaseIterable {
  /// The app must ask for the age range.
  case declaredAgeRangeRequired
  /// A significant change of the app needs the consent of a parent.
  case significantAppChangeRequiresParentalConsent
  /// Adults must be notified of a significant change of the app.
  case significantAppChangeRequiresAdultNotification

  /// The form in which devices report that nothing is required.
  static let none = "none"

  /// The form in which devices report a set: the names in order, separated by spaces.
  public static func text(of features: Set<RegulatoryFeature>) -> String {
    features.isEmpty ? none : features.map(\.rawValue).sorted().joined(separator: " ")
  }

  /// Reads the form in which devices report a set; nil if a name is unknown.
  public static func set(of text: String) -> Set<RegulatoryFeature>? {
    if text == none { return [] }
    let names = text.split(separator: " ", omittingEmptySubsequences: false)
    let features = names.compactMap { RegulatoryFeature(rawValue: String($0)) }
    return features.count == names.count ? Set(features) : nil
  }
}

/// Whether a parent or guardian agrees that a child uses the app.
public enum Consent: String, Hashable, Sendable, Codable, CaseIterable {
  /// A parent or guardian withdrew it, as the App Store or the app's own backend reported.
  case withdrawn
  /// It was renewed, as the app's own backend reported: the App Store does not say so.
  case given

  /// The name under which it is recorded, with ``Attribute/Setter/guardian``.
  public static let attribute: Attribute.ID = "consent"
}
