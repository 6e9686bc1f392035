/// The part of a condition about who the customer is: what devices report, attributes, a guardian's consent, and what the
/// store signed about the customer's copy of the app.
///
/// Every member must hold, and an empty one requires nothing. A value that was never reported or set, or was removed,
/// meets no requirement.
public struct Audience: Hashable, Sendable {
  /// A range of versions of the app.
  public struct Versions: Hashable, Sendable {
    /// The lowest version; nil for no lower bound.
    public let atLeast: AppVersion?
    /// The first version above the range; nil for no upper bound.
    public let lessThan: AppVersion?

    public init(atLeast: AppVersion? = nil, lessThan: AppVersion? = nil) {
      self.atLeast = atLeast
      self.lessThan = lessThan
    }

    func contains(_ version: AppVersion) -> Bool {
      (atLeast.map { $0 <= version } ?? true) && (lessThan.map { version < $0 } ?? true)
    }
  }

  /// The accepted countries of the store account, as ISO 3166-1 alpha-2 codes; empty for any.
  public var countries: Set<String>
  /// The accepted languages of the device, as primary subtags of BCP 47; empty for any.
  public var languages: Set<String>
  /// The accepted versions of the app; nil for any.
  public var appVersion: Versions?
  /// The accepted kinds of device; empty for any.
  public var devices: Set<DeviceKind>
  /// What is required of the declared age range; nil for any, or none.
  public var ageRange: AgeRangeTest?
  /// What the law requires of the app, one of which must apply; empty for anything.
  public var regulatoryFeatures: Set<RegulatoryFeature>
  /// What a parent or guardian must have said last; empty for anything, or nothing.
  public var consents: Set<Consent>
  /// What is required of attributes.
  public var attributes: [AttributeTest]
  /// How early the customer must have bought the app itself; nil for any time, or never.
  public var boughtApp: AppPurchaseTest?
  /// The stores, one of which must have signed the customer's copy of the app; empty for any, or none.
  public var environments: Set<StoreEnvironment>

  public init(
    countries: Set<String> = [], languages: Set<String> = [], appVersion: Versions? = nil,
    devices: Set<DeviceKind> = [], ageRange: AgeRangeTest? = nil,
    regulatoryFeatures: Set<RegulatoryFeature> = [], consents: Set<Consent> = [],
    attributes: [AttributeTest] = [], boughtApp: AppPurchaseTest? = nil,
    environments: Set<StoreEnvironment> = []
  ) {
    self.countries = countries
    self.languages = languages
    self.appVersion = appVersion
    self.devices = devices
    self.ageRange = ageRange
    self.regulatoryFeatures = regulatoryFeatures
    self.consents = consents
    self.attributes = attributes
    self.boughtApp = boughtApp
    self.environments = environments
  }

  /// An audience that requires nothing.
  public static let everyone = Audience()

  /// The requirements, one for each property or attribute.
  public var tests: [AudienceTest] {
    var tests: [AudienceTest] = []
    if !countries.isEmpty { tests.append(.country(countries)) }
    if !languages.isEmpty { tests.append(.language(languages)) }
    if let appVersion { tests.append(.appVersion(appVersion)) }
    if !devices.isEmpty { tests.append(.device(devices)) }
    if let ageRange { tests.append(.ageRange(ageRange)) }
    if !regulatoryFeatures.isEmpty { tests.append(.regulatoryFeature(regulatoryFeatures)) }
    if !consents.isEmpty { tests.append(.consent(consents)) }
    if let boughtApp { tests.append(.boughtApp(boughtApp)) }
    if !environments.isEmpty { tests.append(.environment(environments)) }
    return tests + attributes.map(AudienceTest.attribute)
  }
}

/// What a condition requires of one attribute; every member must hold.
public struct AttributeTest: Hashable, Sendable {
  public let attribute: Attribute.ID
  /// The accepted values, in order; empty for any.
  public let values: [Attribute.Value]
  /// The lowest number; nil for no lower bound.
  public let atLeast: Int?
  /// The first number above the range; nil for no upper bound.
  public let lessThan: Int?

  public init(
    attribute: Attribute.ID, values: [Attribute.Value] = [], atLeast: Int? = nil,
    lessThan: Int? = nil
  ) {
    self.attribute = attribute
    self.values = values
    self.atLeast = atLeast
    self.lessThan = lessThan
  }

  /// Whether a value meets the requirement.
  public func holds(for value: Attribute.Value) -> Bool {
    if !values.isEmpty, !values.contains(value) { return false }
    guard atLeast != nil || lessThan != nil else { return true }
    guard let number = value.integer else { return false }
    return (atLeast.map { $0 <= number } ?? true) && (lessThan.map { number < $0 } ?? true)
  }
}

