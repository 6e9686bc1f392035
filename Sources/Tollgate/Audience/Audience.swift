/// The part of a condition about who the customer is: what devices report, and attributes.
///
/// Every member must hold, and an empty one requires nothing. A value that was never reported or set, or was removed,
/// meets no requirement.
public struct Audience: Hashable, Sendable {
  /// Versions of the app from one on and below another.
  public struct Versions: Hashable, Sendable {
    /// The least version; nil if there is no least one.
    public let atLeast: AppVersion?
    /// The version from which on it no longer holds; nil if there isn't one.
    public let lessThan: AppVersion?

    /// Creates a range of versions.
    public init(atLeast: AppVersion? = nil, lessThan: AppVersion? = nil) {
      self.atLeast = atLeast
      self.lessThan = lessThan
    }

    func contains(_ version: AppVersion) -> Bool {
      (atLeast.map { $0 <= version } ?? true) && (lessThan.map { version < $0 } ?? true)
    }
  }

  /// The countries of which the store account's must be one, as ISO 3166-1 alpha-2 codes; if empty, any.
  public var countries: Set<String>
  /// The languages of which the device's must be one, as primary subtags of BCP 47; if empty, any.
  public var languages: Set<String>
  /// The versions of the app; nil if any version is allowed.
  public var appVersion: Versions?
  /// The kinds of device; if empty, any.
  public var devices: Set<DeviceKind>
  /// What is required of attributes.
  public var attributes: [AttributeTest]

  /// Creates requirements.
  public init(
    countries: Set<String> = [], languages: Set<String> = [], appVersion: Versions? = nil,
    devices: Set<DeviceKind> = [], attributes: [AttributeTest] = []
  ) {
    self.countries = countries
    self.languages = languages
    self.appVersion = appVersion
    self.devices = devices
    self.attributes = attributes
  }

  /// Requires nothing.
  public static let everyone = Audience()

  /// What is required, one property or attribute at a time.
  public var tests: [AudienceTest] {
    var tests: [AudienceTest] = []
    if !countries.isEmpty { tests.append(.country(countries)) }
    if !languages.isEmpty { tests.append(.language(languages)) }
    if let appVersion { tests.append(.appVersion(appVersion)) }
    if !devices.isEmpty { tests.append(.device(devices)) }
    return tests + attributes.map(AudienceTest.attribute)
  }
}

/// What a condition requires of one attribute; every member must hold.
public struct AttributeTest: Hashable, Sendable {
  /// The attribute.
  public let attribute: Attribute.ID
  /// The values of which it must have one, in order; if empty, any.
  public let values: [Attribute.Value]
  /// The least number; nil if there is no least one.
  public let atLeast: Int?
  /// The number from which on it no longer holds; nil if there isn't one.
  public let lessThan: Int?

  /// Creates a requirement.
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

/// A requirement on one property of the device, or on one attribute.
public enum AudienceTest: Hashable, Sendable {
  /// The store account's country is one of these.
  case country(Set<String>)
  /// The device's language is one of these.
  case language(Set<String>)
  /// The app's version is in a range.
  case appVersion(Audience.Versions)
  /// The device is of one of these kinds.
  case device(Set<DeviceKind>)
  /// An attribute meets a requirement.
  case attribute(AttributeTest)

  /// The property that it is about; nil if it is about an attribute.
  public var property: DeviceProperty? {
    switch self {
    case .country: .country
    case .language: .language
    case .appVersion: .appVersion
    case .device: .device
    case .attribute: nil
    }
  }

  /// The attribute that it is about; nil if it is about a property of the device.
  public var attribute: Attribute.ID? {
    if case .attribute(let test) = self { test.attribute } else { nil }
  }

  /// Whether a value meets it.
  ///
  /// - Parameter value: The property's value in its written form, or the attribute's.
  /// - Returns: Whether it does; false for a value of another type.
  public func holds(for value: Attribute.Value) -> Bool {
    switch self {
    case .country(let countries): value.string.map(countries.contains) ?? false
    case .language(let languages): value.string.map(languages.contains) ?? false
    case .appVersion(let versions):
      value.string.flatMap { AppVersion($0) }.map(versions.contains) ?? false
    case .device(let kinds):
      value.string.flatMap(DeviceKind.init(rawValue:)).map(kinds.contains) ?? false
    case .attribute(let test): test.holds(for: value)
    }
  }
}