/// How early a customer must have bought the app itself, by the store's signature.
///
/// Only what the store signed in production counts: in the sandbox and in Xcode everybody has the same version.
public enum AppPurchaseTest: Hashable, Sendable {
  /// It was bought before an instant.
  case before(Instant)
  /// The version that was bought first is less than the one of its platform; no other platform meets it.
  ///
  /// If the store names no platform, the version must be less than each of these.
  case beforeVersion([AppDownload.Platform: AppVersion])

  /// Whether a download meets the requirement.
  public func holds(for download: AppDownload) -> Bool {
    guard download.environment == .production else { return false }
    switch self {
    case .before(let end): return download.at < end
    case .beforeVersion(let ends):
      guard let version = download.version.flatMap({ AppVersion(build: $0) }) else { return false }
      guard let platform = download.platform else {
        return !ends.isEmpty && ends.values.allSatisfy { version < $0 }
      }
      return ends[platform].map { version < $0 } ?? false
    }
  }
}

/// A requirement on one property of the device, on one attribute, on a guardian's consent, or on what the store signed about
/// the customer's copy of the app.
public enum AudienceTest: Hashable, Sendable {
  /// The store account's country is one of these.
  case country(Set<String>)
  /// The device's language is one of these.
  case language(Set<String>)
  /// The app's version is in a range.
  case appVersion(Audience.Versions)
  /// The device is of one of these kinds.
  case device(Set<DeviceKind>)
  /// The declared age range meets a requirement.
  case ageRange(AgeRangeTest)
  /// The law requires one of these of the app.
  case regulatoryFeature(Set<RegulatoryFeature>)
  /// A parent or guardian said one of these last.
  case consent(Set<Consent>)
  /// An attribute meets a requirement.
  case attribute(AttributeTest)
  /// The customer bought the app itself early enough.
  case boughtApp(AppPurchaseTest)
  /// One of these stores signed the customer's copy of the app.
  case environment(Set<StoreEnvironment>)

  /// The property that it tests; nil if it tests anything else.
  public var property: DeviceProperty? {
    switch self {
    case .country: .country
    case .language: .language
    case .appVersion: .appVersion
    case .device: .device
    case .ageRange: .ageRange
    case .regulatoryFeature: .regulatoryFeature
    case .consent, .attribute, .boughtApp, .environment: nil
    }
  }

  /// The attribute that it tests; nil if it tests anything else.
  public var attribute: Attribute.ID? {
    if case .attribute(let test) = self { test.attribute } else { nil }
  }

  /// Whether it tests what the store signed about the customer's copy of the app, which nobody can forge.
  public var isOfDownload: Bool {
    switch self {
    case .boughtApp, .environment: true
    case .country, .language, .appVersion, .device, .ageRange, .regulatoryFeature, .consent,
      .attribute:
      false
    }
  }

  /// Whether it tests a guardian's consent, which no device can state.
  public var isOfConsent: Bool { if case .consent = self { true } else { false } }

  /// The name and the setter of the value that it tests, as it is recorded; nil if it tests the copy of the app.
  ///
  /// - Parameter attributes: The attributes that the blueprint declares.
  package func recordedValue(
    declaring attributes: [Attribute]
  ) -> (attribute: Attribute.ID, setBy: Attribute.Setter)? {
    if isOfDownload { return nil }
    if isOfConsent { return (Consent.attribute, .guardian) }
    if let property { return (property.attribute, .device) }
    guard let attribute else { return nil }
    return (attribute, attributes.first { $0.id == attribute }?.setBy ?? .app)
  }

  /// Whether a download meets it; false if it tests something else.
  public func holds(for download: AppDownload) -> Bool {
    switch self {
    case .boughtApp(let test): test.holds(for: download)
    case .environment(let environments): environments.contains(download.environment)
    case .country, .language, .appVersion, .device, .ageRange, .regulatoryFeature, .consent,
      .attribute:
      false
    }
  }

  /// Whether a value meets it.
  ///
  /// - Parameter value: The value of the property, in its normalized form, or of the attribute.
  /// - Returns: Whether it does; false for a value of another type.
  public func holds(for value: Attribute.Value) -> Bool {
    switch self {
    case .country(let countries): value.string.map(countries.contains) ?? false
    case .language(let languages): value.string.map(languages.contains) ?? false
    case .appVersion(let versions):
      value.string.flatMap { AppVersion($0) }.map(versions.contains) ?? false
    case .device(let kinds):
      value.string.flatMap(DeviceKind.init(rawValue:)).map(kinds.contains) ?? false
    case .ageRange(let test): value.string.flatMap { AgeRange($0) }.map(test.holds) ?? false
    case .regulatoryFeature(let features):
      value.string.flatMap(RegulatoryFeature.set).map { !features.isDisjoint(with: $0) } ?? false
    case .consent(let consents):
      value.string.flatMap(Consent.init(rawValue:)).map(consents.contains) ?? false
    case .attribute(let test): test.holds(for: value)
    case .boughtApp, .environment: false
    }
  }
}
